import type { Capabilities, Capability, Role } from "@/wire/generated";

const member: Capability[] = [
  "read",
  "manageLabels",
  "createLists",
  "editLists",
  "deleteLists",
  "createTickets",
  "editTickets",
  "editOwnTickets",
  "deleteTickets",
  "deleteOwnTickets",
  "comment",
  "import",
];
const admin: Capability[] = [
  ...member,
  "updateWorkspace",
  "invite",
  "manageMembers",
  "manageApiKeys",
  "manageStatuses",
  "manageAttributes",
  "restrictLists",
  "moderateComments",
];
const every: Role[] = ["owner", "admin", "member", "guest"];
const below: Role[] = ["member", "guest"];

const on = (give: Role[], theirs: readonly Role[]): Capabilities["members"] =>
  every.map((role) => ({ role, give: theirs.includes(role) ? give : [], remove: theirs.includes(role) }));

const words = (capabilities: Capability[]): Capabilities["may"] => [...capabilities, "leave", "work"];

/** The capabilities that the node sends to people of these roles (CP1). */
export const capabilitiesOf: Record<Role, Capabilities> = {
  owner: { may: words([...admin, "manageRoles", "readAudit"]), members: on(every, every) },
  admin: { may: words(admin), members: on(below, below) },
  member: { may: words(member), members: on([], []) },
  guest: { may: ["createTickets", "editTickets", "editOwnTickets", "deleteOwnTickets", "comment", "leave"], members: on([], []) },
};

/** The same for the other two roles that every workspace has. */
export const commenter: Capabilities = { may: ["read", "comment", "leave"], members: on([], []) };
export const viewer: Capabilities = { may: ["read", "leave"], members: on([], []) };
