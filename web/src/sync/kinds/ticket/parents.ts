import type { Command, Ticket } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import type { CommandOf } from "../kind";
import type { World } from "../world";

/** False if the parent does not exist, or is a subtask of the ticket. */
export function mayStandUnder(world: World, ticket: Ticket, parentTicketId: string): boolean {
  return world.ticket(parentTicketId) !== undefined && !isAncestor(world, ticket.id, parentTicketId);
}

/** The ticket under another parent; both parents' orders follow. */
export function underParent(world: World, ticket: Ticket, parentTicketId: string | null): Ticket {
  if (ticket.parentTicketId === parentTicketId) return ticket;
  if (ticket.parentTicketId) leaveParent(world, ticket.id, ticket.parentTicketId);
  const parent = parentTicketId ? world.ticket(parentTicketId) : undefined;
  if (parent) world.rows.patch("ticket", parent.id, { subtasksOrder: [...parent.subtasksOrder, ticket.id] });
  return { ...ticket, parentTicketId };
}

export function leaveParent(world: World, ticketId: string, parentId: string): void {
  const order = world.ticket(parentId)?.subtasksOrder ?? [];
  world.rows.patch("ticket", parentId, { subtasksOrder: order.filter((id) => id !== ticketId) });
}

/** True if `ticketId` is `of` or one of its ancestors. */
function isAncestor(world: World, ticketId: string, of: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null | undefined = of; at && !seen.has(at); at = world.ticket(at)?.parentTicketId) {
    if (at === ticketId) return true;
    seen.add(at);
  }
  return false;
}

export function moveSubtask(world: World, { ticketId, after }: CommandOf<"subtask.move">): void {
  const parentId = world.ticket(ticketId)?.parentTicketId;
  const parent = parentId ? world.ticket(parentId) : undefined;
  if (!parent) return;
  const order = parent.subtasksOrder.filter((id) => id !== ticketId);
  const place = after ? order.indexOf(after) + 1 : 0;
  if (after && place === 0) return;
  order.splice(place, 0, ticketId);
  world.rows.patch("ticket", parent.id, { subtasksOrder: order });
}

/** Puts a subtask back to its place under its parent. */
export function subtaskBack(rows: RowReader, ticketId: string): Command[] | null {
  const parentId = rows.get("ticket", ticketId)?.parentTicketId;
  const order = (parentId && rows.get("ticket", parentId)?.subtasksOrder) || [];
  const place = order.indexOf(ticketId);
  const neighbour = order[place - 1];
  return place < 0 ? null : [{ kind: "subtask.move", ticketId, ...(neighbour && { after: neighbour }) }];
}
