import { capabilities as known, forOwn } from "@/sync/capabilityWords";
import { capabilitiesIn, withOwn } from "@/sync/roles";
import type { ById } from "@/sync/types";
import type { Capability, HeldRole, Member, RoleRecord } from "@/wire/generated";

/** How many active members hold each role. */
export function holderCounts(members: ById<Member>): ReadonlyMap<HeldRole, number> {
  const counts = new Map<HeldRole, number>();
  for (const { role, state } of Object.values(members)) if (state === "active") counts.set(role, (counts.get(role) ?? 0) + 1);
  return counts;
}

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
