import { describe, expect, it } from "vitest";
import { addDays, monthGrid, startOfWeek, weekday, weekdayNames } from "./plainDate";
import { firstDay, firstDayIn } from "./weekStart";

const [monday, saturday, sunday] = [0, 5, 6];

describe("the first day of the week", () => {
  it("is the usual day in the region of a language", () => {
    expect(["en-GB", "de", "fr-FR"].map(firstDayIn)).toEqual([monday, monday, monday]);
    expect(["en-US", "he-IL", "pt-BR"].map(firstDayIn)).toEqual([sunday, sunday, sunday]);
    expect(firstDayIn("ar-EG")).toBe(saturday);
    expect(firstDayIn("no language")).toBe(monday);
  });

  it("is known without help from the browser", () => {
    const { prototype } = Intl.Locale as unknown as { prototype: { getWeekInfo?: unknown } };
    const told = Object.getOwnPropertyDescriptor(prototype, "getWeekInfo");
    const old = Object.getOwnPropertyDescriptor(prototype, "weekInfo");
    Object.defineProperty(prototype, "getWeekInfo", { value: undefined, configurable: true });
    Object.defineProperty(prototype, "weekInfo", { value: undefined, configurable: true });
    try {
      expect(["en-GB", "en-US", "ar-EG", "en"].map(firstDayIn)).toEqual([monday, sunday, saturday, sunday]);
    } finally {
      delete prototype.getWeekInfo;
      delete (prototype as { weekInfo?: unknown }).weekInfo;
      if (told) Object.defineProperty(prototype, "getWeekInfo", told);
      if (old) Object.defineProperty(prototype, "weekInfo", old);
    }
  });

  it("is the chosen day, if a person has chosen one", () => {
    expect(firstDay("sunday", "en-GB")).toBe(sunday);
    expect(firstDay("saturday", "en-GB")).toBe(saturday);
    expect(firstDay("monday", "en-US")).toBe(monday);
    expect(firstDay(null, "en-US")).toBe(sunday);
  });

  it("begins every week of a month and the names of the days", () => {
    for (const first of [monday, saturday, sunday])
      for (const date of ["2026-02-14", "2026-11-01", "2027-08-31"]) {
        const weeks = monthGrid(date, first);
        expect(weeks.every(([start = ""]) => weekday(start) === first)).toBe(true);
        expect(weeks[0]?.some((day) => day.endsWith("-01"))).toBe(true);
        expect(startOfWeek(date, first) <= date && date < addDays(startOfWeek(date, first), 7)).toBe(true);
      }
    expect(weekdayNames(sunday)).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    expect(weekdayNames()[0]).toBe("Mon");
  });
});
