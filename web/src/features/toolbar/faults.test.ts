import { describe, expect, it } from "vitest";
import { faultInWords, storedInWords } from "./faults";

describe("a filter in words", () => {
  it("says what was left out of it, and when nothing of it is left", () => {
    const words = (names: string, leftOut: number, isUnreadable = false) => storedInWords({ names, leftOut, isUnreadable });
    expect(words("due = today", 0)).toBe("due = today");
    expect(words("due = today", 1)).toBe("due = today (a deleted name is left out)");
    expect(words("due = today", 2)).toBe("due = today (deleted names are left out)");
    expect(words("", 1)).toBe("All its names were deleted");
    expect(words("", 1, true)).toBe("This filter can't be read");
    expect(words("", 0)).toBe("…");
  });

  it("names a fault plainly", () => {
    expect(faultInWords({ code: "notANumber", what: "x" })).toBe("“x” isn't a number. Type 3, or 2.5..8 for a range.");
    expect(faultInWords({ code: "notADate", what: "x" })).toBe("“x” isn't a date. Type 2026-11-25, today, 7d, week or ..yesterday.");
    expect(faultInWords({ code: "tooDeep", what: "" })).toBe("Parentheses are nested too deeply.");
  });
});
