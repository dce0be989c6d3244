import { isRole } from "@/sync/selectors";
import type { Capabilities, Capability, CapabilitiesOnMembers, HeldRole, Member, Role } from "@/wire/generated";

/** True if the node allows a person something (CP1). The default is false. */
export const may = (capabilities: Capabilities | null, what: Capability): boolean => capabilities?.may.includes(what) ?? false;

/** The roles that this app offers. Guests are left out: they could only leave. */
const offered: readonly Role[] = ["owner", "admin", "member"];

/** The node lists no role that the workspace defines: its holders can be neither changed nor removed here. */
const onMembers = (capabilities: Capabilities | null, theirs: HeldRole): CapabilitiesOnMembers | undefined =>
  isRole(theirs) ? capabilities?.members.find(({ role }) => role === theirs) : undefined;

/** The roles that a person may give a member, with the present one among them. Empty if there is no other to choose. */
export function grantable(capabilities: Capabilities | null, theirs: HeldRole): readonly Role[] {
  const give = onMembers(capabilities, theirs)?.give ?? [];
  const roles = offered.filter((role) => give.includes(role));
  return roles.some((role) => role !== theirs) ? roles : [];
}

/** True if the workspace would have no owner without this member. */
export function isOnlyOwner(member: Pick<Member, "id" | "role">, members: readonly Pick<Member, "id" | "role" | "state">[]): boolean {
  return member.role === "owner" && !members.some(({ id, role, state }) => id !== member.id && role === "owner" && state === "active");
}

/** True if a person may remove a member from the workspace, or leave it. */
export function mayRemove(capabilities: Capabilities | null, me: string | null, member: Pick<Member, "id" | "role">): boolean {
  return member.id === me ? may(capabilities, "leave") : (onMembers(capabilities, member.role)?.remove ?? false);
}
