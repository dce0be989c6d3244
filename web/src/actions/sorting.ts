import { msg } from "@lingui/core/macro";
import { say } from "@/words/i18n";
import { sortings, type Settings } from "@/sync/arrange/settings";
import { sortNames } from "./arrangeNames";

type Order = Pick<Settings, "sort" | "descending">;

/** One line of the menu: what choosing it sets, and whether that holds now. */
export interface SortLine extends Order {
  name: string;
  checked: boolean;
}

const wayNames = {
  priority: [msg`Most urgent first`, msg`Least urgent first`],
  due: [msg`Earliest first`, msg`Latest first`],
  created: [msg`Oldest first`, msg`Newest first`],
  title: [msg`A to Z`, msg`Z to A`],
} as const;

const line = (name: string, to: Order, checked: boolean): SortLine => ({ name, ...to, checked });

/**
 * What a place can be sorted by, and which way round. A list has an order of its own; every other place
 * lies newest first, so that there sorting by the day of creation is the same as not sorting.
 */
export function sortLines({ sort, descending }: Order, ownOrder: boolean): { by: SortLine[]; ways: SortLine[]; name: string } {
  const held = sort === "manual" && !ownOrder ? "created" : sort;
  const newest = ownOrder ? { sort: "created", descending: true } as const : { sort: "manual", descending: false } as const;
  // "Last to first" of a place that lies newest first is the oldest first.
  const backwards = sort === "manual" && !ownOrder ? !descending : descending;
  const by = sortings
    .filter((id) => ownOrder || id !== "manual")
    .map((id) => line(sortNames[id], id === "created" ? newest : { sort: id, descending: false }, id === held));
  if (held === "manual") return { by, ways: [], name: sortNames.manual };
  const [up, down] = wayNames[held];
  const ways = [
    line(say(up), { sort: held, descending: false }, !backwards),
    line(say(down), held === "created" ? newest : { sort: held, descending: true }, backwards),
  ];
  if (held === "created") return { by, ways: ways.toReversed(), name: say(backwards ? down : up) };
  return { by, ways, name: sortNames[held] };
}
