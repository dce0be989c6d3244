import { plural, t } from "@lingui/core/macro";
import { spans, type Condition, type ConditionForm, type Span } from "@/fields/arrange/condition";
import { numberIn } from "@/fields/entries";
import type { Joined } from "@/fields/filter/filterLanguage";
import { formatDate, type PlainDate } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";

/** How a value is compared. `within` asks for a span of days, `between` for two bounds, `last` and `next` for a number of days, most others for one text. */
export type Operator = "has" | "not" | "same" | "equal" | "differs" | "least" | "most" | "between" | "within" | "last" | "next" | "any" | "none";

/** The operators of each form, in the order in which they are offered. */
export const operators: Record<ConditionForm, readonly Operator[]> = {
  text: ["has", "not", "same", "differs", "none", "any"],
  number: ["equal", "differs", "least", "most", "between", "none", "any"],
  date: ["within", "equal", "differs", "most", "least", "between", "last", "next", "none", "any"],
};

/** Whether a ticket must meet the condition, or must not. */
export const joinedBy = (operator: Operator): Joined => (operator === "differs" ? "none" : "any");

/** True if the operator asks for no value. */
export const isBare = (operator: Operator): boolean => operator === "any" || operator === "none";

/** The words between the field and its value. */
export function operatorName(form: ConditionForm, operator: Operator): string {
  const isDate = form === "date";
  switch (operator) {
    case "has":
      return t`contains`;
    case "not":
      return t`does not contain`;
    case "same":
    case "equal":
      return t`is`;
    case "differs":
      return t`is not`;
    case "least":
      return isDate ? t`is on or after` : t`is at least`;
    case "most":
      return isDate ? t`is on or before` : t`is at most`;
    case "between":
      return t`is between`;
    case "within":
      return t`is in`;
    case "last":
      return t`is in the last`;
    case "next":
      return t`is in the next`;
    case "any":
      return t`is not empty`;
    case "none":
      return t`is empty`;
  }
}

/** The spans of days that are offered: named spans such as this week, and ranges that are counted from today. */
export const daySpans: readonly { id: string; condition: Condition; name: () => string }[] = [
  { id: "0d..0d", condition: range("0d", "0d"), name: () => t`today` },
  { id: "..-1d", condition: range(null, "-1d"), name: () => t`the past` },
  ...spans.map((span) => ({ id: span, condition: { is: "span", span } as const, name: () => spanName(span) })),
];

function spanName(span: Span): string {
  switch (span) {
    case "week":
      return t`this week`;
    case "next-week":
      return t`next week`;
    case "month":
      return t`this month`;
    case "next-month":
      return t`next month`;
  }
}

function range(from: string | null, to: string | null): Condition {
  return { is: "range", from, to };
}

/** A condition while a person edits it. */
export interface Draft {
  operator: Operator;
  first: string;
  second: string;
  /** One of `daySpans`. */
  span: string;
}

/** The number of days of a range that ends or begins today. */
const daysIn = (bound: string | null): string | undefined => /^-?([1-9]\d{0,3})d$/.exec(bound ?? "")?.[1];

const spanOf = (condition: Condition) => daySpans.find((span) => JSON.stringify(span.condition) === JSON.stringify(condition));

export function draftOf(form: ConditionForm, condition: Condition | null, joined: Joined = "any"): Draft {
  const blank = { first: "", second: "", span: "0d..0d" };
  if (condition === null) return { ...blank, operator: operators[form][0] ?? "any" };
  const span = form === "date" && joined === "any" ? spanOf(condition) : undefined;
  if (span) return { ...blank, operator: "within", span: span.id };
  if (joined === "none") return { ...blank, operator: "differs", first: condition.is === "range" ? (condition.from ?? "") : "text" in condition ? condition.text : "" };
  switch (condition.is) {
    case "any":
    case "none":
      return { ...blank, operator: condition.is };
    case "has":
    case "not":
    case "same":
      return { ...blank, operator: condition.is, first: condition.text };
    case "span":
      return { ...blank, operator: "within", span: condition.span };
    case "range": {
      const { from, to } = condition;
      if (from === null) return { ...blank, operator: "most", first: to ?? "" };
      if (to === null) return { ...blank, operator: "least", first: from };
      const [past, ahead] = [to === "0d" && from.startsWith("-") && daysIn(from), from === "0d" && !to.startsWith("-") && daysIn(to)];
      if (past) return { ...blank, operator: "last", first: past };
      if (ahead) return { ...blank, operator: "next", first: ahead };
      return from === to ? { ...blank, operator: "equal", first: from } : { ...blank, operator: "between", first: from, second: to };
    }
  }
}

/** The condition of a draft, or the reason why it is none. */
export function conditionOf(form: ConditionForm, draft: Draft, now?: PlainDate): { condition: Condition } | { problem: string } {
  const { operator, first, second, span } = draft;
  switch (operator) {
    case "any":
    case "none":
      return { condition: { is: operator } };
    case "within":
      return { condition: daySpans.find(({ id }) => id === span)?.condition ?? range("0d", "0d") };
    case "has":
    case "not":
    case "same":
      return textOf(operator, first);
    case "last":
    case "next": {
      const days = daysIn(`${first.trim()}d`);
      if (days === undefined) return { problem: t`Type a number of days, like 7.` };
      return { condition: operator === "last" ? range(`-${days}d`, "0d") : range("0d", `${days}d`) };
    }
    default: {
      if (form === "text") return textOf("same", first);
      const from = operator === "most" ? null : boundOf(form, first, now);
      const to = operator === "least" ? null : boundOf(form, operator === "between" ? second : first, now);
      if (from === undefined || to === undefined) return { problem: form === "date" ? t`Type a date, like 3 Dec or tomorrow.` : t`Type a number, like 12 or 2.5.` };
      if (operator !== "between") return { condition: range(from, to) };
      const isTurned = form === "date" ? (from ?? "") > (to ?? "") : Number(from) > Number(to);
      return { condition: isTurned ? range(to, from) : range(from, to) };
    }
  }
}

function textOf(is: "has" | "not" | "same", typed: string): { condition: Condition } | { problem: string } {
  const text = typed.trim();
  return text === "" ? { problem: t`Type a text.` } : { condition: { is, text } };
}

const isDistance = (text: string) => /^-?\d{1,4}d$/.test(text.trim());

function dayNamed(bound: string): string {
  if (!isDistance(bound)) return formatDate(bound);
  const days = Number.parseInt(bound, 10);
  if (days === 0) return t`today`;
  return days < 0 ? t`${-days} days ago` : t`${days} days from now`;
}

function boundOf(form: ConditionForm, typed: string, now?: PlainDate): string | undefined {
  // `-14d` stays a distance, so that the filter moves on with the days.
  if (form === "date") return isDistance(typed) ? typed.trim() : (readDate(typed, now === undefined ? {} : { now }) ?? undefined);
  const number = numberIn(typed);
  return number === undefined ? undefined : String(number);
}

/** A condition in words: how it compares, and with what. */
export function inWords(form: ConditionForm, condition: Condition, joined: Joined = "any"): { operator: string; value: string } {
  const { operator, first, second, span } = draftOf(form, condition, joined);
  if (operator === "last" || operator === "next") return { operator: operatorName(form, operator), value: plural(Number(first), { one: "# day", other: "# days" }) };
  const named = (bound: string) => (form === "date" && bound !== "" ? dayNamed(bound) : bound);
  const [from, to] = [named(first), named(second)];
  const value = operator === "within" ? (daySpans.find(({ id }) => id === span)?.name() ?? "") : operator === "between" ? t`${from} and ${to}` : from;
  return { operator: operatorName(form, operator), value };
}
