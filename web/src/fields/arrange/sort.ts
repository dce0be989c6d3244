import type { Ticket } from "@/wire/generated";
import type { SortPart } from "../field";

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compare(a: string | number, b: string | number, collated: boolean): number {
  if (typeof a === "number" || typeof b === "number") return Number(a) - Number(b);
  if (collated) return words.compare(a, b);
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Sorts stably: tickets with the same key keep the order of the place. Without `by` that order stays, or is reversed. */
export function sorted(tickets: readonly Ticket[], by: SortPart | undefined, descending: boolean): readonly Ticket[] {
  if (!by) return descending ? tickets.toReversed() : tickets;
  const { key, tie, collated = false } = by;
  const way = descending ? -1 : 1;
  return tickets.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return way * (compare(left, right, collated) || (tie?.(a, b) ?? 0));
  });
}
