import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** How many tasks have each task type, by its id. Trashed tasks do not count. */
export function tasksByType(tickets: ById<Ticket>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { trashedAt, taskTypeId } of rowsOf(tickets)) {
    if (!trashedAt && taskTypeId) counts.set(taskTypeId, (counts.get(taskTypeId) ?? 0) + 1);
  }
  return counts;
}
