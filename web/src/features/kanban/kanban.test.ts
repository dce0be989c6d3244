import { describe, expect, it } from "vitest";
import { ticketAbove } from "@/actions/drop";
import { indexAt, outcomeOf, stepped } from "./drop";
import { nextCard } from "./focus";

const column = ["a", "b", "c"];
const todo = (id: string) => ({ id, statusId: "todo" });

describe("a drop", () => {
  const drop = (ids: string[], columnId: string, index: number, cards = column, ordered = true) =>
    outcomeOf({ inHand: ids.map(todo), slot: { columnId, index }, column: cards, ordered });

  it("goes behind the card above, with the status of the column", () => {
    expect(drop(["x"], "done", 2)).toEqual({ is: "move", ids: ["x"], statusId: "done", after: "b" });
  });

  it("goes first on top", () => {
    expect(drop(["x"], "done", 0)).toEqual({ is: "move", ids: ["x"], statusId: "done", after: null });
  });

  it("does nothing where the card stands already, above itself or below", () => {
    expect(drop(["b"], "todo", 1)).toEqual({ is: "nothing" });
    expect(drop(["b"], "todo", 2)).toEqual({ is: "nothing" });
    expect(drop(["b", "c"], "todo", 3)).toEqual({ is: "nothing" });
  });

  it("moves within a column", () => {
    expect(drop(["a"], "todo", 3)).toMatchObject({ is: "move", after: "c" });
    expect(drop(["c"], "todo", 0)).toMatchObject({ is: "move", after: null });
  });

  it("looks past the cards in the hand for the one above", () => {
    expect(ticketAbove(column, 3, new Set(["c", "b"]))).toBe("a");
    expect(drop(["a", "c"], "todo", 2)).toMatchObject({ is: "move", ids: ["a", "c"], after: "b" });
  });

  it("changes but the status where the order is not the list's own", () => {
    expect(drop(["x"], "done", 2, column, false)).toEqual({ is: "status", ids: ["x"], statusId: "done" });
    expect(drop(["a"], "todo", 3, column, false)).toEqual({ is: "nothing" });
  });
});

describe("the slot", () => {
  it("lies in front of the first card whose middle is below the pointer", () => {
    const spots = [
      { start: 0, size: 100 },
      { start: 106, size: 60 },
    ];
    expect([0, 51, 135, 137, 900].map((height) => indexAt(spots, height))).toEqual([0, 1, 1, 2, 2]);
  });

  it("steps by key within its column and to the next", () => {
    const columns = [
      { id: "todo", count: 3 },
      { id: "done", count: 1 },
    ];
    const at = { columnId: "todo", index: 2 };
    expect(stepped("ArrowDown", at, columns)).toEqual({ columnId: "todo", index: 3 });
    expect(stepped("ArrowRight", at, columns)).toEqual({ columnId: "done", index: 1 });
    expect(stepped("ArrowLeft", at, columns)).toBeNull();
    expect(stepped("ArrowUp", { columnId: "todo", index: 0 }, columns)).toBeNull();
  });
});

describe("the focus on the board", () => {
  const columns = [
    { id: "todo", ticketIds: column },
    { id: "blocked", ticketIds: [] },
    { id: "done", ticketIds: ["d"] },
  ];

  it("begins at the first card", () => {
    expect(nextCard("ArrowDown", null, columns)).toEqual({ columnId: "todo", ticketId: "a" });
  });

  it("steps over empty columns and stays at the height it can", () => {
    expect(nextCard("ArrowRight", { columnId: "todo", ticketId: "c" }, columns)).toEqual({ columnId: "done", ticketId: "d" });
    expect(nextCard("ArrowLeft", { columnId: "done", ticketId: "d" }, columns)).toEqual({ columnId: "todo", ticketId: "a" });
  });

  it("stays within a column", () => {
    expect(nextCard("ArrowUp", { columnId: "todo", ticketId: "a" }, columns)?.ticketId).toBe("a");
    expect(nextCard("ArrowDown", { columnId: "todo", ticketId: "c" }, columns)?.ticketId).toBe("c");
    expect(nextCard("End", { columnId: "todo", ticketId: "a" }, columns)?.ticketId).toBe("c");
    expect(nextCard("q", { columnId: "todo", ticketId: "a" }, columns)).toBeNull();
  });
});
