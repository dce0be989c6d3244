import { describe, expect, it } from "vitest";
import { isBlank, lineOf, titleTooLong } from "./text";

describe("a name or a title", () => {
  it("is blank where it shows nothing (F04)", () => {
    const blanks = ["", " \t\u00A0", "\u200B", "\u200B\uFEFF \u2060", "\u202E", "\u3164", "\u2800", "\uFE0F", "\u{E0041}"];
    expect(blanks.filter((text) => !isBlank(text))).toEqual([]);
    const seen = ["a", "\u200Ba", "❤\uFE0F", "👩\u200D🔧", "م", "."];
    expect(seen.filter(isBlank)).toEqual([]);
  });

  it("loses controls of direction and white space around it, and keeps marks (F04)", () => {
    expect(lineOf(" in\u202Evoice\u202C \u2067x\u2069\u200F! \u0085")).toBe("invoice x\u200F!");
  });
});

describe("the length of a title", () => {
  it("is said with its limit where the node would refuse it, counted in code points without the edges", () => {
    expect(titleTooLong("a".repeat(500))).toBeNull();
    expect(titleTooLong(`  ${"😀".repeat(500)}  `)).toBeNull();
    expect(titleTooLong("a".repeat(512))).toBe("Too long: 512 of 500 characters");
  });
});
