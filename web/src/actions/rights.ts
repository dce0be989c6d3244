import { may, mayIn } from "@/sync/allowed";
import { forOwn } from "@/sync/capabilityWords";
import { restrictedListOf, type Placed } from "@/sync/homes";
import type { SyncState } from "@/sync/types";
import type { Capabilities, Capability, Ticket } from "@/wire/generated";

export { may, mayIn };

/** True if a person may do something to all tickets, or at least to their own. */
export function mayToSome(capabilities: Capabilities | null, what: Capability): boolean {
  const own = forOwn[what];
  return may(capabilities, what) || (own !== undefined && may(capabilities, own));
}

/** Whose a ticket is, as the node decides it: only the creator of a ticket deletes it as their own. */
const isOwn = (what: Capability, ticket: Pick<Ticket, "createdUserId" | "assigneesIds">, me: string | null): boolean =>
  ticket.createdUserId === me || (what === "editTickets" && me !== null && ticket.assigneesIds.includes(me));

/** The fields of a ticket that say whose it is, and where it lives. */
export type Owned = Pick<Ticket, "createdUserId" | "assigneesIds"> & Placed;

/** What says what a person may do to a ticket. */
export type Rights = Pick<SyncState, "capabilities" | "me" | "shares" | "tickets" | "lists">;

/** True if a list is archived. Rows from nodes of the previous version have no such field. */
export const isArchived = ({ lists }: Pick<SyncState, "lists">, listId: string | null): boolean => listId !== null && Boolean(lists[listId]?.archivedAt);

const changing: readonly Capability[] = ["editTickets", "deleteTickets", "createTickets"];

/** True if a ticket is in lists and all of them are archived: it can be read and talked about, and nothing else. */
const rests = (view: Rights, { lists, trashedAt }: Owned & Partial<Pick<Ticket, "trashedAt">>): boolean =>
  lists.length > 0 && !trashedAt && lists.every(({ listId }) => isArchived(view, listId));

/** True if a person may do something to each of these tickets, in the list where each of them lives. */
export function mayOn(view: Rights, what: Capability, tickets: readonly Owned[]): boolean {
  const { capabilities, me } = view;
  if (tickets.length === 0) return mayToSome(capabilities, what);
  const own = forOwn[what];
  return tickets.every((ticket) => {
    if (changing.includes(what) && rests(view, ticket)) return false;
    const home = restrictedListOf(view, ticket);
    return mayIn(capabilities, what, home) || (own !== undefined && mayIn(capabilities, own, home) && isOwn(what, ticket, me));
  });
}
