import { daysBetween, type PlainDate } from "@/lib/plainDate";
import type { Epic } from "./epics";

/** How an epic stands, as far as its dates and its tickets tell. */
export type Health = "completed" | "overdue" | "atRisk" | "onTrack" | "noDates";

/** What an epic is judged by. Percentages are whole numbers. */
export type Reason =
  | { is: "due"; day: PlainDate }
  | { is: "ended"; day: PlainDate }
  | { is: "lateTasks"; count: number }
  | { is: "tasksAfterDue"; days: number }
  | { is: "behind"; percent: number; elapsed: number };

export interface EpicHealth {
  health: Health;
  reason: Reason | null;
}

/** How many points the completed share may be behind the elapsed share of the time. */
export const farBehind = 25;

type Judged = Pick<Epic, "percent" | "startDate" | "endDate" | "openDue" | "isOver" | "isCanceled"> & { ticket: Pick<Epic["ticket"], "dueDate"> };

/** The elapsed share of the time from the first day to the last one, in percent; null if the time has not begun, or is one day. */
function elapsedShare(from: PlainDate | null, to: PlainDate | null, day: PlainDate): number | null {
  if (from === null || to === null || from >= to || day < from) return null;
  return Math.min(100, Math.round((100 * daysBetween(from, day)) / daysBetween(from, to)));
}

/** The health of an epic on a day; null if it is canceled. The first rule that fits decides. */
export function healthOf(epic: Judged, day: PlainDate): EpicHealth | null {
  const { percent, startDate, endDate, openDue } = epic;
  const { dueDate } = epic.ticket;
  if (epic.isCanceled) return null;
  if (epic.isOver) return { health: "completed", reason: null };
  if (dueDate !== null && dueDate < day) return { health: "overdue", reason: { is: "due", day: dueDate } };
  if (dueDate === null && endDate !== null && endDate < day) return { health: "overdue", reason: { is: "ended", day: endDate } };
  const late = openDue.filter((due) => due < day).length;
  if (late > 0) return { health: "atRisk", reason: { is: "lateTasks", count: late } };
  if (dueDate !== null && endDate !== null && endDate > dueDate) return { health: "atRisk", reason: { is: "tasksAfterDue", days: daysBetween(dueDate, endDate) } };
  const elapsed = elapsedShare(startDate, dueDate ?? endDate, day);
  if (percent !== null && elapsed !== null && elapsed - percent >= farBehind) return { health: "atRisk", reason: { is: "behind", percent, elapsed } };
  return { health: startDate === null && endDate === null ? "noDates" : "onTrack", reason: null };
}
