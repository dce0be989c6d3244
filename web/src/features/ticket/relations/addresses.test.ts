import { expect, it } from "vitest";
import { addressIn, nameOf } from "./addresses";

it("ul1 only a web address and nothing else is taken from a pasted text", () => {
  expect(addressIn(" https://example.org/a?b#c ")).toBe("https://example.org/a?b#c");
  for (const text of ["example.org", "javascript:alert(1)", "see https://example.org", "https://", "data:text/html,x", `https://example.org/${"a".repeat(2_000)}`]) expect(addressIn(text)).toBeNull();
});

it("ul1 a link without a title is named after its address", () => {
  expect(nameOf({ title: "Plans", url: "https://example.org" })).toBe("Plans");
  expect(nameOf({ title: "", url: "https://example.org/" })).toBe("example.org");
  expect(nameOf({ title: "", url: "https://example.org/a/b?c=d" })).toBe("example.org/a/b");
});
