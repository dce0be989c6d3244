import { addDays, addMonths, isPlainDate, weekday, type PlainDate } from "@/lib/plainDate";
import { NONE } from "../options";
import type { Value } from "../value";

/** How a condition compares values. A field with options has no conditions; its filter lists options. */
export type ConditionForm = "text" | "number" | "date";

/** Spans of days by the calendar. */
export const spans = ["week", "next-week", "month", "next-month"] as const;
export type Span = (typeof spans)[number];

/** A condition on a value. Both bounds of a range are included; null means no bound. */
export type Condition =
  | { is: "none" | "any" }
  | { is: "has" | "not" | "same"; text: string }
  | { is: "range"; from: string | null; to: string | null }
  | { is: "span"; span: Span };

/** The value of a filter that means "has a value". */
const ANY = "any";
/** The most characters of a text, as the node counts them (FL4). */
const longestText = 200;
/** Some days from today: `-7d`, `0d`. */
const relative = /^-?\d{1,4}d$/;

/** How the values of a field are compared; null if its filter names options, or if it has no values to compare. */
export function conditionForm(value: Value): ConditionForm | null {
  if (value.kind === "date" || value.kind === "moment") return "date";
  if (value.kind !== "entry") return null;
  return value.form === "number" ? "number" : "text";
}

const isNumber = (bound: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(bound);
const isDay = (bound: string) => isPlainDate(bound) || relative.test(bound);

/** True if a condition may compare with the text: it is not too long, and more than spaces. The node has the same rule. */
export const isValidText = (text: string): boolean => /[^ \t\r\n]/.test(text) && [...text].length <= longestText;

/** Reads a condition from an address; null if `word` is no condition of this form. */
export function readCondition(form: ConditionForm, word: string): Condition | null {
  if (word === NONE || word === ANY) return { is: word };
  if (form === "text") {
    const [, operator, text = ""] = /^(has|not|same):(.*)$/s.exec(word) ?? [];
    return operator && isValidText(text) ? { is: operator as "has" | "not" | "same", text } : null;
  }
  if (form === "date" && (spans as readonly string[]).includes(word)) return { is: "span", span: word as Span };
  const [, from = "", to = ""] = /^(.*?)\.\.(.*)$/.exec(word) ?? [];
  const fits = (bound: string) => bound === "" || (form === "number" ? isNumber(bound) : isDay(bound));
  return (from !== "" || to !== "") && fits(from) && fits(to) ? { is: "range", from: from || null, to: to || null } : null;
}

/** The first and the last day of a span. Weeks begin on Monday. */
export function daysOf(span: Span, now: PlainDate): [PlainDate, PlainDate] {
  if (span === "week" || span === "next-week") {
    const monday = addDays(now, (span === "week" ? 0 : 7) - weekday(now));
    return [monday, addDays(monday, 6)];
  }
  const first = `${addMonths(now, span === "month" ? 0 : 1).slice(0, 8)}01`;
  return [first, addDays(addMonths(first, 1), -1)];
}

/** The day of a bound, which may be counted from today. */
export const dayOf = (bound: string, now: PlainDate): PlainDate =>
  relative.test(bound) ? addDays(now, Number.parseInt(bound, 10)) : bound;

/** A test for values. `now` is the day on which the filter is applied. */
export function testOf(form: ConditionForm, condition: Condition, now: PlainDate): (value: string | null) => boolean {
  switch (condition.is) {
    case "none":
      return (value) => value === null;
    case "any":
      return (value) => value !== null;
    case "span": {
      const [from, to] = daysOf(condition.span, now);
      return (value) => value !== null && value >= from && value <= to;
    }
    case "range":
      return form === "number" ? inNumbers(condition.from, condition.to) : inDays(condition.from, condition.to, now);
    case "has":
    case "not":
    case "same": {
      const text = condition.text.toLowerCase();
      if (condition.is === "same") return (value) => value?.toLowerCase() === text;
      const has = condition.is === "has";
      return (value) => (value?.toLowerCase().includes(text) ?? false) === has;
    }
  }
}

function inNumbers(from: string | null, to: string | null): (value: string | null) => boolean {
  const [least, most] = [from === null ? -Infinity : Number(from), to === null ? Infinity : Number(to)];
  return (value) => value !== null && Number(value) >= least && Number(value) <= most;
}

function inDays(from: string | null, to: string | null, now: PlainDate): (value: string | null) => boolean {
  const [first, last] = [from === null ? "" : dayOf(from, now), to === null ? "9999-12-31" : dayOf(to, now)];
  return (value) => value !== null && value >= first && value <= last;
}
