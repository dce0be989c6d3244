import { describe, expect, it } from "vitest";
import { assignees } from "@/fields/assignees";
import { NONE } from "@/fields/options";
import { priority } from "@/fields/priority";
import { member, ticket, viewOf } from "@/sync/testing/views";
import type { Ticket } from "@/wire/generated";
import { flights } from "./flights";
import { ALL, cellOf, laner, lanesOf, orderOf } from "./grid";
import { sumOf } from "./sum";

const a = ticket("t1", { priority: "day" });
const b = ticket("t2", { priority: "week", assigneesIds: ["ana", "ben"] });
const c = ticket("t3", { priority: "day" });
const d = ticket("t4");
const around = (tickets: Ticket[]) => ({ ...viewOf({ tickets, members: [member("ana", "Ana"), member("ben", "Ben")] }), me: null });
const view = around([a, b, c, d]);
const columns = [
  { id: "todo", ticketIds: ["t1", "t2"] },
  { id: "done", ticketIds: ["t4", "t3"] },
];

const filled = (lanes: ReturnType<typeof lanesOf>) => lanes.filter(({ count }) => count > 0).map(({ id, cells, count }) => [id, cells.map(({ ticketIds }) => ticketIds), count]);

describe("the lanes of a board", () => {
  it("are one lane with all columns, without a field", () => {
    expect(lanesOf(columns, undefined, view)).toEqual([
      { id: ALL, count: 4, cells: [{ columnId: "todo", laneId: ALL, ticketIds: ["t1", "t2"] }, { columnId: "done", laneId: ALL, ticketIds: ["t4", "t3"] }] },
    ]);
  });

  it("stand in the order of the options, with the tickets of each column in their order, and without a value last", () => {
    const lanes = lanesOf(columns, priority, view);
    expect(filled(lanes)).toEqual([
      ["day", [["t1"], ["t3"]], 2],
      ["week", [["t2"], []], 1],
      [NONE, [[], ["t4"]], 1],
    ]);
    expect(lanes.map(({ id }) => id)).toEqual(["day", "week", "month", "quarter", "year", NONE]);
  });

  it("hold a ticket of two people twice, and count it once in a lane", () => {
    const lanes = lanesOf([columns[0] ?? { id: "", ticketIds: [] }, { id: "again", ticketIds: ["t2"] }], assignees, view);
    expect(filled(lanes)).toEqual([
      ["ana", [["t2"], ["t2"]], 1],
      ["ben", [["t2"], ["t2"]], 1],
      [NONE, [["t1"], []], 1],
    ]);
    expect(orderOf(lanes)).toEqual(["t2", "t1"]);
  });

  it("have a lane for an option that is gone", () => {
    const lanes = lanesOf([{ id: "todo", ticketIds: ["t1"] }], assignees, around([{ ...a, assigneesIds: ["zoe"] }]));
    expect(lanes.at(-1)).toMatchObject({ id: "zoe", count: 1 });
  });

  it("keep the identity of cells that a change leaves alone", () => {
    const follow = laner(priority);
    const before = follow(columns, view);
    expect(follow(columns, view)).toBe(before);
    expect(follow(columns, around([{ ...a, title: "Other" }, b, c, d]))).toBe(before);
    const after = follow(columns, around([a, b, { ...c, priority: "week" }, d]));
    const cell = (lanes: typeof before, lane: number, column: number) => lanes[lane]?.cells[column];
    expect(cell(after, 0, 0)).toBe(cell(before, 0, 0));
    expect(cell(after, 0, 1)).not.toBe(cell(before, 0, 1));
    expect(after[2]).toBe(before[2]);
  });

  it("say which of two cells a card is in", () => {
    const lanes = lanesOf(columns, assignees, view);
    expect(cellOf(lanes, "t2", { columnId: "todo", laneId: "ben" })?.laneId).toBe("ben");
    expect(cellOf(lanes, "t2", { columnId: "done", laneId: "ben" })?.laneId).toBe("ana");
    expect(cellOf(lanes, "t9", null)).toBeUndefined();
  });
});

describe("the sum of the estimates", () => {
  it("leaves out tickets without one, and has no trace of binary fractions", () => {
    const { tickets } = around([ticket("t1", { fields: { e: 0.1 } }), ticket("t2", { fields: { e: 0.2 } }), ticket("t3", { fields: { e: "x" } }), d]);
    expect(sumOf(tickets, ["t1", "t2", "t3", "t4", "t9"], "e")).toBe(0.3);
  });
});

describe("cards that have moved", () => {
  const at = (ticketId: string, cell: string, left: number, top: number) => ({ ticketId, cell, left, top, width: 200 });

  it("come from where they were, in another cell or in their own", () => {
    const before = [at("a", "x", 0, 0), at("b", "x", 0, 100), at("c", "y", 250, 0)];
    const now = [at("b", "x", 0, 0), at("a", "y", 250, 0), at("c", "y", 250, 100)];
    expect(flights(before, now, new Set())).toEqual([
      { index: 0, x: 0, y: 100, far: false },
      { index: 1, x: -250, y: 0, far: true },
      { index: 2, x: 0, y: -100, far: false },
    ]);
  });

  it("do not fly while they are dragged, or if their earlier place is unknown", () => {
    expect(flights([at("a", "x", 0, 0)], [at("a", "y", 250, 0), at("b", "y", 250, 100)], new Set(["a"]))).toEqual([]);
  });

  it("do not leave a cell in which they still are", () => {
    expect(flights([at("a", "x", 0, 0)], [at("a", "x", 0, 0), at("a", "y", 250, 0)], new Set())).toEqual([]);
  });
});
