import { addDays, daysBetween, weekday, type PlainDate } from "@/lib/plainDate";

/** The days on which a workspace works. */
export interface WorkingDays {
  /** Seven flags, Monday first. If none is true, every day of the week counts as a working day. */
  weekdays: readonly boolean[];
  holidays: ReadonlySet<PlainDate>;
}

/** Monday to Friday, without holidays: the working days of a workspace that has set none. */
export const mondayToFriday: WorkingDays = { weekdays: [true, true, true, true, true, false, false], holidays: new Set() };

const everyDay: readonly boolean[] = [true, true, true, true, true, true, true];
const weekOf = ({ weekdays }: WorkingDays): readonly boolean[] => (weekdays.includes(true) ? weekdays : everyDay);

export const isWorkingDay = (days: WorkingDays, date: PlainDate): boolean => weekOf(days)[weekday(date)] === true && !days.holidays.has(date);

/** The day itself if people work on it, or else the first working day after it. */
export function nextWorkingDay(days: WorkingDays, date: PlainDate): PlainDate {
  let day = date;
  while (!isWorkingDay(days, day)) day = addDays(day, 1);
  return day;
}

/** How many working days lie from one day to another, both included. 0 if `to` is before `from`. */
export function workingDaysBetween(days: WorkingDays, from: PlainDate, to: PlainDate): number {
  if (to < from) return 0;
  const week = weekOf(days);
  const all = daysBetween(from, to) + 1;
  const first = weekday(from);
  let count = Math.floor(all / 7) * week.filter(Boolean).length;
  for (let day = 0; day < all % 7; day += 1) if (week[(first + day) % 7]) count += 1;
  for (const date of days.holidays) if (date >= from && date <= to && week[weekday(date)]) count -= 1;
  return count;
}

/** The nth working day after a day; with a number below 0, before it. 0 gives the day itself. */
export function addWorkingDays(days: WorkingDays, date: PlainDate, n: number): PlainDate {
  const step = Math.sign(n);
  const aWeek = weekOf(days).filter(Boolean).length;
  let left = Math.abs(n);
  let day = date;
  // Whole weeks are skipped at once. At least one day is left for the steps below, which end on a working day.
  while (left > aWeek) {
    const weeks = Math.floor((left - 1) / aWeek);
    const to = addDays(day, step * weeks * 7);
    left -= step > 0 ? workingDaysBetween(days, addDays(day, 1), to) : workingDaysBetween(days, to, addDays(day, -1));
    day = to;
  }
  while (left > 0) {
    day = addDays(day, step);
    if (isWorkingDay(days, day)) left -= 1;
  }
  return day;
}

/** How many working days `to` is after `from`: below 0 if `to` is earlier. */
export const workingDaysFrom = (days: WorkingDays, from: PlainDate, to: PlainDate): number =>
  to >= from ? workingDaysBetween(days, addDays(from, 1), to) : -workingDaysBetween(days, to, addDays(from, -1));
