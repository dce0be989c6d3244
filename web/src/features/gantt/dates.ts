import { spanOf, type Dates } from "@/fields/schedule/span";
import { addDays, daysBetween, type PlainDate } from "@/lib/plainDate";
import type { Zoom } from "./scale";

/** What a drag or a key moves: the whole bar, or one of its ends. */
export type Part = "move" | "start" | "end";

const moved = (date: PlainDate | null, days: number) => (date === null ? null : addDays(date, days));

/**
 * Dates after a move of so many days. An end stops at the other end. A ticket with one date gets the other one when an
 * end is pulled away from it.
 */
export function shifted({ startDate, dueDate }: Dates, part: Part, days: number): Dates {
  if (part === "move") return { startDate: moved(startDate, days), dueDate: moved(dueDate, days) };
  const [first, last] = [startDate ?? dueDate, dueDate ?? startDate];
  if (first === null || last === null) return { startDate, dueDate };
  if (part === "start") {
    const to = addDays(first, days);
    return { startDate: to > last ? last : to, dueDate: last };
  }
  const to = addDays(last, days);
  return { startDate: first, dueDate: to < first ? first : to };
}

export const sameDates = (a: Dates, b: Dates): boolean => a.startDate === b.startDate && a.dueDate === b.dueDate;

/** How many days after its start a bar ends that a single click creates. */
const clicked: Readonly<Record<Zoom, number>> = { day: 1, week: 1, month: 1, quarter: 6, year: 29 };

/** The dates of a new bar, from one day to another in either direction; a click is a drag to the same day. */
export function drawn(zoom: Zoom, from: PlainDate, to: PlainDate): { startDate: PlainDate; dueDate: PlainDate } {
  if (from === to) return { startDate: from, dueDate: addDays(from, clicked[zoom]) };
  return from < to ? { startDate: from, dueDate: to } : { startDate: to, dueDate: from };
}

/** The whole days that the pointer has moved. */
export const daysMoved = (pixels: number, dayWidth: number): number => Math.round(pixels / dayWidth);

/** How long the days take, both ends included. */
export const lengthOf = (start: PlainDate, end: PlainDate): number => daysBetween(start, end) + 1;

/** How far dates have moved away from others: the end, or the start if the end is the same. Null if neither has moved. */
export function driftOf(was: Dates, now: Dates): { end: "start" | "due"; days: number } | null {
  const [before, after] = [spanOf(was), spanOf(now)];
  if (!before || !after) return null;
  const due = daysBetween(before.end, after.end);
  if (due !== 0) return { end: "due", days: due };
  const start = daysBetween(before.start, after.start);
  return start === 0 ? null : { end: "start", days: start };
}
