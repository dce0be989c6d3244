import { t } from "@lingui/core/macro";
import type { Ticket } from "@/wire/generated";
import type { SortPart } from "../field";
import type { Config } from "../options";
import { idsOf, type Choice } from "../value";

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compare(a: string | number, b: string | number, collated: boolean): number {
  if (typeof a === "number" || typeof b === "number") return Number(a) - Number(b);
  if (collated) return words.compare(a, b);
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The order of the names of a ticket's options: by the first of them, then by the next. */
export const byNames = (order: number, value: Choice): SortPart => ({
  order,
  ways: [() => t`A to Z`, () => t`Z to A`],
  key: (ticket, config) => idsOf(value, ticket).flatMap((id) => value.options.find(config, id)?.name ?? []).sort(words.compare).join() || null,
  collated: true,
});

/** Sorts stably: tickets with the same key keep the order of the place. Without `by` that order stays, or is reversed. */
export function sorted(tickets: readonly Ticket[], by: SortPart | undefined, descending: boolean, config: Config): readonly Ticket[] {
  if (!by) return descending ? tickets.toReversed() : tickets;
  const { key, tie, collated = false } = by;
  const way = descending ? -1 : 1;
  return tickets
    .map((ticket) => ({ ticket, at: key(ticket, config) }))
    .sort((a, b) => {
      if (a.at === null || b.at === null) return Number(a.at === null) - Number(b.at === null);
      return way * (compare(a.at, b.at, collated) || (tie?.(a.ticket, b.ticket) ?? 0));
    })
    .map(({ ticket }) => ticket);
}
