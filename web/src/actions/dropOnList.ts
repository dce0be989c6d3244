import { plural, t } from "@lingui/core/macro";
import { leftFor } from "@/sync/homes";
import { undo, useTroupe } from "@/sync/store";
import type { View } from "@/sync/types";
import { tell } from "@/ui/Toast";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { useTarget } from "./target";
import { changeTickets } from "./tickets";

/**
 * The change to a ticket that is dropped on a list: a ticket from another list moves, any other is added. A ticket of a
 * restricted list is in no other list. Null if the ticket is already in the list.
 */
export function listPatch(view: Pick<View, "shares">, { lists }: Pick<Ticket, "lists">, from: string | null, to: string): TicketPatch | null {
  const isIn = (listId: string | null) => lists.some((place) => place.listId === listId);
  const add = isIn(to) ? [] : [to];
  const left = leftFor(view, lists.map(({ listId }) => listId), to);
  const remove = from !== null && from !== to && isIn(from) && !left.includes(from) ? [...left, from] : left;
  return add.length + remove.length === 0 ? null : { lists: { add, remove } };
}

/** Puts dropped tickets into a list, as one undo step. */
export function dropOnList(ticketIds: readonly string[], listId: string): void {
  const view = useTroupe.getState();
  const { tickets, lists } = view;
  const from = useTarget.getState().listId;
  const changes = ticketIds.flatMap((ticketId) => {
    const ticket = tickets[ticketId];
    const patch = ticket && !ticket.trashedAt ? listPatch(view, ticket, from, listId) : null;
    return patch ? [{ ticketId, patch }] : [];
  });
  const name = lists[listId]?.name ?? "";
  const count = changes.length;
  if (count === 0) return tell({ text: plural(ticketIds.length, { one: `This task is already in ${name}`, other: `These tasks are already in ${name}` }) });
  const leaves = changes.some(({ patch }) => (patch.lists?.remove ?? []).length > 0);
  const told = () =>
    tell({
      text: leaves
        ? plural(count, { one: `# task moved to ${name}`, other: `# tasks moved to ${name}` })
        : plural(count, { one: `# task added to ${name}`, other: `# tasks added to ${name}` }),
      action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() },
    });
  void changeTickets(changes, plural(count, { one: `moving # task to ${name}`, other: `moving # tasks to ${name}` }), told);
}
