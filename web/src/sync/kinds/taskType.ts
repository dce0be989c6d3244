import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import type { Before, CommandOf, Kind } from "./kind";
import { createRules, deleteRules, moveRules, newRank, nthColor, placeOf, updateRules } from "./named";
import { patchTicket } from "./ticket/patch";
import { updateOf } from "./ticket/places";

const id = ({ taskTypeId }: { taskTypeId: string }) => taskTypeId;

export const taskType: Kind<"taskType"> = {
  commands: {
    "taskType.create": createRules({
      kind: "taskType",
      id,
      row: ({ rows }, { icon, color, container, after }, { at }) => ({
        icon: icon ?? "task",
        color: color ?? nthColor(rows.rows("taskType").length),
        container: container ?? false,
        rank: newRank(rows.rows("taskType"), after),
        createdAt: at,
      }),
      inverse: (_, { taskTypeId }) => [{ kind: "taskType.delete", taskTypeId }],
      stepName: () => t`creating a task type`,
      what: () => t`New task type`,
    }),
    "taskType.update": updateRules({
      kind: "taskType",
      id,
      stepName: () => t`task type change`,
      what: (name) => t`Edit of “${name}”`,
    }),
    "taskType.move": moveRules({
      kind: "taskType",
      id,
      stepName: () => t`moving a task type`,
      what: (name) => t`Moving “${name}”`,
    }),
    "taskType.delete": deleteRules({
      kind: "taskType",
      id,
      predict(world, { taskTypeId, moveTo = null }, context) {
        if (!world.rows.get("taskType", taskTypeId)) return;
        if (moveTo !== null && (moveTo === taskTypeId || !world.rows.get("taskType", moveTo))) return;
        for (const ticket of world.rows.rows("ticket")) {
          if (ticket.taskTypeId === taskTypeId) patchTicket(world, ticket.id, { taskTypeId: moveTo }, context);
        }
        world.rows.delete("taskType", taskTypeId);
      },
      inverse: restored,
      stepName: () => t`deleting a task type`,
      what: (name) => t`Deleting “${name}”`,
    }),
  },
};

/** The task type, its place, and its tickets. */
function restored({ rows }: Before, { taskTypeId }: CommandOf<"taskType.delete">): Command[] | null {
  const row = rows.get("taskType", taskTypeId);
  if (!row) return null;
  const { name, icon, color, container } = row;
  const place = placeOf(rows.rows("taskType"), taskTypeId);
  const ticketIds = rows.rows("ticket").flatMap((ticket) => (ticket.taskTypeId === taskTypeId ? [ticket.id] : []));
  return [
    { kind: "taskType.create", taskTypeId, name, icon, color, container, ...place },
    ...(place.after ? [] : [{ kind: "taskType.move", taskTypeId, after: null } as const]),
    ...(ticketIds.length > 0 ? [updateOf(ticketIds, { taskTypeId })] : []),
  ];
}
