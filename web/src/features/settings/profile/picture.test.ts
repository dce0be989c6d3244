import { describe, expect, it } from "vitest";
import { largeOf, objectionTo } from "./picture";

describe("pf4: a picture of a person", () => {
  it("is not opened if its file is so large that the page would hang", () => {
    expect(objectionTo({ size: 50 * 1024 * 1024 })).toBeNull();
    expect(objectionTo({ size: 50 * 1024 * 1024 + 1 })).toContain("50 MB");
  });

  it("has a large size at an address of its own", () => {
    expect(largeOf("/api/pictures/7/small")).toBe("/api/pictures/7/large");
    expect(largeOf(null)).toBeNull();
  });
});
