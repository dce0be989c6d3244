import { describe, expect, it } from "vitest";
import type { RoadmapRow } from "./roadmap";
import { moveOnRoadmap, type Places } from "./roadmapOrder";

const row = (id: string): RoadmapRow => ({ kind: "epic", id, name: id, start: null, end: null, isRolledUp: false, statistics: { all: 0, default: 0, started: 0, blocked: 0, completed: 0, canceled: 0 }, percent: null, isOver: false, ownerIds: [], listIds: [], versionIds: [] });
const rows = (ids: string) => [...ids].map(row);
const placed = (ids: string): Places => Object.fromEntries([...ids].map((itemId, n) => [itemId, { id: itemId, kind: "epic" as const, itemId, rank: `V0${n + 1}` }]));
const all = () => true;

/** The move as "items > after", with letters for the items. */
function said(...[group, moved, after, places, mayMove = all]: [string, string, string | null, string, ((row: RoadmapRow) => boolean)?]) {
  const move = moveOnRoadmap(rows(group), moved, after, placed(places), mayMove);
  return move && `${move.items.map(({ id }) => id).join("")} > ${move.after?.id ?? "-"}`;
}

describe("rm8 a move by hand", () => {
  it("behind a row with a place moves only that row", () => {
    expect(said("abc", "c", "a", "ab")).toBe("c > a");
    expect(said("abc", "a", "b", "abc")).toBe("a > b");
  });

  it("behind rows without a place gives these rows of the group places too, in their order", () => {
    expect(said("abcd", "d", "b", "")).toBe("abd > -");
    expect(said("abcd", "a", "c", "ax")).toBe("bca > x");
    expect(said("abcd", "d", "c", "a")).toBe("bcd > a");
  });

  it("leaves rows alone that the person may not move", () => {
    expect(said("abcd", "d", "c", "", ({ id }) => id !== "b")).toBe("acd > -");
  });

  it("to the first place of the group goes before the group, and behind the rows of others", () => {
    expect(said("abc", "c", null, "xaby")).toBe("c > x");
    expect(said("abc", "c", null, "ab")).toBe("c > -");
    expect(said("abc", "b", null, "xbay")).toBe("b > x");
  });

  it("to the first place of a group without places goes behind all that have one", () => {
    expect(said("abc", "c", null, "xy")).toBe("c > y");
    expect(said("abc", "c", null, "")).toBe("c > -");
    expect(said("a", "a", null, "a")).toBe("a > -");
  });

  it("does nothing with rows that are gone", () => {
    expect(said("abc", "z", "a", "")).toBeNull();
    expect(said("abc", "a", "z", "")).toBeNull();
  });
});
