import { isDayFirst, region } from "@/words/region";
import { addDays, addMonths, daysBetween, isPlainDate, plainDate, today, weekday, type PlainDate } from "./plainDate";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const counts = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const monthWord = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const dayNumber = "(\\d{1,2})(?:st|nd|rd|th)?";
const year = "(?:[\\s,./-]+(\\d{4}|'?\\d{2}))?";
const dayThenMonth = new RegExp(`^${dayNumber}[\\s.-]*(?:of )?${monthWord}${year}$`);
const monthThenDay = new RegExp(`^${monthWord}[\\s-]*${dayNumber}${year}$`);
const weekdayAlone = /^(this |next |last )?(mon|tue|wed|thu|fri|sat|sun)(?:s|day|sday|nesday|r|rs|rsday|urday)?$/;

/** Which of two numbers is the day: `12/3` is in March for a reader in London, in December for one in Boston. */
export type NumberOrder = "dayFirst" | "monthFirst";

/** The order in which dates are shown. Typed dates are read in the same order. */
const shownOrder: NumberOrder = isDayFirst(region) ? "dayFirst" : "monthFirst";

interface Reader {
  now?: PlainDate;
  order?: NumberOrder;
}

/**
 * A date as people write it: `today`, `tomorrow`, `fri`, `next fri`, `in 2 weeks`, `+3d`, `3 Dec`, `Dec 3rd, 2026`,
 * `12/3`, `3.12.2026`, `2026-12-03`. Null if the text is not a date. Without a year, the nearest such day is meant.
 */
export function readDate(text: string, { now = today(), order = shownOrder }: Reader = {}): PlainDate | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ").replace(/^on /, "");
  return byName(typed, now) ?? byWeekday(typed, now) ?? byDistance(typed, now) ?? byMonth(typed, now) ?? byNumbers(typed, now, order);
}

function byName(typed: string, now: PlainDate): PlainDate | null {
  switch (typed) {
    case "today":
    case "tod":
      return now;
    case "tomorrow":
    case "tom":
    case "tmr":
    case "tmrw":
      return addDays(now, 1);
    case "yesterday":
      return addDays(now, -1);
    case "next week":
      return addDays(now, 7 - weekday(now));
    case "next month":
      return `${addMonths(now, 1).slice(0, 8)}01`;
    case "end of month":
    case "eom":
      return addDays(`${addMonths(now, 1).slice(0, 8)}01`, -1);
    default:
      return null;
  }
}

/** `fri` is the coming Friday. `this` and `next` count in weeks that start on Monday, like the calendar. */
function byWeekday(typed: string, now: PlainDate): PlainDate | null {
  const [, which = "", name] = weekdayAlone.exec(typed) ?? [];
  if (name === undefined) return null;
  const day = weekdays.indexOf(name);
  const monday = addDays(now, -weekday(now));
  if (which === "this ") return addDays(monday, day);
  if (which === "next ") return addDays(monday, 7 + day);
  if (which === "last ") return addDays(monday, day - 7);
  const ahead = (day - weekday(now) + 7) % 7;
  return addDays(now, ahead === 0 ? 7 : ahead);
}

function byDistance(typed: string, now: PlainDate): PlainDate | null {
  const found = /^(in |\+|-)?\s*(\d{1,4}|[a-z]+) ?(d|days?|w|wks?|weeks?|m|mos?|months?|y|yrs?|years?)( from now| ago)?$/.exec(typed);
  if (!found) return null;
  const [, sign = "", amount = "", unit = "", side = ""] = found;
  const size = /^\d/.test(amount) ? Number(amount) : amount === "a" || amount === "an" ? 1 : counts.indexOf(amount);
  if (size < 0 || (sign !== "" && sign !== "in " && side !== "")) return null;
  const by = sign === "-" || side === " ago" ? -size : size;
  const date = unit.startsWith("d") ? addDays(now, by) : unit.startsWith("w") ? addDays(now, 7 * by) : addMonths(now, unit.startsWith("y") ? 12 * by : by);
  return isPlainDate(date) ? date : null;
}

function byMonth(typed: string, now: PlainDate): PlainDate | null {
  const before = dayThenMonth.exec(typed);
  if (before) return dated(Number(before[1]), months.indexOf(before[2] ?? "") + 1, before[3], now);
  const after = monthThenDay.exec(typed);
  return after ? dated(Number(after[2]), months.indexOf(after[1] ?? "") + 1, after[3], now) : null;
}

function byNumbers(typed: string, now: PlainDate, order: NumberOrder): PlainDate | null {
  const [, y, m, d] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed)?.toSpliced(2, 1) ?? [];
  if (y !== undefined) return dated(Number(d), Number(m), y, now);
  const [, first, sign, second, yearText] = /^(\d{1,2})([/.-])(\d{1,2})(?:[/.-](\d{4}|\d{2})?)?$/.exec(typed) ?? [];
  if (first === undefined) return null;
  // With dots the day always comes first. A number above 12 is the day, wherever it stands.
  const dayFirst = sign === "." || (Number(second) > 12 ? false : Number(first) > 12 || order === "dayFirst");
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return dated(Number(day), Number(month), yearText, now);
}

/** A day in the given year, or in the year that puts it nearest to today. */
function dated(day: number, month: number, yearText: string | undefined, now: PlainDate): PlainDate | null {
  const written = yearText?.replace("'", "");
  const thisYear = Number(now.slice(0, 4));
  const years = written === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [written.length === 2 ? 2000 + Number(written) : Number(written)];
  const days = years.map((each) => plainDate(each, month, day)).filter(isPlainDate);
  const away = (date: PlainDate) => Math.abs(daysBetween(now, date));
  return days.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}
