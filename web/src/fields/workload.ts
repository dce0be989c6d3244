import { addDays, startOfWeek, type PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { View } from "@/sync/types";

/** How many open tasks of a person are due in each of the next weeks. */
export interface Workload {
  overdue: number;
  /** The present week is the first. It counts from today, because what was due before is overdue. */
  weeks: readonly { start: PlainDate; count: number }[];
  later: number;
  undated: number;
}

const weeksAhead = 6;

/** Counts the open tasks of a person by the weeks of their due dates. Weeks begin on `first`; 0 is Monday. */
export function workloadOf({ tickets }: Pick<View, "tickets">, userId: string, now: PlainDate, first: number): Workload {
  const weeks = Array.from({ length: weeksAhead }, (_, week) => ({ start: addDays(startOfWeek(now, first), 7 * week), count: 0 }));
  const end = addDays(startOfWeek(now, first), 7 * weeksAhead);
  const sums = { overdue: 0, later: 0, undated: 0 };
  for (const { trashedAt, completed, assigneesIds, dueDate } of rowsOf(tickets)) {
    if (trashedAt !== null || completed || !assigneesIds.includes(userId)) continue;
    if (dueDate === null) sums.undated += 1;
    else if (dueDate < now) sums.overdue += 1;
    else if (dueDate >= end) sums.later += 1;
    else {
      const week = weeks.findLast(({ start }) => start <= dueDate);
      if (week) week.count += 1;
    }
  }
  return { ...sums, weeks };
}
