import { describe, expect, it } from "vitest";
import { headingsOf } from "./contents";

describe("the headings of a text", () => {
  it("come in the order of the text, with their words and without marks, also from inside other blocks", () => {
    expect(headingsOf("# One\n\ntext\n\n> ## *Two* `code`\n\nThree\n---\n\n```\n# no heading\n```").map(({ words }) => words)).toEqual(["One", "Two code", "Three"]);
  });

  it("are indented by the levels that the text has", () => {
    expect(headingsOf("## A\n\n#### B\n\n## C\n\n###### D").map(({ indent }) => indent)).toEqual([0, 1, 0, 2]);
  });

  it("are none in a text that is too complex to read", () => {
    expect(headingsOf(`# One\n\n${">".repeat(6_000)}`)).toEqual([]);
  });
});
