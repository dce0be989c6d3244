import { describe, expect, it } from "vitest";
import { dueDate } from "@/fields/dates";
import { NONE } from "@/fields/options";
import { status } from "@/fields/status";
import { today } from "@/lib/plainDate";
import { doing, ticket, todo } from "@/sync/testing/rows";
import { viewOf } from "@/sync/testing/views";
import { outcomeOf, slotAt, stepped } from "./drop";
import { linesOf } from "./lines";

const groups = [
  { id: todo.id, ticketIds: ["a", "b"] },
  { id: "empty", ticketIds: [] },
  { id: doing.id, ticketIds: ["c"] },
];
// 0 head, 1 a, 2 b, 3 new, 4 head of the empty group, 5 head, 6 c, 7 new
const lines = linesOf({ groups, folded: [], headless: false, showEmpty: true, mayAdd: true, writing: null });

describe("the slot at a height", () => {
  it.each([
    ["the upper half of a row", 1.4, { groupId: todo.id, index: 0, edge: 1 }],
    ["the lower half of a row", 1.6, { groupId: todo.id, index: 1, edge: 2 }],
    ["the line to write in", 3.9, { groupId: todo.id, index: 2, edge: 3 }],
    ["the head of an empty group", 4.2, { groupId: "empty", index: 0, edge: 5 }],
    ["the head of a group", 5.1, { groupId: doing.id, index: 0, edge: 6 }],
    ["below everything", 99, { groupId: doing.id, index: 1, edge: 7 }],
    ["above everything", -3, { groupId: todo.id, index: 0, edge: 1 }],
  ])("over %s", (_, height, slot) => {
    expect(slotAt(lines, height)).toEqual(slot);
  });

  it("is none in an empty sheet", () => {
    expect(slotAt([], 1)).toBeNull();
  });
});

describe("a step by key", () => {
  it("goes past the neighbour, and at the end of the group into the next", () => {
    expect(stepped(lines, 1, 1)).toMatchObject({ groupId: todo.id, index: 2 });
    expect(stepped(lines, 2, -1)).toMatchObject({ groupId: todo.id, index: 0 });
    expect(stepped(lines, 2, 1)).toMatchObject({ groupId: "empty", index: 0 });
    expect(stepped(lines, 6, -1)).toMatchObject({ groupId: "empty", index: 0 });
  });

  it("ends at the ends of the sheet, and is nothing on a line that is no row", () => {
    expect(stepped(lines, 1, -1)).toBeNull();
    expect(stepped(lines, 6, 1)).toBeNull();
    expect(stepped(lines, 0, 1)).toBeNull();
  });
});

describe("a row let go", () => {
  const config = { ...viewOf({ tickets: [] }), me: null };
  const [a, b, c] = [ticket(1, { id: "a" }), ticket(2, { id: "b" }), ticket(3, { id: "c", statusId: doing.id })];
  const drop = (rows: { ticket: typeof a; from: string }[], groupId: string, index: number, ordered = true) =>
    outcomeOf({ inHand: rows, slot: { groupId, index, edge: 0 }, groups, by: status, config, ordered });

  it("goes behind the row above, and takes on the group's value", () => {
    expect(drop([{ ticket: a, from: todo.id }], todo.id, 2)).toEqual({ patches: new Map(), move: { after: "b" } });
    expect(drop([{ ticket: b, from: todo.id }], doing.id, 1)).toEqual({
      patches: new Map([["b", { statusId: doing.id }]]),
      move: { after: "c" },
    });
  });

  it("gets the date of a period, unless its other date forbids it", () => {
    const into = (groupId: string, one: typeof a) => outcomeOf({ inHand: [{ ticket: one, from: "later" }], slot: { groupId, index: 0, edge: 0 }, groups: [], by: dueDate, config, ordered: false }).patches.get(one.id);
    expect(into("today", a)).toEqual({ dueDate: today() });
    expect(into(NONE, { ...a, dueDate: "2026-01-01" })).toEqual({ dueDate: null });
    expect(into("overdue", a)).toBeUndefined();
    expect(into("today", { ...a, startDate: "9999-01-01" })).toBeUndefined();
  });

  it("changes nothing where it stands already", () => {
    expect(drop([{ ticket: a, from: todo.id }], todo.id, 1)).toEqual({ patches: new Map(), move: null });
    expect(drop([{ ticket: c, from: doing.id }], doing.id, 0).move).toBeNull();
  });

  it("changes but the value where the order is not the list's own", () => {
    expect(drop([{ ticket: a, from: todo.id }], doing.id, 0, false)).toEqual({
      patches: new Map([["a", { statusId: doing.id }]]),
      move: null,
    });
    expect(drop([{ ticket: a, from: todo.id }], todo.id, 2, false)).toEqual({ patches: new Map(), move: null });
  });
});
