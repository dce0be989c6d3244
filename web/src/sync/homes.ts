import type { Capability, HeldRole, Member, Share, Ticket } from "@/wire/generated";
import { homeOf, type TicketHome } from "./kinds/ticket/home";
import { membersInOrder } from "./selectors";
import type { ById, SyncState, View } from "./types";

export type { TicketHome };

const shown = new WeakMap<ById<Share>, ReadonlySet<string>>();

/** The restricted lists that the person sees. One person at least always manages such a list. */
export function restrictedLists({ shares }: Pick<View, "shares">): ReadonlySet<string> {
  const known = shown.get(shares) ?? new Set(Object.values(shares).map(({ listId }) => listId));
  shown.set(shares, known);
  return known;
}

/** The lists that a ticket in `own` leaves when it comes into a list: a ticket of a restricted list is in no other list. */
export function leftFor(view: Pick<View, "shares">, own: readonly string[], listId: string): string[] {
  const restricted = restrictedLists(view);
  return own.filter((id) => id !== listId && (restricted.has(listId) || restricted.has(id)));
}

/** Where a ticket lives: with its creator (`private`), in the workspace (`open`), or in a restricted list, named by its id. */
export function homeIn(view: Pick<View, "shares" | "tickets">, ticket: Placed): TicketHome {
  const restricted = restrictedLists(view);
  return homeOf({ ticket: (id) => view.tickets[id], isRestricted: (id) => restricted.has(id) }, ticket);
}

/** The fields of a ticket that say where it lives. */
export type Placed = Pick<Ticket, "id" | "private" | "lists" | "parentTicketId">;

/** The restricted list in which a ticket lives; null if it lives elsewhere. */
export function restrictedListOf(view: Pick<View, "shares" | "tickets">, ticket: Placed): string | null {
  if (ticket.private || restrictedLists(view).size === 0) return null;
  const home = homeIn(view, ticket);
  return home === "open" || home === "private" ? null : home;
}

/** The rows that say who sees what. */
export type Sight = Pick<SyncState, "members" | "roles" | "shares" | "me">;

/** True if a person sees what lives in a home. Only the person who looks sees their own private tickets. */
export function sees({ members, roles, shares, me }: Sight, userId: string, home: TicketHome): boolean {
  const member = members[userId];
  if (home === "private") return userId === me;
  if (!member || member.state === "left") return false;
  return home === "open" ? roleAllows(roles, member.role, "read") : Object.values(shares).some((share) => share.listId === home && share.userId === userId);
}

/** The active people who see what lives in a home, by name. */
export const audienceOf = (view: Sight, home: TicketHome): readonly Member[] =>
  membersInOrder(view).filter(({ id, state }) => state === "active" && sees(view, id, home));

/** True if a role names a capability. What a person may do in fact, the node decides. */
export function roleAllows(roles: SyncState["roles"], role: HeldRole, what: Capability): boolean {
  const record = roles[role] ?? Object.values(roles).find(({ system }) => system === role);
  return record ? record.capabilities.includes(what) : role !== "guest";
}
