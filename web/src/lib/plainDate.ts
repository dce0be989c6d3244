import { t } from "@lingui/core/macro";
import { region } from "@/words/region";

/** A date without time and zone, `YYYY-MM-DD`. Such strings sort in the order of the days. */
export type PlainDate = string;

const DAY_MS = 86_400_000;

const formatOf = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(region, { ...parts, timeZone: "UTC" });
const short = formatOf({ day: "numeric", month: "short" });
const shortWithYear = formatOf({ day: "numeric", month: "short", year: "numeric" });
const month = formatOf({ month: "long", year: "numeric" });
const long = formatOf({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const longDayOfWeek = formatOf({ weekday: "long" });
const dayOfWeek = formatOf({ weekday: "short" });

/** UTC throughout, so that no day is 23 hours long. */
const toUtc = (date: PlainDate): number => Date.parse(`${date}T00:00:00Z`);
const fromUtc = (ms: number): PlainDate => new Date(ms).toISOString().slice(0, 10);

/** The present day in the browser's time zone. */
export function today(now = new Date()): PlainDate {
  return plainDate(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** Months count from 1. */
export function plainDate(year: number, month: number, day: number): PlainDate {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

export function isPlainDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toUtc(text)) && fromUtc(toUtc(text)) === text;
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return fromUtc(toUtc(date) + days * DAY_MS);
}

/** The same day of another month, or the month's last day. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return plainDate(toYear, toMonth, Math.min(day, last));
}

export function daysBetween(from: PlainDate, to: PlainDate): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

/** 0 is Monday. */
export function weekday(date: PlainDate): number {
  return (new Date(toUtc(date)).getUTCDay() + 6) % 7;
}

/** The most frequent choices. The week begins on Monday. */
export function nearDays(now: PlainDate = today()): [name: string, date: PlainDate][] {
  return [
    [t`Today`, now],
    [t`Tomorrow`, addDays(now, 1)],
    [t`Next week`, addDays(now, 7 - weekday(now))],
  ];
}

/** The first day of the week of `date`. Weeks begin on `first`; 0 is Monday. */
export const startOfWeek = (date: PlainDate, first = 0): PlainDate => addDays(date, -((weekday(date) - first + 7) % 7));

/** Six whole weeks that contain the month of `date`. Weeks begin on `first`; 0 is Monday. */
export function monthGrid(date: PlainDate, first = 0): PlainDate[][] {
  const start = startOfWeek(`${date.slice(0, 8)}01`, first);
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)));
}

/** "28 Apr"; with the year only if the date is in another year. */
export function formatDate(date: PlainDate, now: PlainDate = today()): string {
  return (date.slice(0, 4) === now.slice(0, 4) ? short : shortWithYear).format(toUtc(date));
}

/** "April 2026". */
export function formatMonth(date: PlainDate): string {
  return month.format(toUtc(date));
}

/** "Tuesday 28 April 2026", for screen readers. */
export function formatDateLong(date: PlainDate): string {
  return long.format(toUtc(date));
}

/** "Tuesday". */
export const weekdayLong = (date: PlainDate): string => longDayOfWeek.format(toUtc(date));

/** "Mon". */
export const weekdayShort = (date: PlainDate): string => dayOfWeek.format(toUtc(date));

/** "Mon" to "Sun", in the order of a week that begins on `first`; 0 is Monday. */
export function weekdayNames(first = 0): string[] {
  return (monthGrid("2026-06-01", first)[0] ?? []).map(weekdayShort);
}
