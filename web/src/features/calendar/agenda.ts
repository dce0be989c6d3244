import type { PlainDate } from "@/lib/plainDate";
import type { Scheduled } from "./spans";

/** What happens to a task on a day: it is due, it begins, or it has begun before the listed days. */
export type Event = "due" | "start" | "ongoing";

export interface AgendaDay {
  day: PlainDate;
  entries: readonly { task: Scheduled; is: Event }[];
}

const order: Record<Event, number> = { due: 0, start: 1, ongoing: 2 };

/**
 * The days from `from` to `to` on which something happens: tasks on the day that they are due, and on the day that they
 * begin. A task that began earlier and goes on stands at the first day.
 */
export function agendaOf(tasks: readonly Scheduled[], from: PlainDate, to: PlainDate): AgendaDay[] {
  const byDay = new Map<PlainDate, { task: Scheduled; is: Event }[]>();
  const put = (day: PlainDate, task: Scheduled, is: Event) => {
    const entries = byDay.get(day);
    if (entries) entries.push({ task, is });
    else byDay.set(day, [{ task, is }]);
  };
  for (const task of tasks) {
    if (task.to < from || task.from > to) continue;
    if (task.to <= to) put(task.to, task, "due");
    if (task.from < from && task.to > from) put(from, task, "ongoing");
    else if (task.from < task.to && task.from >= from) put(task.from, task, "start");
  }
  return [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, entries]) => ({ day, entries: entries.toSorted((a, b) => order[a.is] - order[b.is]) }));
}
