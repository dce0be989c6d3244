import { capabilities as known, forOwn } from "@/sync/capabilityWords";
import { isRole } from "@/sync/selectors";
import type { ById } from "@/sync/types";
import type { Capability, HeldRole, Member, RoleRecord } from "@/wire/generated";

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

/** How many active members hold each role. */
export function holderCounts(members: ById<Member>): ReadonlyMap<HeldRole, number> {
  const counts = new Map<HeldRole, number>();
  for (const { role, state } of Object.values(members)) if (state === "active") counts.set(role, (counts.get(role) ?? 0) + 1);
  return counts;
}

/** The capabilities of a role that this page knows. A capability for all tasks includes the one for own tasks. */
export function capabilitiesIn({ capabilities }: Pick<RoleRecord, "capabilities">): Set<Capability> {
  return withOwn(known.filter((capability) => capabilities.includes(capability)));
}

export const withOwn = (wanted: Iterable<Capability>): Set<Capability> => {
  const all = new Set(wanted);
  for (const capability of all) if (forOwn[capability]) all.add(forOwn[capability]);
  return all;
};

/** The capability that gives this one as well, if the role has it: its own checkbox can then not be cleared. */
export const includedBy = (capability: Capability, has: ReadonlySet<Capability>): Capability | undefined =>
  known.find((each) => forOwn[each] === capability && has.has(each));

/** The unsaved changes of a role: for each capability that was ticked or cleared, whether the role will have it. */
export type Draft = Partial<Record<Capability, boolean>>;

/** The capabilities that a role will have once its draft is saved. */
export function drafted(role: Pick<RoleRecord, "capabilities">, draft: Draft | undefined): Set<Capability> {
  const has = capabilitiesIn(role);
  for (const capability of known) {
    const wanted = draft?.[capability];
    if (wanted === true) has.add(capability);
    if (wanted === false) has.delete(capability);
  }
  return withOwn(has);
}

/** The capabilities that a draft adds or removes. */
export function changedIn(role: Pick<RoleRecord, "capabilities">, draft: Draft | undefined): Capability[] {
  const [before, after] = [capabilitiesIn(role), drafted(role, draft)];
  return known.filter((capability) => before.has(capability) !== after.has(capability));
}
