import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** How many tasks have each label, also as a value of an attribute. Trashed tasks do not count. */
export function tasksByLabel(tickets: ById<Ticket>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { trashedAt, labels, fields = {} } of rowsOf(tickets)) {
    if (trashedAt) continue;
    // This also counts the ids of options and people, but no label has such an id.
    const own = new Set([...labels, ...Object.values(fields).flatMap((value) => (Array.isArray(value) ? value : []))]);
    for (const id of own) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
