import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import { ticket } from "@/sync/testing/views";
import { firstLineOf, footBelow, headAbove, lastLineOf, linesOf, linesOfKind, ticketIdsOf } from "./lines";
import { useOwnKeys } from "@/lib/ownKeys";
import { isAnswering, isWriting, navigate, step } from "./navigate";
import { changedByOthers } from "@/actions/remoteChanges";

const groups = [
  { id: "todo", ticketIds: ["a", "b"] },
  { id: "blocked", ticketIds: [] },
  { id: "done", ticketIds: ["c"] },
];
const plain = { groups, folded: [], headless: false, showEmpty: true, mayAdd: true, writing: null };

describe("the lines of the sheet", () => {
  it("are a head, the tickets and a line to write in, for each group", () => {
    expect(linesOf(plain).map(({ kind }) => kind)).toEqual(["group", "ticket", "ticket", "new", "group", "group", "ticket", "new"]);
  });

  it("count tickets through, folded ones too", () => {
    const lines = linesOf({ ...plain, folded: ["todo"] });
    expect(lines.find((line) => line.kind === "ticket")).toMatchObject({ ticketId: "c", number: 3 });
  });

  it("leave out empty groups where they are not wanted", () => {
    expect(linesOf({ ...plain, showEmpty: false }).filter(({ kind }) => kind === "group")).toHaveLength(2);
  });

  it("have no heads where nothing is grouped", () => {
    const lines = linesOf({ ...plain, groups: [{ id: "none", ticketIds: ["a"] }], headless: true, folded: ["none"] });
    expect(lines.map(({ kind }) => kind)).toEqual(["ticket", "new"]);
  });

  it("know the head that each stands under, and none where there are no heads", () => {
    const heads = linesOfKind(linesOf(plain), "group");
    expect([0, 3, 4, 5, 7].map((line) => headAbove(heads, line))).toEqual([0, 0, 4, 5, 5]);
    expect(headAbove([], 3)).toBeUndefined();
  });

  it("end with the totals of each open group that has several tickets", () => {
    const lines = linesOf({ ...plain, totals: true });
    expect(lines.map(({ kind }) => kind)).toEqual(["group", "ticket", "ticket", "new", "foot", "group", "group", "ticket", "new"]);
    const feet = linesOfKind(lines, "foot");
    expect([0, 4, 5].map((line) => footBelow(feet, line))).toEqual([4, 4, undefined]);
    expect(linesOfKind(linesOf({ ...plain, totals: true, folded: ["todo"] }), "foot")).toEqual([]);
  });

  it("keep a ticket's key from group to group, and give its second line another", () => {
    const lines = linesOf({ ...plain, groups: [{ id: "ana", ticketIds: ["a"] }, { id: "bob", ticketIds: ["a"] }] });
    expect(lines.filter(({ kind }) => kind === "ticket").map(({ key }) => key)).toEqual(["a", "a bob"]);
    expect(ticketIdsOf(lines)).toEqual(["a", "a"]);
  });

  it("open a first line in the group that is written into, be it empty", () => {
    const lines = linesOf({ ...plain, writing: firstLineOf("blocked") });
    expect(lines.filter(({ kind }) => kind === "new").map(({ key }) => key)).toEqual([
      lastLineOf("todo"),
      firstLineOf("blocked"),
      lastLineOf("done"),
    ]);
  });
});

describe("a key in the grid", () => {
  const size = { lines: 10, columns: 4, page: 3 };
  const press = (key: string, line: number, column: number, held: { mod?: boolean; shift?: boolean } = {}) =>
    navigate({ key, mod: false, shift: false, ...held }, { line, column }, size);

  it.each([
    ["ArrowUp", 0, 1, { line: 0, column: 1 }],
    ["ArrowDown", 9, 1, { line: 9, column: 1 }],
    ["ArrowLeft", 4, 0, { line: 4, column: 0 }],
    ["ArrowRight", 4, 3, { line: 4, column: 3 }],
    ["Home", 4, 3, { line: 4, column: 0 }],
    ["End", 4, 0, { line: 4, column: 3 }],
    ["PageDown", 4, 2, { line: 7, column: 2 }],
    ["PageUp", 1, 2, { line: 0, column: 2 }],
  ])("%s stays within it", (key, line, column, to) => {
    expect(press(key, line, column)).toEqual(to);
  });

  it("goes to the edge with Mod", () => {
    expect(press("ArrowDown", 2, 1, { mod: true })).toEqual({ line: 9, column: 1 });
    expect(press("Home", 5, 2, { mod: true })).toEqual({ line: 0, column: 0 });
    expect(press("End", 5, 2, { mod: true })).toEqual({ line: 9, column: 3 });
  });

  it("walks from line to line with Tab and leaves the grid at its ends", () => {
    expect(press("Tab", 2, 3)).toEqual({ line: 3, column: 0 });
    expect(press("Tab", 3, 0, { shift: true })).toEqual({ line: 2, column: 3 });
    expect(press("Tab", 9, 3)).toBeNull();
    expect(press("Tab", 0, 0, { shift: true })).toBeNull();
  });

  it("passes over the totals of a group, and leaves the grid before those at its end", () => {
    const lines = (["group", "ticket", "foot", "group", "ticket", "foot"] as const).map((kind) => ({ kind }));
    const go = (key: string, line: number, shift = false) => step({ key, mod: false, shift }, { line, column: key === "Tab" && !shift ? 3 : 0 }, { lines, columns: 4, page: 2 });
    expect([go("ArrowDown", 1), go("ArrowUp", 3), go("ArrowDown", 4), go("PageDown", 0)].map((to) => to?.line)).toEqual([3, 1, 4, 3]);
    expect(go("Tab", 1)).toEqual({ line: 3, column: 0 });
    expect(go("Tab", 3, true)).toEqual({ line: 1, column: 3 });
    expect(go("Tab", 4)).toBeNull();
  });

  it("writes only when it stands for a character and nothing is held with it", () => {
    const key = (key: string, ctrlKey = false) => isWriting({ key, ctrlKey, metaKey: false, altKey: false });
    expect([key("a"), key("é"), key("字"), key(" "), key("F2"), key("c", true)]).toEqual([true, true, true, false, false, false]);
  });

  it("begins the answer in a cell whose value is picked, unless it means rows or is a sign", () => {
    const key = (key: string, ctrlKey = false) => isAnswering({ key, ctrlKey, metaKey: false, altKey: false });
    expect([key("w"), key("S"), key("3"), key("+"), key("字")]).toEqual([true, true, true, true, true]);
    expect([key("j"), key("K"), key("x"), key("#"), key("/"), key("?"), key(" "), key("Enter"), key("c", true)]).not.toContain(true);
    // The person has chosen V to select.
    useOwnKeys.setState({ own: { X: "V" } });
    expect([key("v"), key("x")]).toEqual([false, true]);
    useOwnKeys.setState({ own: {} });
  });
});

describe("a change by another person", () => {
  const before = ticket("t1", { lists: [{ listId: "l", rank: "a" }] });

  it("is every field that differs, without those that wait for their own answer", () => {
    const now = { ...before, title: "Other", dueDate: "2026-05-01" };
    expect(changedByOthers(before, now, ["title"], builtIn)).toEqual(["dueDate"]);
  });

  it("is no other rank in the same list", () => {
    expect(changedByOthers(before, { ...before, lists: [{ listId: "l", rank: "z" }] }, [], builtIn)).toEqual([]);
  });
});
