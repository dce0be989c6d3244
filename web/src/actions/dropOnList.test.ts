import { describe, expect, it } from "vitest";
import { listPatch } from "./dropOnList";

const inLists = (...ids: string[]) => ({ lists: ids.map((listId) => ({ listId, rank: "a" })) });

describe("a task that is dropped on a list", () => {
  it("moves there from the list that is shown, and stays in its others", () => {
    expect(listPatch(inLists("a", "b"), "a", "c")).toEqual({ lists: { add: ["c"], remove: ["a"] } });
  });

  it("leaves the list that is shown also where it is in the other already", () => {
    expect(listPatch(inLists("a", "c"), "a", "c")).toEqual({ lists: { add: [], remove: ["a"] } });
  });

  it("is added where no list is shown", () => {
    expect(listPatch(inLists("a"), null, "c")).toEqual({ lists: { add: ["c"], remove: [] } });
  });

  it("changes nothing where it is in the list", () => {
    expect(listPatch(inLists("c"), null, "c")).toBeNull();
    expect(listPatch(inLists("c"), "c", "c")).toBeNull();
  });
});
