import { describe, expect, it } from "vitest";
import { listPatch } from "./dropOnList";

const open = { shares: {} };
const inLists = (...ids: string[]) => ({ lists: ids.map((listId) => ({ listId, rank: "a" })) });

describe("a task that is dropped on a list", () => {
  it("moves there from the list that is shown, and stays in its others", () => {
    expect(listPatch(open, inLists("a", "b"), "a", "c")).toEqual({ lists: { add: ["c"], remove: ["a"] } });
  });

  it("leaves the list that is shown also where it is in the other already", () => {
    expect(listPatch(open, inLists("a", "c"), "a", "c")).toEqual({ lists: { add: [], remove: ["a"] } });
  });

  it("is added where no list is shown", () => {
    expect(listPatch(open, inLists("a"), null, "c")).toEqual({ lists: { add: ["c"], remove: [] } });
  });

  it("leaves all its lists for a restricted one, and a restricted one for any other", () => {
    const restricted = { shares: { s: { id: "s", listId: "r", userId: "u", level: "edit", createdAt: "" } } };
    expect(listPatch(restricted, inLists("a", "b"), null, "r")).toEqual({ lists: { add: ["r"], remove: ["a", "b"] } });
    expect(listPatch(restricted, inLists("a", "b"), "a", "r")).toEqual({ lists: { add: ["r"], remove: ["a", "b"] } });
    expect(listPatch(restricted, inLists("r"), null, "a")).toEqual({ lists: { add: ["a"], remove: ["r"] } });
    expect(listPatch(restricted, inLists("a"), null, "b")).toEqual({ lists: { add: ["b"], remove: [] } });
  });

  it("changes nothing where it is in the list", () => {
    expect(listPatch(open, inLists("c"), null, "c")).toBeNull();
    expect(listPatch(open, inLists("c"), "c", "c")).toBeNull();
  });
});
