import type { Attribute, FieldValue, Ticket } from "@/wire/generated";

/** The values of a ticket by attribute. An attribute without a value is absent. */
export type Values = Readonly<Record<string, FieldValue>>;

/** The values that an event changes; null for a removed value. */
export type ValueChanges = Readonly<Record<string, FieldValue | null>>;

/** True if a ticket in these lists has the attribute. Rows from nodes of the previous version name no lists. */
export const hasAttribute = ({ listIds }: Pick<Attribute, "listIds">, lists: readonly { listId: string }[]): boolean =>
  !listIds || lists.some(({ listId }) => listIds.includes(listId));

export function mergedValues(before: Values | undefined, changes: ValueChanges): Values {
  const all = Object.entries({ ...before, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, FieldValue] => entry[1] !== null));
}

/** A ticket with these values. Without a value it has no `fields`, as the node sends it. */
export function withValues(ticket: Ticket, values: Values): Ticket {
  const { fields: before, ...rest } = ticket;
  if (Object.keys(values).length > 0) return { ...rest, fields: values };
  return before ? rest : ticket;
}
