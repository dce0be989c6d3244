import { plural, t } from "@lingui/core/macro";
import { formatDate, monthGrid, weekdayLong, weekdayNames } from "@/lib/plainDate";
import { listed } from "@/words/i18n";
import type { Recurrence } from "@/wire/generated";

type Told = Pick<Recurrence, "period" | "interval" | "weekdays" | "monthDay" | "nth" | "countedFrom" | "endsOn" | "times">;

/** "Monday" to "Sunday", by 1 to 7. */
const dayName = (day: number): string => weekdayLong((monthGrid("2026-06-01")[0] ?? [])[day - 1] ?? "2026-06-01");

/** "the second Tuesday", "the last Friday". */
export function nthName(nth: number, day: number): string {
  const name = dayName(day);
  switch (nth) {
    case 1:
      return t`the first ${name}`;
    case 2:
      return t`the second ${name}`;
    case 3:
      return t`the third ${name}`;
    case 4:
      return t`the fourth ${name}`;
    default:
      return t`the last ${name}`;
  }
}

/** "day 15", "the last day". */
export const dayOfMonthName = (day: number): string => (day === 31 ? t`the last day` : t`day ${day}`);

function periodWords({ period, interval }: Told): string {
  switch (period) {
    case "day":
      return plural(interval, { one: "Every day", other: "Every # days" });
    case "week":
      return plural(interval, { one: "Every week", other: "Every # weeks" });
    case "month":
      return plural(interval, { one: "Every month", other: "Every # months" });
    default:
      return plural(interval, { one: "Every year", other: "Every # years" });
  }
}

function dayWords({ period, weekdays, monthDay, nth }: Told): string | null {
  const [first] = weekdays;
  if (nth !== null && first !== undefined) return nthName(nth, first);
  if (monthDay !== null) return dayOfMonthName(monthDay);
  const names = weekdayNames();
  return period === "week" && weekdays.length > 0 ? listed(weekdays.map((day) => names[day - 1] ?? "")) : null;
}

/** "Every 2 weeks on Mon and Thu, from completion, until 3 May". */
export function ruleWords(rule: Told): string {
  const every = periodWords(rule);
  const day = dayWords(rule);
  const { endsOn, times } = rule;
  const parts = [day === null ? every : t`${every} on ${day}`];
  if (rule.countedFrom === "completion") parts.push(t`from completion`);
  if (endsOn !== null) {
    const end = formatDate(endsOn);
    parts.push(t`until ${end}`);
  }
  if (times !== null) parts.push(plural(times, { one: "# time", other: "# times" }));
  return parts.join(", ");
}
