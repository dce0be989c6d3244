import { describe, expect, it } from "vitest";
import { cellsOf, isWeekend, linesIn, lowerName, restRuns, upperName } from "./head";
import { axisFor, dateAt, dateOf, dayOf, scrollOnAxis, widthOf, xOf, zoomBy, zooms, zoomToFit } from "./scale";
import { daysInSight, sideOf } from "./sight";

const now = "2026-04-15";
const axis = axisFor("week", now, null);

describe("the axis", () => {
  it("reaches five whole years around today", () => {
    expect([axis.first, dateOf(axis, axis.days - 1)]).toEqual(["2021-01-01", "2031-12-31"]);
  });

  it("reaches five whole years around the dates of all tasks", () => {
    const wide = axisFor("week", now, { start: "2015-06-01", end: "2040-02-01" });
    expect([wide.first, dateOf(wide, wide.days - 1)]).toEqual(["2010-01-01", "2045-12-31"]);
  });

  it("ends a hundred years from today, whatever dates tasks have", () => {
    const absurd = axisFor("day", now, { start: "0001-01-01", end: "9999-12-31" });
    expect([absurd.first, dateOf(absurd, absurd.days - 1)]).toEqual(["1926-01-01", "2126-12-31"]);
    expect(widthOf(absurd)).toBeLessThan(16_000_000);
  });

  it("leads from a date to its pixels and back, on every day of ten years and in every zoom", () => {
    for (const zoom of zooms) {
      const each = axisFor(zoom, now, null);
      const days = Array.from({ length: each.days }, (_, day) => day);
      const wrong = days.filter((day) => {
        const date = dateOf(each, day);
        const x = xOf(each, date);
        return dayOf(each, date) !== day || dateAt(each, x) !== date || dateAt(each, x + each.dayWidth - 0.01) !== date;
      });
      expect(wrong).toEqual([]);
    }
  });

  it("gives the first and the last day outside of it", () => {
    expect([dateAt(axis, -500), dateAt(axis, widthOf(axis) + 500)]).toEqual(["2021-01-01", "2031-12-31"]);
  });
});

describe("the zoom", () => {
  it("goes closer and wider by steps, and stops at both ends", () => {
    expect([zoomBy("week", 1), zoomBy("week", -1), zoomBy("day", 1), zoomBy("year", -1)]).toEqual(["day", "month", "day", "year"]);
  });

  it("fits days into a window as closely as it can", () => {
    expect([zoomToFit(10, 480), zoomToFit(11, 480), zoomToFit(100, 800), zoomToFit(5_000, 800)]).toEqual(["day", "week", "month", "year"]);
  });

  it("keeps the day under the pointer", () => {
    const wide = axisFor("month", now, null);
    const scrollLeft = xOf(axis, now) - 300;
    const next = scrollOnAxis(axis, wide, scrollLeft, 300);
    expect(dateAt(wide, next + 300)).toBe(now);
    const longer = axisFor("month", now, { start: "2001-01-01", end: now });
    expect(dateAt(longer, scrollOnAxis(axis, longer, scrollLeft, 300) + 300)).toBe(now);
  });
});

describe("the head", () => {
  const range = { from: dayOf(axis, "2026-04-10"), to: dayOf(axis, "2026-05-17") };

  it("has a cell for each unit that is in sight, in part or whole", () => {
    expect(cellsOf(axis, "month", range).map(({ date, days }) => [date, days])).toEqual([
      ["2026-04-01", 30],
      ["2026-05-01", 31],
    ]);
    expect(cellsOf(axis, "week", range)[0]?.date).toBe("2026-04-06");
    expect(cellsOf(axis, "quarter", range).map(({ date }) => date)).toEqual(["2026-04-01"]);
    expect(cellsOf(axis, "year", range).map(({ date }) => date)).toEqual(["2026-01-01"]);
    expect(cellsOf(axis, "day", range)).toHaveLength(37);
  });

  it("names the units", () => {
    expect([upperName("week", "2026-04-01"), upperName("quarter", "2026-04-01"), upperName("year", "2026-01-01")]).toEqual([
      { name: "April", year: "2026" },
      { name: "Q2", year: "2026" },
      { name: "2026", year: null },
    ]);
    expect([lowerName("day", "2026-04-01"), lowerName("week", "2026-04-01"), lowerName("quarter", "2026-04-01"), lowerName("year", "2026-04-01")]).toEqual(["Wed 1", "1", "Apr", "Q2"]);
  });

  it("joins days without work that follow each other", () => {
    const free = new Set(["2026-05-01"]);
    const runs = restRuns(axis, range, (date) => !isWeekend(date) && !free.has(date));
    expect(runs.map(({ day, days }) => [dateOf(axis, day), days])).toEqual([
      ["2026-04-11", 2],
      ["2026-04-18", 2],
      ["2026-04-25", 2],
      ["2026-05-01", 3],
      ["2026-05-09", 2],
      ["2026-05-16", 1],
    ]);
  });

  it("draws a darker line where a month begins, and others where a week does", () => {
    const lines = linesIn(axis, range).map(({ day, strong }) => [dateOf(axis, day), strong]);
    expect(lines).toContainEqual(["2026-05-01", true]);
    expect(lines).toContainEqual(["2026-05-04", false]);
    expect(lines).not.toContainEqual(["2026-05-05", false]);
  });
});

describe("the sight", () => {
  it("holds the days of the window, and changes only after a block", () => {
    const first = daysInSight(axis, 10_000, 900);
    expect(first.from * axis.dayWidth).toBeLessThanOrEqual(10_000);
    expect(first.to * axis.dayWidth).toBeGreaterThanOrEqual(10_900);
    expect(daysInSight(axis, 10_030, 900)).toEqual(first);
    expect(daysInSight(axis, 10_600, 900)).not.toEqual(first);
  });

  it("stays on the axis", () => {
    expect(daysInSight(axis, 0, 900).from).toBe(0);
    expect(daysInSight(axis, widthOf(axis), 900).to).toBe(axis.days);
  });

  it("says on which side a bar is out of sight", () => {
    expect([sideOf({ left: 0, width: 50 }, 60, 400), sideOf({ left: 30, width: 50 }, 60, 400), sideOf({ left: 470, width: 9 }, 60, 400)]).toEqual(["before", null, "after"]);
    expect(sideOf({ left: 0, width: 50 }, 60, 0)).toBeNull();
  });
});
