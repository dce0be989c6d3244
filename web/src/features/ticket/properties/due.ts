import { plural, t } from "@lingui/core/macro";
import { daysBetween, today, type PlainDate } from "@/lib/plainDate";

/** How urgent a due date is; null if it is not. */
export interface Pressure {
  tone: "warning" | "danger";
  text: string;
}

/** Urgent if the ticket is open and late, or due within three days. Done and canceled tickets never are. */
export function pressureOf(deadline: PlainDate | null, isOpen: boolean, now: PlainDate = today()): Pressure | null {
  if (deadline === null || !isOpen) return null;
  const left = daysBetween(now, deadline);
  if (left < 0) return { tone: "danger", text: plural(-left, { one: "# day overdue", other: "# days overdue" }) };
  if (left === 0) return { tone: "warning", text: t`Due today` };
  return left <= 3 ? { tone: "warning", text: plural(left, { one: "# day left", other: "# days left" }) } : null;
}
