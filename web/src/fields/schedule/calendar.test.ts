import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/plainDate";
import { addWorkingDays, isWorkingDay, mondayToFriday, nextWorkingDay, workingDaysBetween, workingDaysFrom, type WorkingDays } from "./calendar";
import { anyDays, march } from "./testing/plans";

const christmas: WorkingDays = { ...mondayToFriday, holidays: new Set(["2026-12-24", "2026-12-25", "2026-12-26"]) };

const anyDate = fc.nat(150).map(march);

/** Counts day by day. */
function countOf(days: WorkingDays, from: string, to: string): number {
  let count = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkingDay(days, day)) count += 1;
  return count;
}

describe("wd1 the working days", () => {
  it("are Monday to Friday if nothing is set", () => {
    expect(isWorkingDay(mondayToFriday, "2026-11-27")).toBe(true);
    expect(isWorkingDay(mondayToFriday, "2026-11-28")).toBe(false);
    expect(nextWorkingDay(mondayToFriday, "2026-11-28")).toBe("2026-11-30");
    expect(nextWorkingDay(mondayToFriday, "2026-11-27")).toBe("2026-11-27");
  });

  it("leave out holidays", () => {
    expect(nextWorkingDay(christmas, "2026-12-24")).toBe("2026-12-28");
    expect(workingDaysBetween(christmas, "2026-12-21", "2026-12-28")).toBe(4);
    expect(addWorkingDays(christmas, "2026-12-23", 1)).toBe("2026-12-28");
    expect(addWorkingDays(christmas, "2026-12-28", -1)).toBe("2026-12-23");
  });

  it("are counted from a day off too", () => {
    expect(addWorkingDays(mondayToFriday, "2026-11-28", 1)).toBe("2026-11-30");
    expect(addWorkingDays(mondayToFriday, "2026-11-28", -1)).toBe("2026-11-27");
    expect(addWorkingDays(mondayToFriday, "2026-11-28", 5)).toBe("2026-12-04");
    expect(addWorkingDays(mondayToFriday, "2026-11-28", 0)).toBe("2026-11-28");
  });

  it("are all days if no day of the week is set", () => {
    const none = { weekdays: [false, false, false, false, false, false, false], holidays: new Set(["2026-11-29"]) };
    expect(addWorkingDays(none, "2026-11-28", 1)).toBe("2026-11-30");
    expect(workingDaysBetween({ weekdays: [], holidays: new Set() }, "2026-11-28", "2026-11-30")).toBe(3);
  });

  it("equal a count day by day, for any week and holidays", () => {
    fc.assert(
      fc.property(anyDays, anyDate, anyDate, (days, from, to) => {
        expect(workingDaysBetween(days, from, to)).toBe(countOf(days, from, to));
      }),
      { seed: 361, numRuns: 300 },
    );
  });

  it("count n from a day to the nth working day after or before it", () => {
    fc.assert(
      fc.property(anyDays, anyDate, fc.integer({ min: -90, max: 90 }), (days, from, n) => {
        const to = addWorkingDays(days, from, n);
        expect(workingDaysFrom(days, from, to)).toBe(n === 0 ? 0 : n);
        expect(n === 0 ? to === from : isWorkingDay(days, to)).toBe(true);
      }),
      { seed: 362, numRuns: 300 },
    );
  });
});
