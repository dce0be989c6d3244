import type { Capability, HeldRole, RoleRecord } from "@/wire/generated";
import { capabilities as known, forOwn } from "./capabilityWords";
import { isRole } from "./selectors";
import type { ById } from "./types";

/** Before and after the roles that the workspace defines. */
const [first, last] = [
  ["owner", "admin", "member"],
  ["commenter", "viewer", "guest"],
] as const;

const placeOf = ({ system }: RoleRecord): number => {
  if (system === null) return first.length;
  const above = first.findIndex((word) => word === system);
  return above < 0 ? first.length + 1 + last.findIndex((word) => word === system) : above;
};

/** Owner, Admin and Member, then the roles that the workspace defines in the order of their creation, then the others. */
export const rolesInOrder = (roles: ById<RoleRecord>): RoleRecord[] =>
  Object.values(roles).toSorted((a, b) => placeOf(a) - placeOf(b) || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1));

/** The role as the rows of its holders name it: four built-in roles are words. */
export const heldAs = ({ id, system }: Pick<RoleRecord, "id" | "system">): HeldRole => (system !== null && isRole(system) ? system : id);

/** The capabilities of a role that this page knows. A capability for all tasks includes the one for own tasks. */
export function capabilitiesIn({ capabilities }: Pick<RoleRecord, "capabilities">): Set<Capability> {
  return withOwn(known.filter((capability) => capabilities.includes(capability)));
}

export const withOwn = (wanted: Iterable<Capability>): Set<Capability> => {
  const all = new Set(wanted);
  for (const capability of all) if (forOwn[capability]) all.add(forOwn[capability]);
  return all;
};
