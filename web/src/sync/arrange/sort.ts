import { priorities } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import type { SortBy } from "./settings";

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** What a ticket is sorted by; null goes last, whichever way the others run. */
const valueOf = {
  priority: (ticket: Ticket) => (ticket.priority === null ? null : priorities.indexOf(ticket.priority)),
  due: (ticket: Ticket) => ticket.dueDate,
  created: (ticket: Ticket) => ticket.createdAt,
  title: (ticket: Ticket) => ticket.title,
};

function compare(by: Exclude<SortBy, "manual">, a: string | number, b: string | number): number {
  if (typeof a === "number" || typeof b === "number") return Number(a) - Number(b);
  return by === "title" ? words.compare(a, b) : byText(a, b);
}

/** Sorts stably: equals keep the order of the place. `manual` is that order. */
export function sorted(tickets: readonly Ticket[], by: SortBy, descending: boolean): readonly Ticket[] {
  if (by === "manual") return descending ? tickets.toReversed() : tickets;
  const value = valueOf[by];
  const way = descending ? -1 : 1;
  return tickets.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    // Of one moment, as an import makes them, the higher number is the newer.
    const tie = by === "created" ? (a.number ?? Infinity) - (b.number ?? Infinity) || 0 : 0;
    return way * (compare(by, left, right) || tie);
  });
}
