import { describe, expect, it } from "vitest";
import { fitting } from "./fit";

describe("the labels of a cell", () => {
  it("all stand in it where there is room", () => {
    expect(fitting([], 164)).toBe(0);
    expect(fitting(["editorial"], 164)).toBe(1);
    expect(fitting(["bug", "parked"], 164)).toBe(2);
  });

  it("leave room for how many more there are, and are never cut short for a neighbour's sake", () => {
    expect(fitting(["editorial", "Editor Ready"], 164)).toBe(1);
    expect(fitting(["bug", "b-a", "parked", "enhancement"], 164)).toBe(2);
  });

  it("are at least one, however narrow it is", () => {
    expect(fitting(["chair action needed", "bug"], 40)).toBe(1);
  });
});
