import { describe, expect, it } from "vitest";
import { fetchLanguage, hasArrived, languageNamed, partsOf, piecesOf } from "./languages";

describe("the colours of code", () => {
  it("are known for languages by name and by short name, and for no others", () => {
    expect(["Rust", "ts", "c++", "klingon", "constructor", "", null].map(languageNamed)).toEqual(["rust", "typescript", "cpp", null, null, null, null]);
  });

  it("come with the language, and the pieces are the code", async () => {
    const code = "let a = 1; // one";
    expect([hasArrived("rust"), partsOf(code, "rust")]).toEqual([false, []]);
    expect(await fetchLanguage("rust")).toBe(true);
    const pieces = piecesOf(code, "rust");
    expect(pieces.map(({ text }) => text).join("")).toBe(code);
    expect(pieces.filter(({ className }) => className !== null).map(({ text }) => text)).toEqual(["let", "a", "1", "// one"]);
  });

  it("are left out in long code", async () => {
    await fetchLanguage("rust");
    const code = "let a = 1;\n".repeat(2_000);
    expect(piecesOf(code, "rust")).toEqual([{ from: 0, text: code, className: null }]);
  });
});
