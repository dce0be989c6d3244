import { describe, expect, it } from "vitest";
import { drop, moveTo, step } from "./place";

const order = ["a", "b", "c", "d"];

describe("the order of items", () => {
  it("moves by one step and stops at the ends", () => {
    expect(step(order, "b", -1)).toBeNull();
    expect(step(order, "b", 1)).toBe("c");
    expect(step(order, "a", -1)).toBeUndefined();
    expect(step(order, "d", 1)).toBeUndefined();
    expect(step(order, "gone", 1)).toBeUndefined();
  });

  it("puts what is dropped before or behind the one it is dropped on", () => {
    expect(drop(order, "d", "a", "top")).toBeNull();
    expect(drop(order, "a", "c", "bottom")).toBe("c");
    expect(drop(order, "a", "c", "top")).toBe("b");
  });

  it("leaves what is dropped where it stands already", () => {
    expect(drop(order, "b", "a", "bottom")).toBeUndefined();
    expect(drop(order, "b", "c", "top")).toBeUndefined();
    expect(drop(order, "b", "b", "top")).toBeUndefined();
  });

  it("moves behind another, or to the front, and not behind itself or what is not there", () => {
    expect(moveTo(order, "d", null)).toEqual(["d", "a", "b", "c"]);
    expect(moveTo(order, "a", "c")).toEqual(["b", "c", "a", "d"]);
    expect([moveTo(order, "a", "a"), moveTo(order, "gone", "a")]).toEqual([order, order]);
  });
});
