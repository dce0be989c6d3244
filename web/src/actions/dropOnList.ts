import { plural, t } from "@lingui/core/macro";
import { undo, useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { useTarget } from "./target";
import { changeTickets } from "./tickets";

/** The change to a ticket that is dropped on a list: a ticket from another list moves, any other is added. Null if the ticket is already in the list. */
export function listPatch({ lists }: Pick<Ticket, "lists">, from: string | null, to: string): TicketPatch | null {
  const isIn = (listId: string | null) => lists.some((place) => place.listId === listId);
  const add = isIn(to) ? [] : [to];
  const remove = from !== null && from !== to && isIn(from) ? [from] : [];
  return add.length + remove.length === 0 ? null : { lists: { add, remove } };
}

/** Puts dropped tickets into a list, as one undo step. */
export function dropOnList(ticketIds: readonly string[], listId: string): void {
  const { tickets, lists } = useTroupe.getState();
  const from = useTarget.getState().listId;
  const changes = ticketIds.flatMap((ticketId) => {
    const ticket = tickets[ticketId];
    const patch = ticket && !ticket.trashedAt ? listPatch(ticket, from, listId) : null;
    return patch ? [{ ticketId, patch }] : [];
  });
  const name = lists[listId]?.name ?? "";
  const count = changes.length;
  if (count === 0) return tell({ text: plural(ticketIds.length, { one: `This task is already in ${name}`, other: `These tasks are already in ${name}` }) });
  void changeTickets(changes, plural(count, { one: `moving # task to ${name}`, other: `moving # tasks to ${name}` }));
  tell({
    text:
      from === null
        ? plural(count, { one: `# task added to ${name}`, other: `# tasks added to ${name}` })
        : plural(count, { one: `# task moved to ${name}`, other: `# tasks moved to ${name}` }),
    action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() },
  });
}
