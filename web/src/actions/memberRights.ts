import { may } from "@/sync/allowed";
import type { Capabilities, CapabilitiesOnMembers, Capability, HeldRole, Member, RoleRecord } from "@/wire/generated";

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
