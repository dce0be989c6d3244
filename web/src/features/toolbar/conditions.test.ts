import { describe, expect, it } from "vitest";
import { readCondition } from "@/fields/arrange/condition";
import { writeCondition } from "@/fields/arrange/writeCondition";
import { conditionOf, daySpans, draftOf, inWords, type Draft } from "./conditions";

const now = "2026-11-25";
const draft = (part: Partial<Draft>): Draft => ({ operator: "equal", first: "", second: "", span: "0d..0d", ...part });
const written = (form: "text" | "number" | "date", part: Partial<Draft>) => {
  const found = conditionOf(form, draft(part), now);
  return "problem" in found ? found.problem : writeCondition(found.condition);
};

describe("a condition that a person edits", () => {
  it("takes numbers and dates as people write them", () => {
    expect(written("number", { first: "2,5" })).toBe("2.5..2.5");
    expect(written("number", { operator: "between", first: "8", second: "3" })).toBe("3..8");
    expect(written("date", { operator: "most", first: "tomorrow" })).toBe("..2026-11-26");
    expect(written("date", { operator: "between", first: "3 Dec", second: "1 Dec" })).toBe("2026-12-01..2026-12-03");
    expect(written("text", { operator: "has", first: " pier " })).toBe("has:pier");
    expect(written("text", { operator: "differs", first: "pier" })).toBe("same:pier");
    expect(written("date", { operator: "last", first: " 7 " })).toBe("-7d..0d");
    expect(written("date", { operator: "next", first: "30" })).toBe("0d..30d");
  });

  it("says what is missing", () => {
    expect(written("text", { operator: "has", first: "  " })).toBe("Type a text.");
    expect(written("number", { first: "many" })).toBe("Type a number, like 12 or 2.5.");
    expect(written("date", { operator: "between", first: "today" })).toBe("Type a date, like 3 Dec or tomorrow.");
    for (const first of ["0", "soon", "99999"]) expect(written("date", { operator: "last", first })).toBe("Type a number of days, like 7.");
  });

  it("comes back as it was taken", () => {
    for (const [form, word] of [
      ["text", "not:pier"],
      ["text", "none"],
      ["number", "3.."],
      ["number", "..3"],
      ["number", "3..3"],
      ["number", "3..8"],
      ["date", "week"],
      ["date", "2026-12-01..2026-12-01"],
      ["date", "-14d.."],
      ["date", "-7d..0d"],
      ["date", "0d..12d"],
      ["date", "-3d..12d"],
      ...daySpans.map(({ id }) => ["date", id] as const),
    ] as const) {
      const again = conditionOf(form, draftOf(form, readCondition(form, word)), now);
      expect("condition" in again && writeCondition(again.condition), word).toBe(word);
    }
  });

  it("is said in words", () => {
    const said = (form: "text" | "number" | "date", word: string) => {
      const condition = readCondition(form, word);
      const { operator, value } = condition ? inWords(form, condition) : { operator: "?", value: "" };
      return `${operator} ${value}`.trim();
    };
    expect(said("text", "has:pier")).toBe("contains pier");
    expect(said("number", "3..8")).toBe("is between 3 and 8");
    expect(said("date", "..-1d")).toBe("is in the past");
    expect(said("date", "next-week")).toBe("is in next week");
    expect(said("date", "-14d..")).toBe("is on or after 14 days ago");
    expect(said("date", "none")).toBe("is empty");
    expect(said("date", "-7d..0d")).toBe("is in the last 7 days");
    expect(said("date", "0d..1d")).toBe("is in the next 1 day");
    expect(inWords("number", { is: "range", from: "3", to: "3" }, "none")).toEqual({ operator: "is not", value: "3" });
  });
});
