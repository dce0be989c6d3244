import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import { byRank } from "../tables/rank";
import type { Before, Kind } from "./kind";
import { createRules, deleteRules, moveRules, newRank, placeOf, updateRules } from "./named";
import { patchTicket } from "./ticket/patch";

const id = ({ statusId }: { statusId: string }) => statusId;

export const status: Kind<"status"> = {
  commands: {
    "status.create": createRules({
      kind: "status",
      id,
      row: (world, { category, after }, { at }) => ({ category, rank: newRank(world.rows.rows("status"), after), createdAt: at }),
      inverse({ rows }, { statusId }) {
        const moveTo = rows.rows("status").toSorted(byRank)[0]?.id;
        return moveTo ? [{ kind: "status.delete", statusId, moveTo }] : null;
      },
      stepName: () => t`creating a status`,
      what: () => t`New status`,
    }),
    "status.update": updateRules({
      kind: "status",
      id,
      stepName: () => t`status change`,
      what: (name) => t`Change to the status “${name}”`,
    }),
    "status.move": moveRules({
      kind: "status",
      id,
      stepName: () => t`moving a status`,
      what: (name) => t`Moving the status “${name}”`,
    }),
    "status.delete": deleteRules({
      kind: "status",
      id,
      predict(world, { statusId, moveTo }, context) {
        if (!world.rows.get("status", statusId) || !world.rows.get("status", moveTo) || statusId === moveTo) return;
        for (const ticket of world.rows.rows("ticket")) {
          if (ticket.statusId === statusId) patchTicket(world, ticket.id, { statusId: moveTo }, context);
        }
        world.rows.delete("status", statusId);
      },
      inverse: restored,
      stepName: () => t`deleting a status`,
      what: (name) => t`Deleting the status “${name}”`,
    }),
  },
};

function restored({ rows }: Before, { statusId }: { statusId: string }): Command[] | null {
  const row = rows.get("status", statusId);
  if (!row) return null;
  const { name, category } = row;
  const place = placeOf(rows.rows("status"), statusId);
  const ticketIds = rows.rows("ticket").flatMap((ticket) => (ticket.statusId === statusId ? [ticket.id] : []));
  return [
    { kind: "status.create", statusId, name, category, ...place },
    ...(place.after ? [] : [{ kind: "status.move", statusId } as const]),
    ...(ticketIds.length > 0 ? [{ kind: "tickets.update", ticketIds, patch: { statusId } } as const] : []),
  ];
}
