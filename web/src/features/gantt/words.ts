import { plural, t } from "@lingui/core/macro";
import { workingDaysBetween, type WorkingDays } from "@/fields/schedule/calendar";
import { spanOf, type Dates } from "@/fields/schedule/span";
import { formatDate } from "@/lib/plainDate";
import { isolated } from "@/words/isolate";
import type { driftOf } from "./dates";

/** "12 Mar → 18 Mar · 5 working days", beside the pointer. */
export function datesHint(dates: Dates, days: WorkingDays): string {
  const span = spanOf(dates);
  if (!span) return t`No dates`;
  const [start, end] = [formatDate(span.start), formatDate(span.end)];
  if (span.kind === "startOnly") return t`From ${start}`;
  if (span.kind === "milestone") return end;
  const count = workingDaysBetween(days, span.start, span.end);
  return plural(count, { one: `${start} → ${end} · # working day`, other: `${start} → ${end} · # working days` });
}

/** "18 Apr to 28 Apr", "on 28 Apr", "from 18 Apr". */
export function datesWords(dates: Dates): string {
  const span = spanOf(dates);
  if (!span) return t`no dates`;
  const [start, end] = [formatDate(span.start), formatDate(span.end)];
  if (span.kind === "startOnly") return t`from ${start}`;
  return span.kind === "milestone" ? t`on ${end}` : t`${start} to ${end}`;
}

interface BarWords {
  title: string;
  dates: string;
  status: string;
  progress: number | null;
  isLate: boolean;
  slack: number | null;
  /** How far it has moved away from the baseline. */
  drift: ReturnType<typeof driftOf>;
}

/** The name of a bar for screen readers: title, dates, status, and the marks of the bar. */
export function barName({ title, dates, status, progress, isLate, slack, drift }: BarWords): string {
  const parts = [
    isolated(title),
    dates,
    status,
    ...(progress === null ? [] : [t`${progress} percent done`]),
    ...(isLate ? [t`overdue`] : []),
    ...(slack === null ? [] : [slackWords(slack)]),
    ...(drift === null ? [] : [driftWords(drift)]),
  ];
  return parts.join(", ");
}

/** How much later a task may end. */
export const slackWords = (slack: number): string =>
  slack === 0 ? t`on the critical path` : plural(slack, { one: "# working day of slack", other: "# working days of slack" });

/** How far a task has moved away from its baseline. */
export function driftWords({ end, days }: NonNullable<BarWords["drift"]>): string {
  const count = Math.abs(days);
  if (end === "due")
    return days > 0
      ? plural(count, { one: "ends # day later than in the baseline", other: "ends # days later than in the baseline" })
      : plural(count, { one: "ends # day earlier than in the baseline", other: "ends # days earlier than in the baseline" });
  return days > 0
    ? plural(count, { one: "starts # day later than in the baseline", other: "starts # days later than in the baseline" })
    : plural(count, { one: "starts # day earlier than in the baseline", other: "starts # days earlier than in the baseline" });
}

/** A move, for the live region. */
export const movedWords = (title: string, dates: string): string => t`${isolated(title)}: ${dates}`;
