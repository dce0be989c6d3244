import { t } from "@lingui/core/macro";
import { daysBetween, weekday, type PlainDate } from "@/lib/plainDate";
import { region } from "@/words/region";
import { dateOf, dayOf, headUnits, nextUnit, startOfUnit, type Axis, type Unit, type Zoom } from "./scale";
import type { DayRange } from "./sight";

/** A cell of the head, or a column below it: a whole unit of time. */
export interface Cell {
  date: PlainDate;
  /** Its first day on the axis. The first cell may begin before the axis. */
  day: number;
  days: number;
}

/** The units that touch a range of days. */
export function cellsOf(axis: Axis, unit: Unit, { from, to }: DayRange): Cell[] {
  const cells: Cell[] = [];
  let date = startOfUnit(unit, dateOf(axis, from));
  for (let day = dayOf(axis, date); day < to; ) {
    const next = nextUnit(unit, date);
    const days = daysBetween(date, next);
    cells.push({ date, day, days });
    day += days;
    date = next;
  }
  return cells;
}

/** Days without work that follow each other, as one column. */
export function restRuns(axis: Axis, { from, to }: DayRange, works: (date: PlainDate) => boolean): { day: number; days: number }[] {
  const runs: { day: number; days: number }[] = [];
  for (let day = from; day < to; day += 1) {
    if (works(dateOf(axis, day))) continue;
    const last = runs.at(-1);
    if (last && last.day + last.days === day) last.days += 1;
    else runs.push({ day, days: 1 });
  }
  return runs;
}

/** The vertical lines of the chart: those between large units are darker. */
export function linesIn(axis: Axis, range: DayRange): { day: number; strong: boolean }[] {
  const { upper, lower } = headUnits[axis.zoom];
  // If a week is narrow, days have no lines.
  const fine: Unit = axis.zoom === "week" ? "week" : lower;
  const strong = new Set(cellsOf(axis, upper, range).map(({ day }) => day));
  const days = new Set([...cellsOf(axis, fine, range).map(({ day }) => day), ...strong]);
  return [...days].filter((day) => day >= 0).map((day) => ({ day, strong: strong.has(day) }));
}

const formatOf = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(region, { ...parts, timeZone: "UTC" });
const monthLong = formatOf({ month: "long" });
const monthShort = formatOf({ month: "short" });
const dayOfWeek = formatOf({ weekday: "short" });
const at = (date: PlainDate) => Date.parse(`${date}T00:00:00Z`);

const quarterOf = (date: PlainDate) => Math.ceil(Number(date.slice(5, 7)) / 3);
const quarterName = (quarter: number) => t`Q${quarter}`;

/** The name of a cell in the upper row, and the year beside it. */
export function upperName(zoom: Zoom, date: PlainDate): { name: string; year: string | null } {
  const year = date.slice(0, 4);
  if (zoom === "year") return { name: year, year: null };
  return { name: zoom === "quarter" ? quarterName(quarterOf(date)) : monthLong.format(at(date)), year };
}

/** The name of a cell in the lower row. */
export function lowerName(zoom: Zoom, date: PlainDate): string {
  if (zoom === "year") return quarterName(quarterOf(date));
  if (zoom === "quarter") return monthShort.format(at(date));
  const day = String(Number(date.slice(8)));
  return zoom === "day" ? `${dayOfWeek.format(at(date))} ${day}` : day;
}

export const isWeekend = (date: PlainDate): boolean => weekday(date) > 4;
