import { plural, t } from "@lingui/core/macro";
import { daysBetween, today, type PlainDate } from "@/lib/plainDate";

/** How a due date presses: said only where it does. */
export interface Pressure {
  tone: "warning" | "danger";
  text: string;
}

/** Open and late, or due within three days; done and canceled tickets are pressed by nothing. */
export function pressureOf(deadline: PlainDate | null, isOpen: boolean, now: PlainDate = today()): Pressure | null {
  if (deadline === null || !isOpen) return null;
  const left = daysBetween(now, deadline);
  if (left < 0) return { tone: "danger", text: plural(-left, { one: "# day overdue", other: "# days overdue" }) };
  if (left === 0) return { tone: "warning", text: t`Due today` };
  return left <= 3 ? { tone: "warning", text: plural(left, { one: "# day left", other: "# days left" }) } : null;
}
