import type { With } from "@/fields/field";
import { listsInOrder } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** Fields that a ticket has because it is in these lists. */
export interface FieldsOfLists {
  id: string;
  /** The names of the lists, in their order. */
  names: readonly string[];
  fields: readonly With<"panel">[];
}

/**
 * The fields of a ticket: those of every ticket first, then those of lists, by the lists of the ticket that have them.
 * Fields of one list stand before fields of several lists.
 */
export function byList(fields: readonly With<"panel">[], { lists }: Pick<Ticket, "lists">, view: Pick<View, "lists">): { everywhere: readonly With<"panel">[]; ofLists: readonly FieldsOfLists[] } {
  const shown = listsInOrder(view).filter(({ id }) => lists.some(({ listId }) => listId === id));
  const groups = new Map<string, { at: readonly number[]; names: readonly string[]; fields: With<"panel">[] }>();
  const everywhere: With<"panel">[] = [];
  for (const field of fields) {
    const at = shown.flatMap(({ id }, index) => (field.listIds?.includes(id) ? [index] : []));
    // A list that the person does not see has no name here.
    if (at.length === 0) everywhere.push(field);
    else {
      const group = groups.get(at.join()) ?? { at, names: at.flatMap((index) => shown[index]?.name ?? []), fields: [] };
      group.fields.push(field);
      groups.set(at.join(), group);
    }
  }
  const ofLists = [...groups]
    .toSorted(([, a], [, b]) => a.at.length - b.at.length || (a.at[0] ?? 0) - (b.at[0] ?? 0))
    .map(([id, { names, fields: own }]): FieldsOfLists => ({ id, names, fields: own }));
  return { everywhere, ofLists };
}
