import { t } from "@lingui/core/macro";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { nameIn, withPart, type Field, type FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";

type Order = Pick<Settings, "sort" | "descending">;

/** One line of the menu: what choosing it sets, and whether that holds now. */
export interface SortLine extends Order {
  name: string;
  checked: boolean;
}

/** What a place can be grouped by, and not being grouped. */
export const groupLines = (fields: readonly Field[]): { id: FieldId; name: string }[] => [
  ...withPart(fields, "group").map((field) => ({ id: field.id, name: nameIn(field, "group") })),
  { id: NONE, name: t`None` },
];

const line = (name: string, to: Order, checked: boolean): SortLine => ({ name, ...to, checked });

/**
 * What a place can be sorted by, and which way round. A list has an order of its own; every other place
 * lies newest first, so that there sorting by the day of creation is the same as not sorting.
 */
export function sortLines(
  { sort, descending }: Order,
  ownOrder: boolean,
  fields: readonly Field[],
): { by: SortLine[]; ways: SortLine[]; name: string } {
  const sortable = withPart(fields, "sort");
  const natural = sortable.find((field) => field.sort.natural)?.id;
  const held = sort === MANUAL && !ownOrder ? natural : sort;
  const newest = ownOrder && natural !== undefined ? { sort: natural, descending: true } : { sort: MANUAL, descending: false };
  // "Last to first" of a place that lies newest first is the oldest first.
  const backwards = sort === MANUAL && !ownOrder ? !descending : descending;
  const by = [
    ...(ownOrder ? [line(t`Manual`, { sort: MANUAL, descending: false }, held === MANUAL)] : []),
    ...sortable.map((field) => {
      const { id } = field;
      return line(nameIn(field, "sort"), id === natural ? newest : { sort: id, descending: false }, id === held);
    }),
  ];
  const field = sortable.find(({ id }) => id === held);
  if (held === undefined || !field) return { by, ways: [], name: t`Manual` };
  const [up, down] = field.sort.ways;
  const ways = [
    line(up(), { sort: held, descending: false }, !backwards),
    line(down(), held === natural ? newest : { sort: held, descending: true }, backwards),
  ];
  if (held === natural) return { by, ways: ways.toReversed(), name: (backwards ? down : up)() };
  return { by, ways, name: nameIn(field, "sort") };
}
