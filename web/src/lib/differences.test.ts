import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stretchesOf } from "./differences";

/** Makes the second list out of the first and the differences. */
function applied(before: readonly string[], after: readonly string[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const { from, to, start, end } of stretchesOf(before, after)) {
    made.push(...before.slice(at, from), ...after.slice(start, end));
    at = to;
  }
  return [...made, ...before.slice(at)];
}

describe("the differences of two lists", () => {
  it("lead from one list to the other", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(fc.property(letters, letters, (before, after) => JSON.stringify(applied(before, after)) === JSON.stringify(after)));
  });

  it("are none for equal lists, and leave out what stays", () => {
    expect(stretchesOf(["a", "b"], ["a", "b"])).toEqual([]);
    expect(stretchesOf(["a", "b", "c"], ["a", "x", "c"])).toEqual([{ from: 1, to: 2, start: 1, end: 2 }]);
    expect(stretchesOf(["a", "c"], ["a", "b", "c", "d"])).toEqual([
      { from: 1, to: 1, start: 1, end: 2 },
      { from: 2, to: 2, start: 3, end: 4 },
    ]);
  });

  it("are one stretch for lists that are too long to be compared", () => {
    const long = (letter: string) => Array.from({ length: 3_000 }, (_, at) => `${letter}${at}`);
    expect(stretchesOf(["=", ...long("a")], ["=", ...long("b")])).toEqual([{ from: 1, to: 3_001, start: 1, end: 3_001 }]);
  });
});
