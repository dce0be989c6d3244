import { isLate } from "@/fields/deadline";
import { dueDate } from "@/fields/dates";
import { spanOf as daysOf, type Dates } from "@/fields/schedule/span";
import type { PlainDate } from "@/lib/plainDate";
import type { ById } from "@/sync/types";
import type { Status, StatusCategory, Ticket } from "@/wire/generated";

/** The days of a task, both included. */
export interface Span {
  from: PlainDate;
  to: PlainDate;
}

/** A task on the calendar. */
export interface Scheduled extends Span {
  ticketId: string;
  category: StatusCategory;
  late: boolean;
}

/** The tasks of a place, by whether they have a date. Both in the order of the place. */
export interface Plan {
  scheduled: readonly Scheduled[];
  /** Open tasks without a date. */
  unscheduled: readonly string[];
}

/** The days of a task; null for a task without dates. */
export function spanOf(ticket: Dates): Span | null {
  const days = daysOf(ticket);
  return days && { from: days.start, to: days.end };
}

const isOver = (category: StatusCategory) => category === "completed" || category === "canceled";

interface Around {
  tickets: ById<Ticket>;
  statuses: ById<Status>;
}

/** Sorts the tasks of a place onto the calendar. Without `completed`, completed and canceled tasks are left out. */
export function planOf({ tickets, statuses }: Around, ticketIds: readonly string[], completed: boolean): Plan {
  const scheduled: Scheduled[] = [];
  const unscheduled: string[] = [];
  for (const ticketId of ticketIds) {
    const ticket = tickets[ticketId];
    if (!ticket) continue;
    const category = statuses[ticket.statusId]?.category ?? "byDefault";
    const over = isOver(category);
    if (over && !completed) continue;
    const span = spanOf(ticket);
    if (span) scheduled.push({ ticketId, category, late: !over && isLate(dueDate.value, ticket), ...span });
    else if (!over) unscheduled.push(ticketId);
  }
  return { scheduled, unscheduled };
}

const sameTask = (a: Scheduled, b: Scheduled | undefined) =>
  a.ticketId === b?.ticketId && a.from === b.from && a.to === b.to && a.category === b.category && a.late === b.late;

/** Returns the earlier plan if nothing has changed, and otherwise the newer plan with all unchanged parts of the earlier one, so that unchanged tasks do not render. */
export function keepSame(before: Plan | null, now: Plan): Plan {
  if (!before) return now;
  const known = new Map(before.scheduled.map((task) => [task.ticketId, task]));
  const scheduled = now.scheduled.map((task) => {
    const earlier = known.get(task.ticketId);
    return earlier && sameTask(earlier, task) ? earlier : task;
  });
  const sameScheduled = scheduled.length === before.scheduled.length && scheduled.every((task, place) => task === before.scheduled[place]);
  const sameRest = now.unscheduled.length === before.unscheduled.length && now.unscheduled.every((id, place) => id === before.unscheduled[place]);
  if (sameScheduled && sameRest) return before;
  return { scheduled: sameScheduled ? before.scheduled : scheduled, unscheduled: sameRest ? before.unscheduled : now.unscheduled };
}
