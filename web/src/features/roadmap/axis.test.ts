import { describe, expect, it } from "vitest";
import { axisOf, gridLines, majorTicks, minorTicks, placeOf, widthOf, xOf } from "./axis";

const now = "2026-04-15";

describe("the axis of a roadmap", () => {
  it("reaches beyond the first and the last day by whole quarters, and by more of them if they are narrow", () => {
    expect(axisOf("month", now, [])).toMatchObject({ first: "2026-01-01", end: "2026-10-01" });
    expect(axisOf("quarter", now, [])).toMatchObject({ first: "2025-07-01", end: "2027-04-01" });
    expect(axisOf("month", now, [{ from: "2025-12-31", to: "2026-07-01" }])).toMatchObject({ first: "2025-07-01", end: "2027-01-01" });
  });

  it("cuts off bars that are further than ten years away", () => {
    const axis = axisOf("month", now, [{ from: "0001-01-01", to: "9999-12-31" }]);
    expect(axis).toMatchObject({ first: "2016-01-01", end: "2036-10-01" });
    expect(placeOf(axis, { from: "0001-01-01", to: "9999-12-31" })).toEqual({ left: 0, width: widthOf(axis) });
  });

  it("gives each day its width, the last day of a bar too", () => {
    const axis = axisOf("quarter", now, []);
    expect(xOf(axis, "2025-07-11")).toBe(40);
    expect(placeOf(axis, { from: "2025-07-11", to: "2025-07-20" })).toEqual({ left: 40, width: 40 });
    expect(placeOf(axis, { from: "2025-07-11", to: "2025-07-11" }).width).toBe(4);
  });

  it("is marked by months and Mondays, and by years and quarters from afar", () => {
    const near = axisOf("quarter", now, []);
    expect(majorTicks(near).map(({ text }) => text).slice(0, 2)).toEqual(["July 2025", "August 2025"]);
    expect(minorTicks(near).slice(0, 3)).toEqual([
      { x: 24, text: "7" },
      { x: 80, text: "21" },
      { x: 136, text: "4" },
    ]);
    expect(gridLines(near)).toHaveLength(21);
    const far = axisOf("year", now, []);
    expect(majorTicks(far).map(({ text }) => text)).toEqual(["2023", "2024", "2025", "2026", "2027", "2028", "2029"]);
    expect(minorTicks(far).map(({ text }) => text).slice(0, 4)).toEqual(["Q2", "Q3", "Q4", "Q1"]);
  });
});
