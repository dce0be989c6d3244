import { describe, expect, it } from "vitest";
import { isNameTaken } from "./useName";

describe("names", () => {
  it("are one's own, whatever their case", () => {
    expect(isNameTaken(" Bug ", ["bug"])).toBe(true);
    expect(isNameTaken("bugs", ["bug"])).toBe(false);
  });
});
