import { t } from "@lingui/core/macro";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { nameIn, withPart, type Field, type FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";

type Order = Pick<Settings, "sort" | "descending">;

/** One line of the menu: the order that it sets, and whether that order holds now. */
export interface SortLine extends Order {
  name: string;
  checked: boolean;
}

/** The fields that a place can be grouped by, and the line for no grouping. */
export const groupLines = (fields: readonly Field[]): { id: FieldId; name: string }[] => [
  ...withPart(fields, "group").map((field) => ({ id: field.id, name: nameIn(field, "group") })),
  { id: NONE, name: t`None` },
];

/** The ways to show subtasks in the spreadsheet. */
export const subtaskLines = (): { id: Settings["subtasks"]; name: string }[] => [
  { id: "nested", name: t`Nested` },
  { id: "flat", name: t`Flat` },
  { id: "hidden", name: t`Hidden` },
];

const line = (name: string, to: Order, checked: boolean): SortLine => ({ name, ...to, checked });

/**
 * The fields and directions that a place can be sorted by. A list has an order of its own. Every other place shows the
 * newest first, so there sorting by the day of creation is the same as no sorting.
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
  // In a place that shows the newest first, "Last to first" means the oldest first.
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
