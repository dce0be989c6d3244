import { isSamePlace, keptPlaces, readPlaces, type KeptPlace } from "./keptPlaces";

/** A task or a list that a person has opened. */
export type Visit = KeptPlace<"ticket" | "list">;

const kept = { name: "visits", kinds: ["ticket", "list"] as const, most: 20 };
const places = keptPlaces<Visit["kind"]>(kept);

/** The visits after one more visit, the newest first. Each place is in the list once. */
export const withVisit = (visits: readonly Visit[], { kind, id }: Visit): Visit[] =>
  [{ kind, id }, ...visits.filter((other) => !isSamePlace(other, { kind, id }))].slice(0, kept.most);

/** Reads stored visits. Another build, or a person, may have written them, so unknown entries are ignored. */
export const readVisits = (stored: string | null): Visit[] => readPlaces<Visit["kind"]>(stored, kept);

/** What a person has opened in this browser, the newest first. */
export const visitsOf = places.now;
export const useVisits = places.use;

export const rememberVisit = (workspaceId: string, me: string, visit: Visit): void => places.change(workspaceId, me, (visits) => withVisit(visits, visit));

/**
 * The newest visits, in an order that does not change under the pointer: if the newest places are still the same, they
 * keep the order that they had.
 */
export function settledVisits(before: readonly Visit[], visits: readonly Visit[]): readonly Visit[] {
  const same = before.length === visits.length && visits.every((visit) => before.some((other) => isSamePlace(other, visit)));
  return same ? before : visits;
}
