import { describe, expect, it } from "vitest";
import { drawnLines, scrollTopFor, sightAt } from "./sight";

describe("the lines in sight", () => {
  it("are those of the window, with a margin above and below", () => {
    expect(sightAt(320, 320, 32)).toEqual({ from: 2, to: 28 });
    expect(sightAt(335, 320, 32)).toEqual({ from: 2, to: 29 });
  });

  it("begin with the first line at the top", () => {
    expect(sightAt(0, 320, 32).from).toBe(0);
  });
});

describe("the lines that are drawn", () => {
  it("end with the last line", () => {
    expect(drawnLines({ from: 2, to: 9 }, 5, [])).toEqual([2, 3, 4]);
    expect(drawnLines({ from: 7, to: 9 }, 5, [])).toEqual([]);
  });

  it("hold the kept lines, each once and in order", () => {
    expect(drawnLines({ from: 4, to: 6 }, 20, [9, 1, 5, 9])).toEqual([1, 4, 5, 9]);
  });

  it("hold no kept line that is gone", () => {
    expect(drawnLines({ from: 0, to: 2 }, 3, [3, 40])).toEqual([0, 1]);
  });
});

describe("scrolling to a line", () => {
  const window = { scrollTop: 320, height: 320, lineHeight: 32, above: 32, below: 32 };

  it("moves nothing while the line is in sight", () => {
    expect(scrollTopFor(11, window)).toBeNull();
    expect(scrollTopFor(18, window)).toBeNull();
  });

  it("shows a line above below what covers the top", () => {
    expect(scrollTopFor(10, window)).toBe(288);
    expect(scrollTopFor(0, window)).toBe(0);
  });

  it("shows a line below above what covers the bottom", () => {
    expect(scrollTopFor(19, window)).toBe(352);
  });
});
