import { addDays, addMonths, daysBetween, formatMonth, plainDate, weekday, type PlainDate } from "@/lib/plainDate";
import { t } from "@lingui/core/macro";

export const roadmapZooms = ["month", "quarter", "year"] as const;
export type RoadmapZoom = (typeof roadmapZooms)[number];

/** The width of a day in pixels. */
const dayWidths: Readonly<Record<RoadmapZoom, number>> = { month: 12, quarter: 4, year: 1.25 };

/** How many quarters the axis reaches beyond today and all bars, so that it fills a wide window. */
const margins: Readonly<Record<RoadmapZoom, number>> = { month: 1, quarter: 3, year: 12 };

/** Bars further away are cut off: an axis of centuries could not be scrolled. */
const mostYears = 10;

/** The days of a roadmap, from left to right. */
export interface Axis {
  zoom: RoadmapZoom;
  /** The first day, which begins a quarter. */
  first: PlainDate;
  /** The first day behind the axis. */
  end: PlainDate;
  dayWidth: number;
}

const monthOf = (date: PlainDate) => Number(date.slice(5, 7));
const yearOf = (date: PlainDate) => Number(date.slice(0, 4));
const quarterStart = (date: PlainDate) => plainDate(yearOf(date), monthOf(date) - ((monthOf(date) - 1) % 3), 1);

/** An axis that reaches beyond today and all bars. */
export function axisOf(zoom: RoadmapZoom, now: PlainDate, bars: readonly { from: PlainDate; to: PlainDate }[]): Axis {
  const [least, most] = [addMonths(now, -12 * mostYears), addMonths(now, 12 * mostYears)];
  const days = [now, ...bars.flatMap(({ from, to }) => [from, to])].map((day) => (day < least ? least : day > most ? most : day)).toSorted();
  const [earliest = now, latest = now] = [days[0], days.at(-1)];
  const margin = 3 * margins[zoom];
  return { zoom, first: addMonths(quarterStart(earliest), -margin), end: addMonths(quarterStart(latest), margin + 3), dayWidth: dayWidths[zoom] };
}

export const widthOf = ({ first, end, dayWidth }: Axis): number => daysBetween(first, end) * dayWidth;

/** The left edge of a day, within the axis. */
export function xOf({ first, end, dayWidth }: Axis, date: PlainDate): number {
  const day = date < first ? first : date > end ? end : date;
  return daysBetween(first, day) * dayWidth;
}

/** The place of a bar, whose last day belongs to it. */
export function placeOf(axis: Axis, { from, to }: { from: PlainDate; to: PlainDate }): { left: number; width: number } {
  const left = xOf(axis, from);
  // The day behind 9999 has no name.
  const right = to < axis.end ? xOf(axis, addDays(to, 1)) : widthOf(axis);
  return { left, width: Math.max(right - left, axis.dayWidth, 4) };
}

/** A mark of the head. `x` is its left edge. */
export interface Tick {
  x: number;
  text: string;
}

/** The first days of months, quarters or years from the start of the axis to its end. */
function starts({ first, end }: Axis, months: number): PlainDate[] {
  const days: PlainDate[] = [];
  for (let day = first; day < end; day = addMonths(day, months)) days.push(day);
  return days;
}

/** The upper row of the head: months, or years if a month is narrow. The first mark may be cut. */
export function majorTicks(axis: Axis): Tick[] {
  if (axis.zoom !== "year") return starts(axis, 1).map((day) => ({ x: xOf(axis, day), text: formatMonth(day) }));
  const years = starts(axis, 3).filter((day, index) => index === 0 || monthOf(day) === 1);
  return years.map((day) => ({ x: xOf(axis, day), text: String(yearOf(day)) }));
}

/** The lower row: the days of Mondays, every one or every other, or quarters. */
export function minorTicks(axis: Axis): Tick[] {
  if (axis.zoom === "year") return starts(axis, 3).map((day) => ({ x: xOf(axis, day), text: t`Q${(monthOf(day) + 2) / 3}` }));
  const step = axis.zoom === "month" ? 7 : 14;
  const ticks: Tick[] = [];
  const monday = addDays(axis.first, (7 - weekday(axis.first)) % 7);
  for (let day = monday; day < axis.end; day = addDays(day, step)) ticks.push({ x: xOf(axis, day), text: String(Number(day.slice(8))) });
  return ticks;
}

/** Where the lines of the chart stand: at months, or at quarters if a month is narrow. */
export const gridLines = (axis: Axis): number[] => starts(axis, axis.zoom === "year" ? 3 : 1).map((day) => xOf(axis, day));
