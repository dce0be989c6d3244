import { expect, it } from "vitest";
import { shownAddress } from "@/lib/shownAddress";
import { addressIn, nameOf, typedAddress } from "./addresses";

it("ul1 only a web address and nothing else is taken from a pasted text", () => {
  expect(addressIn(" https://example.org/a?b#c ")).toBe("https://example.org/a?b#c");
  for (const text of ["example.org", "javascript:alert(1)", "see https://example.org", "https://", "data:text/html,x", `https://example.org/${"a".repeat(2_000)}`]) expect(addressIn(text)).toBeNull();
});

it("ul1 a typed host without a scheme gets https", () => {
  expect(typedAddress(" example.org/a ")).toBe("https://example.org/a");
  expect(typedAddress("http://example.org")).toBe("http://example.org");
  for (const text of ["", "example", "javascript:alert(1)", "see example.org"]) expect(typedAddress(text)).toBeNull();
});

it("ul1 ul5 a link is named by a person, or by its page, or after its address", () => {
  const link = { title: "", pageTitle: "", url: "https://example.org/a/b?c=d" };
  expect(nameOf({ ...link, title: "Plans", pageTitle: "Plans of the house" })).toBe("Plans");
  expect(nameOf({ ...link, pageTitle: "Plans of the house" })).toBe("Plans of the house");
  expect(nameOf({ ...link, url: "https://example.org/" })).toBe("example.org");
  expect(nameOf(link)).toBe("example.org/a/b");
});

it("ul6 a name and a password in an address are not shown", () => {
  expect(shownAddress("https://ann:s3cret@example.org/a?b#c")).toBe("https://example.org/a?b#c");
  expect(shownAddress("https://example.org")).toBe("https://example.org");
  expect(nameOf({ title: "", pageTitle: "", url: "https://ann:s3cret@example.org/a" })).toBe("example.org/a");
});
