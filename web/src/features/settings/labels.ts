import { writeFilters } from "@/fields/arrange/address";
import { unfiltered, type Filtering } from "@/fields/arrange/settings";
import type { Field } from "@/fields/field";
import { labels } from "@/fields/labels";
import { paths } from "@/lib/paths";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Attribute, Ticket } from "@/wire/generated";

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

/** The tasks with a label, without its values in attributes, which may not offer another label. Trashed tasks are among them, because they can be restored. */
export const ticketsWithLabel = (tickets: ById<Ticket>, labelId: string): string[] => rowsOf(tickets).flatMap(({ id, labels }) => (labels.includes(labelId) ? [id] : []));

/** The filter for the tasks that `tasksByLabel` counts. Attributes of labels can hold the label too, and no filter chip can express "one of these fields". */
export function filterByLabel(labelId: string, attributes: ById<Attribute>): Filtering {
  const holders = rowsOf(attributes).filter(({ labelSets }) => labelSets);
  if (holders.length === 0) return { ...unfiltered, filters: { [labels.id]: [labelId] } };
  return { ...unfiltered, filter: ["label", ...holders.map(({ id }) => id)].map((field) => `${field} = ${labelId}`).join(" or ") };
}

/** The address of all tasks with a label. */
export const addressOfLabel = (slug: string, labelId: string, attributes: ById<Attribute>, fields: readonly Field[]): string =>
  `${paths.collection(slug, "all")}${writeFilters("", filterByLabel(labelId, attributes), fields)}`;
