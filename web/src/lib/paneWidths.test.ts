import { describe, expect, it } from "vitest";
import { firstInSight, fitted, fitting, leastList, narrowest, rangeOf, resized, widest } from "./paneWidths";

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

describe("the panes that fit", () => {
  it("are as many as leave space for the list, and at least one (PN6)", () => {
    expect(fitting(390)).toBe(1);
    expect(fitting(leastList + 2 * narrowest - 1)).toBe(1);
    expect(fitting(leastList + 2 * narrowest)).toBe(2);
    expect(fitting(1720)).toBe(2);
    expect(fitting(2360)).toBe(4);
  });

  it("include the active one, and change only if it would be out of sight (PN6)", () => {
    expect(firstInSight(0, { count: 3, active: 2, fits: 2 })).toBe(1);
    expect(firstInSight(1, { count: 3, active: 1, fits: 2 })).toBe(1);
    expect(firstInSight(1, { count: 3, active: 0, fits: 2 })).toBe(0);
    expect(firstInSight(2, { count: 2, active: 1, fits: 2 })).toBe(0);
    expect(firstInSight(0, { count: 3, active: 2, fits: 1 })).toBe(2);
  });
});

describe("the widths of panes", () => {
  it("are those that the person has chosen if the page has space for them", () => {
    expect(fitted([560, 700], 1720)).toEqual([560, 700]);
  });

  it("shrink together, never below the least width", () => {
    const narrow = fitted([560, 1100], 1720);
    expect(total(narrow)).toBeLessThanOrEqual(1720 - leastList);
    expect(total(narrow)).toBeGreaterThan(1720 - leastList - 2);
    expect(Math.min(...narrow)).toBeGreaterThanOrEqual(narrowest);
    expect(fitted([900, 900], 1280)).toEqual([narrowest, narrowest]);
  });

  it("change at the expense of the pane at the left, whose least width is kept", () => {
    expect(resized([600, 600], 1, 700)).toEqual([500, 700]);
    expect(rangeOf([600, 600], 1, 1720)).toEqual({ least: narrowest, greatest: 720 });
    expect(rangeOf([900, 600], 1, 2400)).toEqual({ least: narrowest, greatest: 1020 });
    expect(rangeOf([widest, 600], 1, 2400)).toEqual({ least: 600, greatest: widest });
  });

  it("change at the expense of the list if the pane is the first", () => {
    expect(resized([600, 600], 0, 700)).toEqual([700, 600]);
    expect(rangeOf([600, 600], 0, 1720)).toEqual({ least: narrowest, greatest: 1720 - leastList - 600 });
    expect(rangeOf([480, 480], 0, 1200)).toEqual({ least: narrowest, greatest: narrowest });
  });
});
