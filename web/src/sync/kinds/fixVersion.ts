import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import type { Before, CommandOf, Kind } from "./kind";
import { dropPlace, placedBack } from "./roadmapPlace";
import { createRules, deleteRules, updateRules } from "./named";
import { replaceInSets, setsRestored } from "./ticket/sets";

const id = ({ fixVersionId }: { fixVersionId: string }) => fixVersionId;

const changed = updateRules({
  kind: "fixVersion",
  id,
  stepName: () => t`version change`,
  what: (name) => t`Edit of “${name}”`,
});

/** False if the release is before the start. Dates of this form are in order as texts. */
const inOrder = (start: string | null | undefined, release: string | null | undefined): boolean => start == null || release == null || start <= release;

export const fixVersion: Kind<"fixVersion"> = {
  commands: {
    "fixVersion.create": createRules({
      kind: "fixVersion",
      id,
      fits: (_, { startDate, releaseDate }) => inOrder(startDate, releaseDate),
      row: (_, { description, startDate, releaseDate, state }, { at }) => ({
        description: (description ?? "").trim(),
        startDate: startDate ?? null,
        releaseDate: releaseDate ?? null,
        state: state ?? "unreleased",
        createdAt: at,
      }),
      inverse: (_, { fixVersionId }) => [{ kind: "fixVersion.delete", fixVersionId }],
      stepName: () => t`creating a version`,
      what: () => t`New version`,
    }),
    "fixVersion.update": {
      ...changed,
      predict(world, command, context) {
        const { description, startDate, releaseDate } = command.patch;
        const row = world.rows.get("fixVersion", command.fixVersionId);
        if (!row || !inOrder(startDate === undefined ? row.startDate : startDate, releaseDate === undefined ? row.releaseDate : releaseDate)) return;
        const patch = { ...command.patch, ...(description !== undefined && { description: description.trim() }) };
        changed.predict(world, { ...command, patch }, context);
      },
    },
    "fixVersion.delete": deleteRules({
      kind: "fixVersion",
      id,
      predict(world, { fixVersionId, moveTo = null }, context) {
        if (!world.rows.get("fixVersion", fixVersionId)) return;
        if (moveTo !== null && (moveTo === fixVersionId || !world.rows.get("fixVersion", moveTo))) return;
        replaceInSets(world, "fixVersionsIds", fixVersionId, moveTo, context);
        dropPlace(world, { kind: "version", id: fixVersionId });
        world.rows.delete("fixVersion", fixVersionId);
      },
      inverse: restored,
      stepName: () => t`deleting a version`,
      what: (name) => t`Deleting “${name}”`,
    }),
  },
};

function restored({ rows }: Before, { fixVersionId, moveTo }: CommandOf<"fixVersion.delete">): Command[] | null {
  const row = rows.get("fixVersion", fixVersionId);
  if (!row) return null;
  const { name, description, startDate, releaseDate, state } = row;
  return [
    {
      kind: "fixVersion.create",
      fixVersionId,
      name,
      description,
      state,
      ...(startDate !== null && { startDate }),
      ...(releaseDate !== null && { releaseDate }),
    },
    ...setsRestored(rows, "fixVersionsIds", fixVersionId, moveTo ?? null),
    ...placedBack(rows, [{ kind: "version", id: fixVersionId }]),
  ];
}
