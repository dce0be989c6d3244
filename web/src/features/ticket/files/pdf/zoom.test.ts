import { describe, expect, it } from "vitest";
import { pointsFor, scaleOf, zoomed } from "./zoom";

describe("the size of pages", () => {
  it("goes up and down by steps, and ends", () => {
    expect(zoomed(1, 1)).toBe(1.25);
    expect(zoomed(1, -1)).toBe(0.75);
    expect(zoomed(3, 1)).toBeNull();
    expect(zoomed(0.5, -1)).toBeNull();
  });

  it("fits a page to the width, and never makes it endlessly high", () => {
    expect(scaleOf({ width: 600, height: 800 }, 300, 1)).toBe(0.5);
    expect(scaleOf({ width: 600, height: 800 }, 300, 2)).toBe(1);
    expect(scaleOf({ width: 1, height: 1_000_000 }, 300, 3) * 1_000_000).toBeCloseTo(16_000);
  });

  it("fs8: draws at most eight million pixels", () => {
    expect(pointsFor({ width: 600, height: 800 }, 2)).toBe(2);
    for (const ratio of [1, 2, 4]) {
      const points = pointsFor({ width: 16_000, height: 16_000 }, ratio);
      expect(16_000 * points * 16_000 * points).toBeLessThanOrEqual(8_000_001);
    }
  });
});
