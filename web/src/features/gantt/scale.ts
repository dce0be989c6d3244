import { addDays, addMonths, daysBetween, plainDate, weekday, type PlainDate } from "@/lib/plainDate";

/** The zooms, from the closest to the widest. */
export const zooms = ["day", "week", "month", "quarter", "year"] as const;
export type Zoom = (typeof zooms)[number];

/** The width of a day in pixels. */
const dayWidths: Readonly<Record<Zoom, number>> = { day: 48, week: 24, month: 8, quarter: 3, year: 1 };

export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The units of the two rows of the head. */
export const headUnits: Readonly<Record<Zoom, { upper: Unit; lower: Unit }>> = {
  day: { upper: "month", lower: "day" },
  week: { upper: "month", lower: "day" },
  month: { upper: "month", lower: "week" },
  quarter: { upper: "quarter", lower: "month" },
  year: { upper: "year", lower: "quarter" },
};

/** The days of the chart, from left to right. All positions are pixels from the start of its first day. */
export interface Axis {
  zoom: Zoom;
  first: PlainDate;
  days: number;
  dayWidth: number;
}

/** Whole years around today and around all dates that are shown. */
const margin = 5;
/** Dates further away are drawn at the edge: a browser cannot scroll an axis of thousands of years. */
const furthest = 100;

const yearOf = (date: PlainDate): number => Number(date.slice(0, 4));

/** An axis that reaches beyond today and the dates of all tickets. */
export function axisFor(zoom: Zoom, now: PlainDate, range: { start: PlainDate; end: PlainDate } | null): Axis {
  const year = yearOf(now);
  const from = Math.max(year - furthest, Math.min(year, range === null ? year : yearOf(range.start)) - margin, 1);
  const to = Math.min(year + furthest, Math.max(year, range === null ? year : yearOf(range.end)) + margin, 9_998);
  const first = plainDate(from, 1, 1);
  return { zoom, first, days: daysBetween(first, plainDate(to + 1, 1, 1)), dayWidth: dayWidths[zoom] };
}

export const widthOf = ({ days, dayWidth }: Axis): number => days * dayWidth;

/** The index of a day on the axis, from 0. Days outside of the axis have an index, too. */
export const dayOf = ({ first }: Axis, date: PlainDate): number => daysBetween(first, date);

/** The left edge of a day. */
export const xOf = (axis: Axis, date: PlainDate): number => dayOf(axis, date) * axis.dayWidth;

export const dateOf = ({ first }: Axis, day: number): PlainDate => addDays(first, day);

/** The day at a position, within the axis. */
export function dateAt(axis: Axis, x: number): PlainDate {
  const day = Math.floor(x / axis.dayWidth);
  return dateOf(axis, Math.min(Math.max(day, 0), axis.days - 1));
}

/** The zoom some steps closer or wider, within the zooms that exist. */
export function zoomBy(zoom: Zoom, steps: number): Zoom {
  const at = Math.min(Math.max(zooms.indexOf(zoom) - steps, 0), zooms.length - 1);
  return zooms[at] ?? zoom;
}

/** The closest zoom that shows so many days in a window; the widest one if none does. */
export const zoomToFit = (days: number, width: number): Zoom => zooms.find((zoom) => days * dayWidths[zoom] <= width) ?? "year";

/** The scroll position on another axis that keeps the day at `at` pixels from the edge of the window. */
export const scrollOnAxis = (before: Axis, after: Axis, scrollLeft: number, at: number): number =>
  ((scrollLeft + at) / before.dayWidth + daysBetween(after.first, before.first)) * after.dayWidth - at;

/** The first day of the unit that a day is in. Weeks begin on Monday. */
export function startOfUnit(unit: Unit, date: PlainDate): PlainDate {
  const month = Number(date.slice(5, 7));
  switch (unit) {
    case "day":
      return date;
    case "week":
      return addDays(date, -weekday(date));
    case "month":
      return `${date.slice(0, 8)}01`;
    case "quarter":
      return plainDate(yearOf(date), month - ((month - 1) % 3), 1);
    case "year":
      return plainDate(yearOf(date), 1, 1);
  }
}

/** The first day of the next unit. `start` is the first day of one. */
export function nextUnit(unit: Unit, start: PlainDate): PlainDate {
  switch (unit) {
    case "day":
      return addDays(start, 1);
    case "week":
      return addDays(start, 7);
    case "month":
      return addMonths(start, 1);
    case "quarter":
      return addMonths(start, 3);
    case "year":
      return addMonths(start, 12);
  }
}
