import { isRole } from "@/sync/selectors";
import type { Command, HeldRole, Member, Role } from "@/wire/generated";

/** The rights in a workspace; the node decides by the same table. */
export type Right =
  /** See the workspace and everything shared in it. */
  | "read"
  /** Tickets, their comments, links, and the lists and labels they are sorted by. */
  | "work"
  /** Statuses, the workspace's name, invitations, members below one's own rank. */
  | "administer";

/** Whether a role has a right. Guests have none yet, and a role that the workspace defines has none on this page. */
export function may(role: HeldRole | null | undefined, right: Right): boolean {
  switch (role) {
    case "owner":
    case "admin":
      return true;
    case "member":
      return right !== "administer";
    default:
      return false;
  }
}

/** The right that a command needs. Leaving is removing oneself, which every member may. */
export function needed(command: Command): Right {
  switch (command.kind) {
    case "workspace.update":
    case "member.setRole":
    case "status.create":
    case "status.update":
    case "status.move":
    case "status.delete":
      return "administer";
    default:
      return "work";
  }
}

const ranks: Record<Role, number> = { guest: 0, member: 1, admin: 2, owner: 3 };
const rankOf = (role: HeldRole): number => (isRole(role) ? ranks[role] : 0);
const roles: readonly Role[] = ["owner", "admin", "member"];

/**
 * The roles that a person may give a member, the present one among them; none if the person may not change the role.
 * Admins cannot raise a member to their own rank, and cannot change members of their own rank; owners may do both. The
 * last owner cannot step down: see isOnlyOwner.
 */
export function grantable(mine: HeldRole | null | undefined, theirs: HeldRole): readonly Role[] {
  if (!mine || !may(mine, "administer")) return [];
  if (mine === "owner") return roles;
  if (rankOf(theirs) >= rankOf(mine)) return [];
  const lower = roles.filter((role) => ranks[role] < rankOf(mine));
  return lower.some((role) => role !== theirs) ? lower : [];
}

/** True if the workspace would have no owner without this member. */
export function isOnlyOwner(member: Pick<Member, "id" | "role">, members: readonly Pick<Member, "id" | "role" | "state">[]): boolean {
  return member.role === "owner" && !members.some(({ id, role, state }) => id !== member.id && role === "owner" && state === "active");
}

/** Whether a person may remove a member from the workspace. Every member may leave. */
export function mayRemove(mine: Pick<Member, "id" | "role"> | undefined, member: Pick<Member, "id" | "role">): boolean {
  if (!mine) return false;
  return mine.id === member.id || (may(mine.role, "administer") && (mine.role === "owner" || rankOf(member.role) < rankOf(mine.role)));
}
