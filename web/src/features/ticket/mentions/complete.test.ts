import { describe, expect, it } from "vitest";
import { typedName, withName } from "./complete";

describe("in5 the name that is being typed", () => {
  it.each([
    ["@", 1, { from: 0, name: "" }],
    ["Look, @An", 9, { from: 6, name: "an" }],
    ["Look, @Ana now", 8, { from: 6, name: "a" }],
    ["(@ben.n", 7, { from: 1, name: "ben.n" }],
    ["ana@example", 11, null],
    ["@ana now", 8, null],
    ["no name", 7, null],
  ])("is found before the caret: %j at %i", (text, caret, expected) => {
    expect(typedName(text, caret)).toEqual(expected);
  });
});

describe("in5 a chosen name", () => {
  const choose = (text: string, caret: number) => {
    const typed = typedName(text, caret);
    return typed && withName(text, caret, typed, "ana.b");
  };

  it("takes the place of the typed one, with a space behind it", () => {
    expect(choose("Look, @a", 8)).toEqual({ text: "Look, @ana.b ", caret: 13 });
  });

  it("uses the space that is there", () => {
    expect(choose("Look, @a now", 8)).toEqual({ text: "Look, @ana.b now", caret: 13 });
  });
});
