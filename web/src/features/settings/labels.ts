import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** How many tasks have each label. Trashed tasks do not count. */
export function tasksByLabel(tickets: ById<Ticket>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const ticket of rowsOf(tickets)) {
    if (ticket.trashedAt) continue;
    for (const label of ticket.labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}
