import type { Command, Ticket } from "@/wire/generated";
import { ranksBehind } from "../../tables/rank";
import type { RowReader } from "../../tables/tables";
import type { PredictContext, World } from "../world";
import { homeOf, linksBack, mayMove, moveHome, withSubtasks } from "./home";
import { belowBack, placesBack, placesOf, unique } from "./places";

/** Puts tickets into a list one behind the other, between `after` and the ticket that follows it. */
export function placeTickets(world: World, ticketIds: string[], { listId, after }: { listId: string; after?: string }, context: PredictContext): void {
  const ids = unique(ticketIds);
  const tickets = ids.flatMap((id) => world.ticket(id) ?? []);
  if (tickets.length < ids.length || !world.rows.get("list", listId) || (after !== undefined && ids.includes(after))) return;
  if (world.isArchived(listId) || tickets.some((ticket) => world.rests(ticket))) return;
  const ranks = ranksBehind(world.placesIn(listId), after ?? null, ids);
  if (!bringHome(world, tickets, listId, context)) return;
  ids.forEach((id, index) => {
    const [ticket, rank] = [world.ticket(id), ranks?.[index]];
    if (!ticket || rank === undefined) return;
    const place = { listId, rank };
    const lists = ticket.lists.some((it) => it.listId === listId)
      ? ticket.lists.map((it) => (it.listId === listId ? place : it))
      : [...ticket.lists, place];
    world.putTicket({ ...ticket, lists });
  });
}

/** Puts tickets back to their places, and makes the links again that they lose when they come into a list of another home. */
export function movesBack(rows: RowReader, ticketIds: string[], listId: string): Command[] | null {
  const isRestricted = (of: string) => rows.rows("share").some((share) => share.listId === of);
  const listsOf = (id: string) => rows.get("ticket", id)?.lists.map((place) => place.listId) ?? [];
  const comes = (id: string) => {
    const lists = listsOf(id);
    return !lists.includes(listId) && [listId, ...lists].some(isRestricted);
  };
  const back = placesBack(rows, ticketIds, listId);
  const moved = ticketIds.filter(comes);
  const left = unique(moved.flatMap(listsOf));
  const places = left.flatMap((list) => placesBack(rows, moved.filter((id) => listsOf(id).includes(list)), list) ?? []);
  return back && [...back, ...places, ...belowBack(rows, moved, ticketIds), ...linksBack(rows, withSubtasks(rows, moved), false)];
}

/** Moves tickets of other homes into the home of a list; false if the node refuses that. */
function bringHome(world: World, tickets: Ticket[], listId: string, context: PredictContext): boolean {
  const to = world.isRestricted(listId) ? listId : "open";
  const comes = (ticket: Ticket) => {
    const from = homeOf(world, ticket);
    return from !== to && (to !== "open" || from !== "private");
  };
  const incoming = tickets.filter(comes);
  const moving = new Set(incoming.map(({ id }) => id));
  const fits = (ticket: Ticket) =>
    !ticket.private && ((ticket.parentTicketId !== null && moving.has(ticket.parentTicketId)) || mayMove(world, ticket, to, {}, context));
  if (!incoming.every(fits)) return false;
  for (const { id } of incoming) {
    const ticket = world.ticket(id);
    if (ticket && comes(ticket)) moveHome(world, ticket, to, placesOf(world, { lists: [], private: false }, [listId]), context);
  }
  return true;
}
