import { describe, expect, it } from "vitest";
import { branchName } from "./branchName";

describe("the name of a branch", () => {
  it("has the person, the key and the words of the title, in lower case", () => {
    expect(branchName("ada", "HAR-12", "Paint the boat: red & blue (#2)")).toBe("ada/har-12-paint-the-boat-red-blue-2");
  });

  it("has no diacritics and no signs that Git refuses", () => {
    expect(branchName("ada.byron", "HAR-1", "Crème brûlée ~ don't ^ [look]..\\ @{now}.lock/ Straße")).toBe("ada-byron/har-1-creme-brulee-dont-look-now-lock-strasse");
  });

  it("has the key alone if the title has no Latin letters", () => {
    for (const title of ["Ремонт", "修理 3", "…", ""]) expect(branchName("ada", "HAR-1", title)).toBe("ada/har-1");
    expect(branchName("", "HAR-1", "Ремонт API")).toBe("har-1-api");
  });

  it("is cut at a word after 60 characters of the title", () => {
    expect(branchName("ada", "HAR-1", `${"word ".repeat(11)}longer still`)).toBe(`ada/har-1-${"word-".repeat(10)}word`);
    expect(branchName("ada", "HAR-1", `${"word ".repeat(11)}fives and more`)).toBe(`ada/har-1-${"word-".repeat(11)}fives`);
    expect(branchName("ada", "HAR-1", "a".repeat(70))).toBe(`ada/har-1-${"a".repeat(60)}`);
  });
});
