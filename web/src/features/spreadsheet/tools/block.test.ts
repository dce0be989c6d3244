import { describe, expect, it } from "vitest";
import { linesOf } from "../lines";
import { readTable } from "../paste";
import { extended, fillPairs, fillRange, rectOf, tableText, ticketsBetween, tiled } from "./block";

const groups = [
  { id: "g", ticketIds: ["a", "b"] },
  { id: "h", ticketIds: ["c", "a"] },
];
// 0 head, 1 a, 2 b, 3 new, 4 totals, 5 head, 6 c, 7 a, 8 new, 9 totals
const lines = linesOf({ groups, folded: [], headless: false, showEmpty: false, mayAdd: true, writing: null, totals: true });

describe("a block of cells", () => {
  it("lies between two corners, without the column of numbers", () => {
    expect(rectOf({ line: 7, column: 3 }, { line: 2, column: 0 })).toEqual({ top: 2, bottom: 7, left: 1, right: 3 });
  });

  it("holds the tickets of its lines, each once", () => {
    expect(ticketsBetween(lines, 1, 7)).toEqual(["a", "b", "c"]);
    expect(ticketsBetween(lines, 3, 5)).toEqual([]);
  });

  it("grows over everything that is no ticket, and stops at the edges", () => {
    expect(extended("ArrowDown", { line: 2, column: 3 }, lines, 5)).toEqual({ line: 6, column: 3 });
    expect(extended("ArrowUp", { line: 6, column: 3 }, lines, 5)).toEqual({ line: 2, column: 3 });
    expect(extended("ArrowDown", { line: 7, column: 3 }, lines, 5)).toBeNull();
    expect(extended("ArrowRight", { line: 1, column: 4 }, lines, 5)).toBeNull();
    expect(extended("ArrowLeft", { line: 1, column: 1 }, lines, 5)).toBeNull();
    expect(extended("ArrowLeft", { line: 1, column: 3 }, lines, 5)).toEqual({ line: 1, column: 2 });
  });
});

describe("a drag of the handle", () => {
  const rect = { top: 2, bottom: 3, left: 1, right: 1 };

  it("fills what lies between the block and the pointer", () => {
    expect(fillRange(rect, 6)).toEqual({ ...rect, top: 4, bottom: 6 });
    expect(fillRange(rect, 0)).toEqual({ ...rect, top: 0, bottom: 1 });
    expect([fillRange(rect, 2), fillRange(rect, 3)]).toEqual([null, null]);
  });

  it("repeats the tickets of the block", () => {
    const to = (pairs: { from: string; to: string }[]) => pairs.map((pair) => `${pair.from}${pair.to}`);
    expect(to(fillPairs(["a", "b"], ["c", "d", "e"], false))).toEqual(["ac", "bd", "ae"]);
    expect(to(fillPairs(["a", "b"], ["c", "d", "e"], true))).toEqual(["be", "ad", "bc"]);
    expect(to(fillPairs(["a"], ["a", "b"], false))).toEqual(["ab"]);
    expect(fillPairs([], ["a"], false)).toEqual([]);
  });
});

describe("a pasted table", () => {
  it("is repeated over a block that it divides", () => {
    expect(tiled([["x"]], 2, 2)).toEqual([["x", "x"], ["x", "x"]]);
    expect(tiled([["x", "y"]], 2, 2)).toEqual([["x", "y"], ["x", "y"]]);
    expect(tiled([["x"], ["y"]], 3, 1)).toEqual([["x"], ["y"]]);
    expect(tiled([["x", "y"], ["z"]], 2, 2)).toEqual([["x", "y"], ["z"]]);
  });

  it("is read as it was copied", () => {
    const rows = [["a\tb", 'say "hi"'], ['"quoted"', "two\nlines"]];
    expect(readTable(tableText(rows))).toEqual(rows);
  });
});
