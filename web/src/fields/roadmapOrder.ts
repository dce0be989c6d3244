import { byRank } from "@/sync/tables/rank";
import type { ById } from "@/sync/types";
import type { RoadmapItem, RoadmapPlace } from "@/wire/generated";
import { isScheduled, type RoadmapRow } from "./roadmap";

export const roadmapOrders = ["date", "hand"] as const;
export type RoadmapOrder = (typeof roadmapOrders)[number];

/** The places of items that people have moved by hand. */
export type Places = ById<RoadmapPlace>;

const keyOf = ({ kind, id }: RoadmapItem): string => `${kind} ${id}`;
const itemOf = ({ kind, id }: RoadmapItem): RoadmapItem => ({ kind, id });

const placesInOrder = (places: Places): RoadmapItem[] =>
  Object.values(places)
    .toSorted(byRank)
    .map(({ kind, itemId }) => ({ kind, id: itemId }));

/** Rows that begin first are first, and rows without days last, in the order that they have. */
function byDays(a: RoadmapRow, b: RoadmapRow): number {
  if (!isScheduled(a) || !isScheduled(b)) return Number(isScheduled(b)) - Number(isScheduled(a));
  return a.from === b.from ? a.to.localeCompare(b.to) : a.from < b.from ? -1 : 1;
}

/** Rows by their days. By hand, rows with a place come first, in the order of the places. */
export function inRoadmapOrder<Row extends RoadmapRow>(rows: readonly Row[], order: RoadmapOrder, places: Places): Row[] {
  const dated = rows.toSorted(byDays);
  if (order === "date") return dated;
  const at = new Map(placesInOrder(places).map((item, index) => [keyOf(item), index]));
  return dated.toSorted((a, b) => (at.get(keyOf(a)) ?? at.size) - (at.get(keyOf(b)) ?? at.size));
}

/** What a command says about a move: these items come behind another item with a place, or before all. */
export interface RoadmapMove {
  items: RoadmapItem[];
  after: RoadmapItem | null;
}

/**
 * The move that puts a row behind another row of its group, or first in the group (`after` is null). Rows without a place
 * that stand before it get places as well, as far as the person may move them: nothing can be put behind a row without one.
 */
export function moveOnRoadmap(group: readonly RoadmapRow[], movedId: string, after: string | null, places: Places, mayMove: (row: RoadmapRow) => boolean): RoadmapMove | null {
  const moved = group.find(({ id }) => id === movedId);
  if (!moved) return null;
  const others = group.filter((row) => row !== moved);
  const placed = placesInOrder(places).filter((item) => keyOf(item) !== keyOf(moved));
  const placeOf = (row: RoadmapRow) => placed.findIndex((item) => keyOf(item) === keyOf(row));
  const last = placed.at(-1) ?? null;
  if (after === null) {
    const at = others[0] ? placeOf(others[0]) : -1;
    return { items: [itemOf(moved)], after: at < 0 ? last : (placed[at - 1] ?? null) };
  }
  const behind = others.findIndex(({ id }) => id === after);
  const row = others[behind];
  if (!row) return null;
  if (placeOf(row) >= 0) return { items: [itemOf(moved)], after: itemOf(row) };
  const before = others.slice(0, behind + 1).filter((each) => placeOf(each) < 0 && mayMove(each));
  return { items: [...before, moved].map(itemOf), after: last };
}
