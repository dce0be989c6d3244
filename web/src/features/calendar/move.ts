import { addDays, daysBetween, type PlainDate } from "@/lib/plainDate";
import type { Ticket, TicketPatch } from "@/wire/generated";

type Dated = Pick<Ticket, "startDate" | "dueDate">;
export type Edge = "start" | "end";

/** The first and the last day that the node accepts. */
const earliest = "1900-01-01";
const latest = "2999-12-31";
const fits = (date: PlainDate | null) => date === null || (date >= earliest && date <= latest);

/** The dates that differ; null if none does, or if the node would refuse one of them. */
function patchOf(before: Dated, after: Dated): TicketPatch | null {
  if (!fits(after.startDate) || !fits(after.dueDate)) return null;
  const patch: TicketPatch = {
    ...(after.startDate !== before.startDate && { startDate: after.startDate }),
    ...(after.dueDate !== before.dueDate && { dueDate: after.dueDate }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

const shiftedBy = (date: PlainDate | null, days: number) => (date === null ? null : addDays(date, days));

/** Moves both dates by days, so that the task keeps its length. A task without dates is due on `day`. */
export function moved(task: Dated, days: number, day: PlainDate): TicketPatch | null {
  if (task.startDate === null && task.dueDate === null) return patchOf(task, { startDate: null, dueDate: day });
  return patchOf(task, { startDate: shiftedBy(task.startDate, days), dueDate: shiftedBy(task.dueDate, days) });
}

/** Moves one end of a task to a day. An end does not pass the other one: then the task has one day. */
export function resized(task: Dated, edge: Edge, day: PlainDate): TicketPatch | null {
  const from = task.startDate ?? task.dueDate ?? day;
  const to = task.dueDate ?? task.startDate ?? day;
  if (edge === "end") return patchOf(task, day <= from ? { startDate: task.startDate, dueDate: from } : { startDate: from, dueDate: day });
  return patchOf(task, day >= to ? { startDate: task.startDate === null ? null : to, dueDate: to } : { startDate: day, dueDate: to });
}

/** Takes the dates away. */
export const unscheduled = (task: Dated): TicketPatch | null => patchOf(task, { startDate: null, dueDate: null });

/** The dates of a new task on these days: due on a single day, else from the first to the last. */
export function datesFor(a: PlainDate, b: PlainDate): { startDate?: PlainDate; dueDate: PlainDate } {
  const [from, to] = a <= b ? [a, b] : [b, a];
  return from === to ? { dueDate: to } : { startDate: from, dueDate: to };
}

/** The number of days by which a drop moves tasks that were grabbed on a day; 0 for tasks from the tray. */
export const distance = (grabbed: PlainDate | null, day: PlainDate): number => (grabbed === null ? 0 : daysBetween(grabbed, day));
