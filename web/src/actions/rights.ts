import { isRole } from "@/sync/selectors";
import type { Capabilities, Capability, CapabilitiesOnMembers, HeldRole, Member, Role } from "@/wire/generated";

/** Whether a person may do something: the node says so (CP1). What the node has not said, the person may not do. */
export const may = (capabilities: Capabilities | null, what: Capability): boolean => capabilities?.may.includes(what) ?? false;

/** The roles that this app offers. It makes no guests, who could do nothing but leave. */
const offered: readonly Role[] = ["owner", "admin", "member"];

/** A role that the workspace defines is on no list of the node: its holders can be neither changed nor removed here. */
const onMembers = (capabilities: Capabilities | null, theirs: HeldRole): CapabilitiesOnMembers | undefined =>
  isRole(theirs) ? capabilities?.members.find(({ role }) => role === theirs) : undefined;

/** The roles that a person may give a member, the present one among them; none if there is no other to choose. */
export function grantable(capabilities: Capabilities | null, theirs: HeldRole): readonly Role[] {
  const give = onMembers(capabilities, theirs)?.give ?? [];
  const roles = offered.filter((role) => give.includes(role));
  return roles.some((role) => role !== theirs) ? roles : [];
}

/** True if the workspace would have no owner without this member. */
export function isOnlyOwner(member: Pick<Member, "id" | "role">, members: readonly Pick<Member, "id" | "role" | "state">[]): boolean {
  return member.role === "owner" && !members.some(({ id, role, state }) => id !== member.id && role === "owner" && state === "active");
}

/** Whether a person may remove a member from the workspace, or leave it. */
export function mayRemove(capabilities: Capabilities | null, me: string | null, member: Pick<Member, "id" | "role">): boolean {
  return member.id === me ? may(capabilities, "leave") : (onMembers(capabilities, member.role)?.remove ?? false);
}
