import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import type { Before, CommandOf, Kind } from "./kind";
import { createRules, deleteRules, updateRules } from "./named";
import { replaceInSets, setsRestored } from "./ticket/sets";
import { isPresent } from "./ticket/values";

const id = ({ componentId }: { componentId: string }) => componentId;

const changed = updateRules({
  kind: "component",
  id,
  stepName: () => t`component change`,
  what: (name) => t`Edit of “${name}”`,
});

export const component: Kind<"component"> = {
  commands: {
    "component.create": createRules({
      kind: "component",
      id,
      fits: ({ rows }, { leadUserId }) => leadUserId == null || isPresent(rows, leadUserId),
      row: (_, { description, leadUserId }, { at }) => ({ description: (description ?? "").trim(), leadUserId: leadUserId ?? null, createdAt: at }),
      inverse: (_, { componentId }) => [{ kind: "component.delete", componentId }],
      stepName: () => t`creating a component`,
      what: () => t`New component`,
    }),
    "component.update": {
      ...changed,
      predict(world, command, context) {
        const { description, leadUserId } = command.patch;
        const row = world.rows.get("component", command.componentId);
        if (leadUserId != null && leadUserId !== row?.leadUserId && !isPresent(world.rows, leadUserId)) return;
        const patch = { ...command.patch, ...(description !== undefined && { description: description.trim() }) };
        changed.predict(world, { ...command, patch }, context);
      },
    },
    "component.delete": deleteRules({
      kind: "component",
      id,
      predict(world, { componentId, moveTo = null }, context) {
        if (!world.rows.get("component", componentId)) return;
        if (moveTo !== null && (moveTo === componentId || !world.rows.get("component", moveTo))) return;
        replaceInSets(world, "componentsIds", componentId, moveTo, context);
        world.rows.delete("component", componentId);
      },
      inverse: restored,
      stepName: () => t`deleting a component`,
      what: (name) => t`Deleting “${name}”`,
    }),
  },
};

function restored({ rows }: Before, { componentId, moveTo }: CommandOf<"component.delete">): Command[] | null {
  const row = rows.get("component", componentId);
  if (!row) return null;
  const { name, description, leadUserId } = row;
  const lead = leadUserId !== null && isPresent(rows, leadUserId) ? leadUserId : null;
  return [
    { kind: "component.create", componentId, name, description, ...(lead !== null && { leadUserId: lead }) },
    ...setsRestored(rows, "componentsIds", componentId, moveTo ?? null),
  ];
}
