import { t } from "@lingui/core/macro";
import type { Command, RoadmapItem, RoadmapPlace } from "@/wire/generated";
import { byRank, ranksBehind } from "../tables/rank";
import type { RowReader } from "../tables/tables";
import type { Kind } from "./kind";
import type { World } from "./world";

/** The order of the roadmap by hand. A place lives where its item lives: a version, a sprint or an epic. */
export const roadmapPlace: Kind<"roadmapPlace"> = {
  commands: {
    "roadmapPlace.move": {
      predict({ rows }, { items, after = null }) {
        if (!items.every((item) => isThere(rows, item))) return;
        const places = rows.rows("roadmapPlace");
        const moving = distinct(items).map((item) => ({ item, place: places.find((place) => isOf(place, item)) }));
        const moved = new Set(moving.map(({ place }) => place?.id));
        const before = after === null ? null : places.find((place) => isOf(place, after));
        if (before === undefined || (before !== null && moved.has(before.id))) return;
        const others = new Map(places.flatMap((place) => (moved.has(place.id) ? [] : [[place.id, place] as const])));
        const ranks = ranksBehind(others, before?.id ?? null, moving.map(({ item }) => item.id)) ?? [];
        for (const [at, { item, place }] of moving.entries()) {
          // The node derives the id.
          const id = place?.id ?? `${item.kind} ${item.id}`;
          rows.set("roadmapPlace", id, { id, kind: item.kind, itemId: item.id, rank: ranks[at] ?? "" });
        }
      },
      inverse({ rows }, { items }) {
        const unplaced = distinct(items).filter((item) => placeOf(rows, item) === undefined);
        return [...(unplaced.length > 0 ? [{ kind: "roadmapPlace.clear" as const, items: unplaced }] : []), ...placedBack(rows, items)];
      },
      touches: ({ items }) => items.map(({ id }) => ({ id, fields: ["roadmapPlace"] })),
      stepName: () => t`ordering the roadmap`,
      describe: () => ({ what: t`Order of the roadmap`, text: null }),
    },
    "roadmapPlace.clear": {
      predict(world, { items }) {
        if (items.every((item) => isThere(world.rows, item))) for (const item of items) dropPlace(world, item);
      },
      inverse: ({ rows }, { items }) => placedBack(rows, items),
      touches: ({ items }) => items.map(({ id }) => ({ id, fields: ["roadmapPlace"] })),
      stepName: () => t`ordering the roadmap`,
      describe: () => ({ what: t`Order of the roadmap`, text: null }),
    },
  },
};

const kinds = { version: "fixVersion", epic: "ticket", sprint: "sprint" } as const;

const isThere = (rows: RowReader, { kind, id }: RoadmapItem) => rows.get(kinds[kind], id) !== undefined;
const isOf = (place: RoadmapPlace, { kind, id }: RoadmapItem) => place.kind === kind && place.itemId === id;
const placeOf = (rows: RowReader, item: RoadmapItem) => rows.rows("roadmapPlace").find((place) => isOf(place, item));
const distinct = (items: readonly RoadmapItem[]) => items.filter((item, at) => items.findIndex(({ kind, id }) => kind === item.kind && id === item.id) === at);
const itemOf = ({ kind, itemId }: RoadmapPlace): RoadmapItem => ({ kind, id: itemId });

/** Deletes the place of an item, if it has one. */
export function dropPlace({ rows }: World, item: RoadmapItem): void {
  const place = placeOf(rows, item);
  if (place) rows.delete("roadmapPlace", place.id);
}

/** The commands that move items back to the places that they have now: one for each run of neighbours. */
export function placedBack(rows: RowReader, items: readonly RoadmapItem[]): Command[] {
  const commands: Command[] = [];
  let [run, before]: [RoadmapItem[], RoadmapItem | null] = [[], null];
  const endRun = () => {
    if (run.length > 0) commands.push({ kind: "roadmapPlace.move", items: run, ...(before && { after: before }) });
    run = [];
  };
  for (const place of rows.rows("roadmapPlace").toSorted(byRank)) {
    if (items.some((item) => isOf(place, item))) {
      run.push(itemOf(place));
      continue;
    }
    endRun();
    before = itemOf(place);
  }
  endRun();
  return commands;
}
