import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The number of tasks of each status, by the id of the status. Trashed tasks do not count. */
export function tasksByStatus(tickets: ById<Ticket>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { trashedAt, statusId } of rowsOf(tickets)) {
    if (!trashedAt) counts.set(statusId, (counts.get(statusId) ?? 0) + 1);
  }
  return counts;
}
