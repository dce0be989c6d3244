import { may, mayIn } from "@/sync/allowed";
import { forOwn } from "@/sync/capabilityWords";
import { restrictedListOf, type Placed } from "@/sync/homes";
import type { SyncState } from "@/sync/types";
import type { Capabilities, CapabilitiesOnMembers, Capability, HeldRole, Member, RoleRecord, Ticket } from "@/wire/generated";

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

const onMembers = (capabilities: Capabilities | null, theirs: HeldRole): CapabilitiesOnMembers | undefined =>
  capabilities?.members.find(({ role }) => role === theirs);

/** The roles that a person may give a member, with the present one among them. Empty if there is no other to choose. */
export function grantable(capabilities: Capabilities | null, theirs: HeldRole): readonly HeldRole[] {
  const give = onMembers(capabilities, theirs)?.give ?? [];
  return give.some((role) => role !== theirs) ? give : [];
}

/** True if the workspace would have no owner without this member. */
export function isOnlyOwner(member: Pick<Member, "id" | "role">, members: readonly Pick<Member, "id" | "role" | "state">[]): boolean {
  return member.role === "owner" && !members.some(({ id, role, state }) => id !== member.id && role === "owner" && state === "active");
}

/** True if a person may remove a member from the workspace, or leave it. */
export function mayRemove(capabilities: Capabilities | null, me: string | null, member: Pick<Member, "id" | "role">): boolean {
  return member.id === me ? may(capabilities, "leave") : (onMembers(capabilities, member.role)?.remove ?? false);
}

/**
 * True if a person may let a role allow all of `wanted`: people give only what they have. A role that members hold must
 * also leave out something that the person may do, unless the person is an owner.
 */
export function mayGive(capabilities: Capabilities | null, me: Pick<Member, "role"> | undefined, wanted: ReadonlySet<Capability>, isHeld: boolean): boolean {
  if (!may(capabilities, "manageRoles")) return false;
  if (me?.role === "owner") return true;
  const mine = capabilities?.may ?? [];
  const more = mine.some((word) => word !== "leave" && word !== "work" && !wanted.has(word));
  return [...wanted].every((capability) => may(capabilities, capability)) && (more || !isHeld);
}

/** True if a person may change or delete a role that allows `has`. Built-in roles are locked. */
export const mayChangeRole = (
  capabilities: Capabilities | null,
  me: Pick<Member, "role"> | undefined,
  { system }: Pick<RoleRecord, "system">,
  has: ReadonlySet<Capability>,
  isHeld: boolean,
): boolean => system === null && mayGive(capabilities, me, has, isHeld);

/** True if a person may invite to a role that allows `has`: an invitation gives no more than its maker may do. */
export const mayInviteTo = (capabilities: Capabilities | null, me: Pick<Member, "role"> | undefined, has: ReadonlySet<Capability>): boolean =>
  may(capabilities, "invite") && (me?.role === "owner" || [...has].every((capability) => may(capabilities, capability)));
