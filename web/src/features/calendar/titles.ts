import { plural, t } from "@lingui/core/macro";
import { formatDate, formatDateLong, type PlainDate } from "@/lib/plainDate";
import type { Span } from "./spans";
import { titleOf, type Mode } from "./weeks";

/** "28 Apr", or "28 Apr to 3 May". */
export const datesOf = ({ from, to }: Span): string => (from === to ? formatDate(to) : between(formatDate(from), formatDate(to)));

const between = (from: string, to: string) => t`${from} to ${to}`;

/** The title of the shown period. */
export const shownTitle = (mode: Mode, day: PlainDate, first: number): string => titleOf(mode, day, first, between);

/** The names of the steps to the period before and to the one after. */
export function stepNames(mode: Mode): { back: string; on: string } {
  if (mode === "month") return { back: t`Previous month`, on: t`Next month` };
  return mode === "week" ? { back: t`Previous week`, on: t`Next week` } : { back: t`Previous four weeks`, on: t`Next four weeks` };
}

/** "Tuesday 28 April 2026, 3 tasks", for screen readers. */
export function dayName(day: PlainDate, count: number): string {
  const name = formatDateLong(day);
  return count === 0 ? name : plural(count, { one: `${name}, # task`, other: `${name}, # tasks` });
}
