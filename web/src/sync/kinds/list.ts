import { t } from "@lingui/core/macro";
import type { Command } from "@/wire/generated";
import { byRank } from "../tables/rank";
import type { Before, Kind } from "./kind";
import { createRules, deleteRules, moveRules, newRank, nthColor, placeOf, updateRules } from "./named";
import { patchTicket } from "./ticket/patch";
import { placesInList } from "./ticket/places";

const id = ({ listId }: { listId: string }) => listId;

export const list: Kind<"list"> = {
  home: () => "workspace",
  commands: {
    "list.create": createRules({
      kind: "list",
      id,
      row(world, { color, after }, { me, at }) {
        const lists = world.rows.rows("list");
        return {
          color: color ?? nthColor(lists.length),
          rank: newRank(lists, after),
          suggested: false,
          createdUserId: me,
          createdAt: at,
        };
      },
      inverse: (_, { listId }) => [{ kind: "list.delete", listId }],
      stepName: () => t`creating a list`,
      what: () => t`New list`,
    }),
    "list.update": updateRules({
      kind: "list",
      id,
      stepName: () => t`list change`,
      what: (name) => t`Change to the list “${name}”`,
    }),
    "list.move": moveRules({
      kind: "list",
      id,
      stepName: () => t`moving a list`,
      what: (name) => t`Moving the list “${name}”`,
    }),
    "list.delete": deleteRules({
      kind: "list",
      id,
      predict(world, { listId, moveTo }, context) {
        if (!world.rows.get("list", listId) || moveTo === listId || (moveTo && !world.rows.get("list", moveTo))) return;
        const lists = { add: moveTo ? [moveTo] : [], remove: [listId] };
        for (const ticket of world.rows.rows("ticket")) {
          if (ticket.lists.some((place) => place.listId === listId)) patchTicket(world, ticket.id, { lists }, context);
        }
        world.rows.delete("list", listId);
      },
      inverse: restored,
      stepName: () => t`deleting a list`,
      what: (name) => t`Deleting the list “${name}”`,
    }),
  },
};

function restored({ rows }: Before, { listId, moveTo }: { listId: string; moveTo?: string }): Command[] | null {
  const row = rows.get("list", listId);
  if (!row) return null;
  const { name, color } = row;
  const place = placeOf(rows.rows("list"), listId);
  const wasThere = new Set(moveTo ? placesInList(rows, moveTo).map(({ id }) => id) : []);
  // Runs rather than two groups: a ticket that is added later stands further behind, so runs keep the order.
  const runs: { ids: string[]; remove: string[] }[] = [];
  for (const { id: ticketId } of placesInList(rows, listId).toSorted(byRank)) {
    const remove = moveTo && !wasThere.has(ticketId) ? [moveTo] : [];
    const last = runs.at(-1);
    if (last && last.remove.length === remove.length) last.ids.push(ticketId);
    else runs.push({ ids: [ticketId], remove });
  }
  return [
    { kind: "list.create", listId, name, color, ...place },
    ...(place.after ? [] : [{ kind: "list.move", listId } as const]),
    ...runs.map(({ ids, remove }): Command => {
      return { kind: "tickets.update", ticketIds: ids, patch: { lists: { add: [listId], remove } } };
    }),
  ];
}
