import { weekday, type PlainDate } from "@/lib/plainDate";
import { isRule } from "@/sync/kinds/recurrence";
import type { Period, Recurrence } from "@/wire/generated";
import type { Rule } from "./recurrences";

/** The day of a month: a date, or one of its weekdays. */
export type DayChoice = { is: "date"; day: number } | { is: "weekday"; nth: number; day: number };

export interface Draft {
  period: Period;
  /** As typed. */
  interval: string;
  weekdays: number[];
  /** The id of a choice for the day of a month or a year. */
  day: string;
  countedFrom: Rule["countedFrom"];
  ends: "never" | "on" | "after";
  endsOn: string;
  times: string;
}

export const idOf = (choice: DayChoice): string => (choice.is === "date" ? `date-${choice.day}` : `weekday-${choice.nth}-${choice.day}`);

/** The choices that fit a due date: its day, the last day, and its weekday counted from the start and from the end. */
export function dayChoices(due: PlainDate, rule: Recurrence | undefined): DayChoice[] {
  const day = Number(due.slice(8));
  const week = weekday(due) + 1;
  const nth = Math.ceil(day / 7);
  const known: DayChoice[] = [];
  if (rule?.nth != null && rule.weekdays[0] !== undefined) known.push({ is: "weekday", nth: rule.nth, day: rule.weekdays[0] });
  else if (rule?.monthDay != null) known.push({ is: "date", day: rule.monthDay });
  const fitting: DayChoice[] = [
    { is: "date", day },
    ...(nth <= 4 ? [{ is: "weekday", nth, day: week } as const] : []),
    ...(day + 7 > daysIn(due) ? [{ is: "weekday", nth: -1, day: week } as const] : []),
    { is: "date", day: 31 },
  ];
  const ids = new Set<string>();
  return [...known, ...fitting].filter((choice) => !ids.has(idOf(choice)) && ids.add(idOf(choice)));
}

/** The number of days of the month of a date. */
const daysIn = (date: PlainDate): number => new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();

/** What the editor shows at first. */
export function draftOf(rule: Recurrence | undefined, due: PlainDate): Draft {
  const [first] = dayChoices(due, rule);
  return {
    period: rule?.period ?? "week",
    interval: String(rule?.interval ?? 1),
    weekdays: rule && rule.nth === null && rule.weekdays.length > 0 ? rule.weekdays : [weekday(due) + 1],
    day: first ? idOf(first) : "",
    countedFrom: rule?.countedFrom ?? "dueDate",
    ends: rule?.endsOn != null ? "on" : rule?.times != null ? "after" : "never",
    endsOn: rule?.endsOn ?? "",
    times: rule?.times == null ? "" : String(rule.times),
  };
}

/** The rule of a draft; null if something is missing or out of range. */
export function ruleOf(draft: Draft, choices: readonly DayChoice[]): Rule | null {
  const { period, countedFrom, ends, endsOn } = draft;
  const choice = choices.find((each) => idOf(each) === draft.day);
  const byMonth = period === "month" || period === "year";
  if (byMonth && !choice) return null;
  if (ends === "on" && endsOn === "") return null;
  const rule: Rule = {
    period,
    interval: whole(draft.interval),
    countedFrom,
    ...(period === "week" && draft.weekdays.length > 0 && { weekdays: draft.weekdays.toSorted() }),
    ...(byMonth && choice?.is === "date" && { monthDay: choice.day }),
    ...(byMonth && choice?.is === "weekday" && { nth: choice.nth, weekdays: [choice.day] }),
    ...(ends === "on" && { endsOn }),
    ...(ends === "after" && { times: whole(draft.times) }),
  };
  return isRule(rule) ? rule : null;
}

const whole = (typed: string): number => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN);
