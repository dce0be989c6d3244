import { coarseWork, forOwn } from "@/sync/capabilityWords";
import type { Capabilities, CapabilitiesOnMembers, Capability, HeldRole, Member, Ticket } from "@/wire/generated";

/** True if the node allows a person something (CP1). The default is false. */
export const may = (capabilities: Capabilities | null, what: Capability | "leave"): boolean =>
  capabilities !== null && (capabilities.may.includes(what) || (capabilities.may.includes("work") && coarseWork.has(what)));

/** True if a person may do something to all tickets, or at least to their own. */
export function mayToSome(capabilities: Capabilities | null, what: Capability): boolean {
  const own = forOwn[what];
  return may(capabilities, what) || (own !== undefined && may(capabilities, own));
}

/** Whose a ticket is, as the node decides it: only the creator of a ticket deletes it as their own. */
const isOwn = (what: Capability, ticket: Owned, me: string | null): boolean =>
  ticket.createdUserId === me || (what === "editTickets" && me !== null && ticket.assigneesIds.includes(me));

/** The fields of a ticket that say whose it is. */
export type Owned = Pick<Ticket, "createdUserId" | "assigneesIds">;

/** True if a person may do something to each of these tickets. */
export function mayOn(capabilities: Capabilities | null, what: Capability, tickets: readonly Owned[], me: string | null): boolean {
  const own = forOwn[what];
  return may(capabilities, what) || (own !== undefined && may(capabilities, own) && tickets.every((ticket) => isOwn(what, ticket, me)));
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
