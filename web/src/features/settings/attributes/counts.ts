import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The key of an option in the counts. It names the attribute, because several attributes may offer the same label. */
export const optionKey = (attributeId: string, optionId: string): string => `${attributeId} ${optionId}`;

/** How many tasks have a value of each attribute, and how many have each option of it. Trashed tasks do not count. */
export function tasksByValue(tickets: ById<Ticket>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { trashedAt, fields = {} } of rowsOf(tickets)) {
    if (trashedAt) continue;
    for (const [attributeId, value] of Object.entries(fields)) {
      count(attributeId);
      if (Array.isArray(value)) for (const id of value) count(optionKey(attributeId, id));
    }
  }
  return counts;
}
