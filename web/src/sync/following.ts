import type { Reason, Ticket, TicketSubscription } from "@/wire/generated";
import { reasonsOfTicket } from "./kinds/ticketSubscription";
import { rowsOf } from "./tables/tableCopy";
import type { ById, SyncState } from "./types";

const indexes = new WeakMap<ById<TicketSubscription>, ReadonlyMap<string, TicketSubscription>>();

/** A person's subscriptions by their tickets. */
export function subscriptionsByTicket(rows: ById<TicketSubscription>): ReadonlyMap<string, TicketSubscription> {
  const known = indexes.get(rows) ?? new Map(rowsOf(rows).map((row) => [row.ticketId, row]));
  indexes.set(rows, known);
  return known;
}

/** The person's subscription of a ticket. */
export const subscriptionOf = ({ subscriptions }: Pick<SyncState, "subscriptions">, ticketId: string): TicketSubscription | undefined =>
  subscriptionsByTicket(subscriptions).get(ticketId);

/** Why a person follows a ticket; empty if they do not. Empty for an unsubscribed person as well: a new mention subscribes them again. */
export function reasonsOf(ticket: Ticket, row: TicketSubscription | undefined, me: string): readonly Reason[] {
  if (row?.unsubscribed) return [];
  const own = reasonsOfTicket(ticket, me);
  return row ? [...new Set([...row.reasons, ...own])] : own;
}

/** True if a person follows a ticket and has not muted it. */
export function follows(ticket: Ticket, row: TicketSubscription | undefined, me: string): boolean {
  return row?.muted !== true && reasonsOf(ticket, row, me).length > 0;
}
