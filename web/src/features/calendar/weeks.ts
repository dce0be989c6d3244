import { addDays, addMonths, formatDate, formatMonth, monthGrid, startOfWeek, weekday, type PlainDate } from "@/lib/plainDate";

/** How much of the calendar is shown, and in which form. */
export type Mode = "month" | "week" | "agenda";

export const modes: readonly Mode[] = ["month", "week", "agenda"];

/** How many days the agenda lists. */
export const agendaDays = 28;

/** True for a Saturday and a Sunday. */
export const isWeekend = (day: PlainDate): boolean => weekday(day) >= 5;

/** The weeks to show: six around a month, or one. Weeks begin on `first`; 0 is Monday. */
export function weeksOf(mode: Exclude<Mode, "agenda">, day: PlainDate, first: number): PlainDate[][] {
  if (mode === "month") return monthGrid(day, first);
  const start = startOfWeek(day, first);
  return [Array.from({ length: 7 }, (_, place) => addDays(start, place))];
}

/** The weeks without Saturdays and Sundays, or with them. */
export const shownDays = (weeks: readonly (readonly PlainDate[])[], weekends: boolean): PlainDate[][] =>
  weeks.map((week) => week.filter((day) => weekends || !isWeekend(day)));

/** The day to show after a step forward or back: by months in a month, else by as many days as are shown. */
export function stepped(mode: Mode, day: PlainDate, by: -1 | 1): PlainDate {
  if (mode === "month") return addMonths(`${day.slice(0, 8)}01`, by);
  return addDays(day, by * (mode === "week" ? 7 : agendaDays));
}

/** The first and the last day that are shown. */
export function rangeOf(mode: Mode, day: PlainDate, first: number): [from: PlainDate, to: PlainDate] {
  if (mode === "agenda") return [day, addDays(day, agendaDays - 1)];
  const days = weeksOf(mode, day, first).flat();
  return [days[0] ?? day, days.at(-1) ?? day];
}

/** "April 2026", or "27 Apr to 3 May". The words between the dates come from the caller. */
export function titleOf(mode: Mode, day: PlainDate, first: number, between: (from: string, to: string) => string): string {
  if (mode === "month") return formatMonth(day);
  const [from, to] = rangeOf(mode, day, first);
  return between(formatDate(from), formatDate(to));
}

/** Days of the weekend are narrower. */
const weightOf = (day: PlainDate): number => (isWeekend(day) ? 0.72 : 1);

/** The columns of shown days, as a grid template. */
export const columnsOf = (days: readonly PlainDate[]): string => days.map((day) => `minmax(0, ${weightOf(day)}fr)`).join(" ");

/** The width of some columns, as a part of the first of them. */
export function widthOf(days: readonly PlainDate[], first: number, last: number): string {
  const weights = days.slice(first, last + 1).map(weightOf);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return `${((100 * whole) / (weights[0] ?? 1)).toFixed(3)}%`;
}
