import { describe, expect, it } from "vitest";
import { placeOf, stepInCategory } from "./order";

const order = [
  { id: "todo", category: "byDefault" },
  { id: "doing", category: "started" },
  { id: "done", category: "completed" },
] as const;

describe("a new status", () => {
  it("stands in front of what is finished, or at the end where it is finished itself", () => {
    expect(placeOf(order, "started")).toBe("doing");
    expect(placeOf(order, "canceled")).toBe("done");
    expect(placeOf(order.slice(0, 2), "blocked")).toBe("doing");
    expect(placeOf(order.slice(2), "started")).toBeNull();
  });
});

describe("a status that moves among those of its category", () => {
  const mixed = [
    { id: "todo", category: "byDefault" },
    { id: "doing", category: "started" },
    { id: "later", category: "byDefault" },
    { id: "review", category: "started" },
  ] as const;

  it("passes its neighbour there, whatever stands between them on the board", () => {
    expect(stepInCategory(mixed, "later", -1)).toBeNull();
    expect(stepInCategory(mixed, "todo", 1)).toBe("later");
    expect(stepInCategory(mixed, "review", -1)).toBe("todo");
    expect(stepInCategory(mixed, "doing", 1)).toBe("review");
    expect(stepInCategory(mixed, "todo", -1)).toBeUndefined();
    expect(stepInCategory(mixed, "review", 1)).toBeUndefined();
  });
});
