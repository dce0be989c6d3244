import { describe, expect, it } from "vitest";
import { looksLikeAddress, splitAddresses, withAddresses } from "./addresses";

describe("pasted addresses", () => {
  it("are divided by commas, semicolons, spaces and lines", () => {
    expect(splitAddresses(" ann@x.org,bob@x.org;\tcem@x.org\r\n\r\ndan@x.org ,; ")).toEqual(["ann@x.org", "bob@x.org", "cem@x.org", "dan@x.org"]);
    expect(splitAddresses(" \n,")).toEqual([]);
  });

  it("are kept once, whatever their case", () => {
    expect(withAddresses(["Ann@x.org"], ["ann@X.org", "bob@x.org", "BOB@x.org"])).toEqual(["Ann@x.org", "bob@x.org"]);
  });

  it("are checked for typing errors", () => {
    for (const right of ["ann@x.org", "Ann.Lee+work@x.example"]) expect(looksLikeAddress(right)).toBe(true);
    for (const wrong of ["ann", "@x.org", "ann@", "a@b@c", "<ann@x.org>", "ä@x.org", `${"a".repeat(250)}@x.org`]) {
      expect(looksLikeAddress(wrong), wrong).toBe(false);
    }
  });
});
