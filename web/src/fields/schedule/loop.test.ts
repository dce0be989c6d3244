import { describe, expect, it } from "vitest";
import { loopOf } from "./loop";
import { at, planOf } from "./testing/plans";

const loop = (blocks: [number, number][], from: number, to: number) => loopOf(planOf([], blocks).links, at(from), at(to));

describe("f08 a link that would close a loop", () => {
  it("is found with the tasks of the loop, and the first task again at the end", () => {
    expect(loop([[1, 2], [2, 3]], 3, 1)).toEqual([3, 1, 2, 3].map(at));
    expect(loop([[1, 2]], 2, 1)).toEqual([2, 1, 2].map(at));
    expect(loop([], 1, 1)).toEqual([1, 1].map(at));
  });

  it("is found along the shortest way", () => {
    expect(loop([[1, 2], [2, 3], [3, 4], [1, 4]], 4, 1)).toEqual([4, 1, 4].map(at));
  });

  it("is not found along links in the other direction or of other kinds", () => {
    expect(loop([[1, 2], [2, 3]], 1, 3)).toBeNull();
    const { links } = planOf([], [[1, 2]]);
    const relates = Object.fromEntries(Object.values(links).map((link) => [link.id, { ...link, kind: "relates" as const }]));
    expect(loopOf(relates, at(2), at(1))).toBeNull();
  });

  it("is found even if another loop exists", () => {
    expect(loop([[1, 2], [2, 1], [2, 3]], 3, 1)).toEqual([3, 1, 2, 3].map(at));
  });
});
