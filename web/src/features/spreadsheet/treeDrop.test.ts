import { describe, expect, it } from "vitest";
import { ticket } from "@/sync/testing/views";
import { linesOf } from "./lines";
import { withParent } from "./reparent";
import { levelsAside, snapped, steppedInTree } from "./treeDrop";

const groups = [
  { id: "g", ticketIds: ["b1", "a", "b", "b2", "c"] },
  { id: "h", ticketIds: ["x"] },
];
const parents = new Map([["b1", "b"], ["b2", "b"]]);
// 0 head, 1 a, 2 b, 3 b1, 4 b2, 5 c, 6 head, 7 x
const lines = linesOf({ groups, folded: [], headless: false, showEmpty: false, mayAdd: false, writing: null, parents });
const drop = (ticketId: string, edge: number, groupId = "g", sideways = 0) =>
  snapped(lines, groups, { groupId, edge, index: 0 }, { pickedUp: { ticketId, groupId: "g" }, inHand: new Set([ticketId]), sideways });

describe("a row that is dropped in a tree", () => {
  it("goes behind the row above without a parent, and all that is below it", () => {
    expect(drop("a", 4)).toEqual({ groupId: "g", edge: 5, index: 3 });
    expect(drop("c", 1)).toEqual({ groupId: "g", edge: 1, index: 1 });
  });

  it("stays below its parent", () => {
    expect(drop("b1", 6)).toEqual({ groupId: "g", edge: 5, index: 4 });
    expect(drop("b2", 1)).toEqual({ groupId: "g", edge: 3, index: 0 });
  });

  it("keeps its place in the list where it stands already", () => {
    expect(drop("c", 4)).toEqual({ groupId: "g", edge: 5, index: 4 });
    expect(drop("b1", 1)).toEqual({ groupId: "g", edge: 4, index: 0 });
  });

  it("comes into another group behind the row above", () => {
    expect(drop("b1", 8, "h")).toEqual({ groupId: "h", edge: 8, index: 1 });
    expect(drop("b1", 7, "h")).toEqual({ groupId: "h", edge: 7, index: 0 });
  });
});

describe("a row that is dragged sideways in a tree", () => {
  const aside = (ticketId: string, edge: number, sideways: number) => drop(ticketId, edge, "g", sideways);

  it("to the right goes below the row above, behind what is below it", () => {
    expect(aside("c", 5, 1)).toEqual({ groupId: "g", edge: 5, index: 4, under: { parentId: "b", level: 1 } });
    expect(aside("c", 2, 1)).toEqual({ groupId: "g", edge: 2, index: 4, under: { parentId: "a", level: 1 } });
  });

  it("goes no deeper than one level below the row above, and never below itself", () => {
    expect(aside("c", 5, 9).under).toEqual({ parentId: "b2", level: 2 });
    expect(aside("b", 5, 1).under).toEqual({ parentId: "a", level: 1 });
    expect(aside("a", 2, 1).under).toBeUndefined();
  });

  it("changes a level for each 36 pixels, and none if it goes far to the side", () => {
    expect([0, 35, 36, -80, 216, 600].map(levelsAside)).toEqual([0, 0, 1, -2, 6, 0]);
  });

  it("to the left leaves its parent, and goes behind it", () => {
    expect(aside("b2", 5, -1)).toEqual({ groupId: "g", edge: 5, index: 3, under: { parentId: null, level: 0 } });
    expect(aside("a", 2, -3)).toEqual(drop("a", 2));
  });
});

describe("a new parent", () => {
  it("joins what else the drop changes, and leaves tickets alone that have it", () => {
    const [one, two] = [ticket("t1"), ticket("t2", { parentTicketId: "p" })];
    const { patches, move } = withParent({ patches: new Map([["t1", { priority: "day" as const }]]), move: { after: "x" } }, [one, two], "p");
    expect([...patches]).toEqual([["t1", { priority: "day", parentTicketId: "p" }]]);
    expect(move).toEqual({ after: "x" });
  });
});

describe("a row that is moved by a key in a tree", () => {
  it("passes the next row with the same parent", () => {
    expect(steppedInTree(lines, groups, 1, 1)).toEqual({ groupId: "g", edge: 5, index: 3 });
    expect(steppedInTree(lines, groups, 4, -1)).toEqual({ groupId: "g", edge: 3, index: 0 });
    expect(steppedInTree(lines, groups, 5, -1)).toEqual({ groupId: "g", edge: 2, index: 2 });
  });

  it("ends at its parent, or goes on to the next group", () => {
    expect(steppedInTree(lines, groups, 4, 1)).toBeNull();
    expect(steppedInTree(lines, groups, 5, 1)).toMatchObject({ groupId: "h", index: 0 });
    expect(steppedInTree(lines, groups, 1, -1)).toBeNull();
    expect(steppedInTree(lines, groups, 0, 1)).toBeNull();
  });
});
