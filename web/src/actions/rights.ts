import type { Command, Role } from "@/wire/generated";

/** What somebody may do in a workspace; the node decides the same from the same table. */
export type Right =
  /** See the workspace and everything shared in it. */
  | "read"
  /** Tickets, their comments, links, and the lists and labels they are sorted by. */
  | "work"
  /** Statuses, the workspace's name, invitations, members below one's own rank. */
  | "administer";

/** Whether a role has a right. Guests have none yet. */
export function may(role: Role | null | undefined, right: Right): boolean {
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
