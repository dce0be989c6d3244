import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import { pickedFrom, textsIn, type Kind, type KnownToDescribe } from "./kind";

const nameOf = ({ baselines }: KnownToDescribe, id: string) => baselines[id]?.name ?? t`(deleted)`;

/** A baseline: a named moment whose dates a gantt is compared with. A personal one lives in the scope of its maker. */
export const baseline: Kind<"baseline"> = {
  commands: {
    "baseline.create": {
      predict({ rows }, { baselineId: id, name, personal, listId = null, takenAt }, { me, at }) {
        if (isBlank(name) || rows.get("baseline", id) || (listId !== null && !rows.get("list", listId))) return;
        rows.set("baseline", id, { id, name: lineOf(name), personal, listId, createdUserId: me, takenAt: takenAt ?? at });
      },
      inverse: (_, { baselineId }) => [{ kind: "baseline.delete", baselineId }],
      touches: ({ baselineId }) => [{ id: baselineId, fields: ["id"] }],
      stepName: () => t`setting a baseline`,
      describe: (_, { name }) => ({ what: t`New baseline`, text: name }),
    },
    "baseline.update": {
      predict({ rows }, { baselineId, patch: { name } }) {
        if (name !== undefined && !isBlank(name) && rows.get("baseline", baselineId)) rows.patch("baseline", baselineId, { name: lineOf(name) });
      },
      inverse({ rows }, { baselineId, patch }) {
        const row = rows.get("baseline", baselineId);
        return row ? [{ kind: "baseline.update", baselineId, patch: pickedFrom(row, patch) }] : null;
      },
      touches: ({ baselineId, patch }) => [{ id: baselineId, fields: Object.keys(patch) }],
      stepName: () => t`renaming a baseline`,
      describe: (view, { baselineId, patch }) => ({ what: t`Change to the baseline “${nameOf(view, baselineId)}”`, text: textsIn(patch) }),
    },
    "baseline.delete": {
      predict: ({ rows }, { baselineId }) => rows.delete("baseline", baselineId),
      inverse({ rows }, { baselineId }) {
        const row = rows.get("baseline", baselineId);
        if (!row) return null;
        // With the same moment, the baseline has the same dates as before.
        const { name, personal, listId, takenAt } = row;
        return [{ kind: "baseline.create", baselineId, name, personal, takenAt, ...(listId !== null && { listId }) }];
      },
      touches: ({ baselineId }) => [{ id: baselineId, fields: ["id"] }],
      stepName: () => t`deleting a baseline`,
      describe: (view, { baselineId }) => ({ what: t`Deleting the baseline “${nameOf(view, baselineId)}”`, text: null }),
    },
  },
};
