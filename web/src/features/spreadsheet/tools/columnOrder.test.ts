import { describe, expect, it } from "vitest";
import { movedBefore, placeAt, steppedColumn } from "./columnOrder";

const columns = ["a", "b", "hidden", "c"];
const shown = ["a", "b", "c"];

describe("a column that is moved", () => {
  it("goes before another, or to the end", () => {
    expect(movedBefore(columns, "c", "a")).toEqual(["c", "a", "b", "hidden"]);
    expect(movedBefore(columns, "a", "c")).toEqual(["b", "hidden", "a", "c"]);
    expect(movedBefore(columns, "a", null)).toEqual(["b", "hidden", "c", "a"]);
    expect(movedBefore(columns, "a", "a")).toBe(columns);
    expect(movedBefore(columns, "gone", "a")).toBe(columns);
  });

  it("steps over the next column that is shown, and not over the edge", () => {
    expect(steppedColumn(columns, shown, "b", 1)).toEqual(["a", "hidden", "c", "b"]);
    expect(steppedColumn(columns, shown, "c", -1)).toEqual(["a", "c", "b", "hidden"]);
    expect(steppedColumn(columns, shown, "a", -1)).toBe(columns);
    expect(steppedColumn(columns, shown, "c", 1)).toBe(columns);
  });

  it("goes to the place of the pointer", () => {
    const extents = [{ left: 0, right: 100 }, { left: 100, right: 140 }];
    expect([placeAt(extents, 10), placeAt(extents, 60), placeAt(extents, 130)]).toEqual([0, 1, 2]);
  });
});
