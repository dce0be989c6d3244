import type { Capabilities, Role } from "@/wire/generated";

const work = ["read", "work", "leave"] as const;
const all: Capabilities["may"] = [...work, "updateWorkspace", "manageStatuses", "manageMembers", "invite"];
const every: Role[] = ["owner", "admin", "member", "guest"];
const below: Role[] = ["member", "guest"];

const on = (give: Role[], theirs: readonly Role[]): Capabilities["members"] =>
  every.map((role) => ({ role, give: theirs.includes(role) ? give : [], remove: theirs.includes(role) }));

/** The capabilities that the node sends to people of these roles (CP1). */
export const capabilitiesOf: Record<Role, Capabilities> = {
  owner: { may: all, members: on(every, every) },
  admin: { may: all, members: on(below, below) },
  member: { may: [...work], members: on([], []) },
  guest: { may: ["leave"], members: on([], []) },
};
