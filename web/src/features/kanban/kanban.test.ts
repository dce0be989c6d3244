import { describe, expect, it } from "vitest";
import { ticketAbove } from "@/actions/drop";
import { MANUAL } from "@/fields/arrange/settings";
import { assignees } from "@/fields/assignees";
import { authorFields } from "@/fields/authors";
import { lists } from "@/fields/lists";
import { NONE } from "@/fields/options";
import { priority } from "@/fields/priority";
import { fieldsOf } from "@/fields/registry";
import { status } from "@/fields/status";
import { useTroupe } from "@/sync/store";
import { member, status as statusRow, ticket, viewOf } from "@/sync/testing/views";
import { arriving, indexAt, mayStart, outcomeOf, stepped, takes, type Axes, type CellPlace } from "./drop";
import { nextCard } from "./focus";
import { ALL, type Lane } from "./grid";
import { limitWords, overLimit } from "./limits";
import { columnSorter } from "./sorts";

const state = {
  ...useTroupe.getState(),
  ...viewOf({ tickets: [], statuses: [statusRow("todo", "To do", "byDefault", "a"), statusRow("done", "Done", "completed", "b")], members: [member("ana", "Ana"), member("ben", "Ben")] }),
};
const column = ["a", "b", "c"];
const cell = (columnId: string, laneId = ALL): CellPlace => ({ columnId, laneId });
const todo = (id: string, from = cell("todo"), more = {}) => ({ ticket: ticket(id, more), from });
const byStatus: Axes = { columns: status, lanes: undefined };
const creator = authorFields[0];

describe("a drop", () => {
  const drop = (ids: string[], columnId: string, index: number, cards = column, ordered = true) =>
    outcomeOf({ inHand: ids.map((id) => todo(id)), slot: { ...cell(columnId), index }, cell: cards, axes: byStatus, config: state, add: false, ordered });

  it("goes behind the card above, with the status of the column", () => {
    expect(drop(["x"], "done", 2)).toEqual({ patches: new Map([["x", { statusId: "done" }]]), move: { after: "b" } });
  });

  it("goes first on top", () => {
    expect(drop(["x"], "done", 0).move).toEqual({ after: null });
  });

  it("does nothing where the card stands already, above itself or below", () => {
    const nothing = { patches: new Map(), move: null };
    expect(drop(["b"], "todo", 1)).toEqual(nothing);
    expect(drop(["b"], "todo", 2)).toEqual(nothing);
    expect(drop(["b", "c"], "todo", 3)).toEqual(nothing);
  });

  it("moves within a column", () => {
    expect(drop(["a"], "todo", 3).move).toEqual({ after: "c" });
    expect(drop(["c"], "todo", 0).move).toEqual({ after: null });
  });

  it("looks past the cards in the hand for the one above", () => {
    expect(ticketAbove(column, 3, new Set(["c", "b"]))).toBe("a");
    expect(drop(["a", "c"], "todo", 2).move).toEqual({ after: "b" });
  });

  it("changes only the value if the order is not the manual order of the list", () => {
    expect(drop(["x"], "done", 2, column, false)).toEqual({ patches: new Map([["x", { statusId: "done" }]]), move: null });
    expect(drop(["a"], "todo", 3, column, false)).toEqual({ patches: new Map(), move: null });
  });

  it("across lanes changes the values of both fields in one patch", () => {
    const axes = { columns: status, lanes: priority };
    const inHand = [todo("x", cell("todo", "day"), { priority: "day" }), todo("y", cell("done", "week"), { statusId: "done", priority: "week" })];
    const { patches } = outcomeOf({ inHand, slot: { ...cell("done", NONE), index: 0 }, cell: [], axes, config: state, add: false, ordered: false });
    expect([...patches]).toEqual([
      ["x", { statusId: "done", priority: null }],
      ["y", { priority: null }],
    ]);
  });

  it("hands a ticket over from one person to the next, and with Alt only adds the next", () => {
    const axes = { columns: assignees, lanes: undefined };
    const inHand = [todo("x", cell("ana"), { assigneesIds: ["ana"] })];
    const patchOf = (add: boolean) => outcomeOf({ inHand, slot: { ...cell("ben"), index: 0 }, cell: [], axes, config: state, add, ordered: true }).patches.get("x");
    expect(patchOf(false)).toEqual({ assigneesIds: { add: ["ben"], remove: ["ana"] } });
    expect(patchOf(true)).toEqual({ assigneesIds: { add: ["ben"], remove: [] } });
  });

  it("into another list does not change the order of this list", () => {
    const inHand = [todo("x", cell("l1"), { lists: [{ listId: "l1", rank: "a" }] })];
    const outcome = outcomeOf({ inHand, slot: { ...cell("l2"), index: 0 }, cell: ["y"], axes: { columns: lists, lanes: undefined }, config: state, add: false, ordered: true });
    expect(outcome).toEqual({ patches: new Map([["x", { lists: { add: ["l2"], remove: ["l1"] } }]]), move: null });
  });
});

describe("a column", () => {
  const taken = (columnId: string, axes: Axes, from = cell("todo")) => takes([todo("x", from)], cell(columnId), axes, state);

  it("takes cards whose field may have its value", () => {
    expect(taken("done", byStatus)).toBe(true);
    expect(taken("week", { columns: priority, lanes: undefined })).toBe(true);
    expect(taken(NONE, { columns: priority, lanes: undefined })).toBe(true);
  });

  it("takes no card for a value that people cannot set, that is gone, or that the field cannot lack", () => {
    expect(taken("ben", { columns: creator, lanes: undefined })).toBe(false);
    expect(taken("zoe", { columns: assignees, lanes: undefined })).toBe(false);
    expect(taken(NONE, { columns: lists, lanes: undefined })).toBe(false);
  });

  it("takes a card back to where it comes from", () => {
    expect(taken("ana", { columns: creator, lanes: undefined }, cell("ana"))).toBe(true);
  });

  it("gives a new task only a value that it may have", () => {
    expect(mayStart(status, "done", state)).toBe(true);
    expect(mayStart(priority, NONE, state)).toBe(true);
    expect(mayStart(creator, "ana", state)).toBe(false);
    expect(mayStart(assignees, "zoe", state)).toBe(false);
  });
});

const lane = (id: string, ...cells: [string, string[]][]): Lane => ({ id, count: 0, cells: cells.map(([columnId, ticketIds]) => ({ columnId, laneId: id, ticketIds })) });

describe("the slot", () => {
  it("lies in front of the first card whose middle is below the pointer", () => {
    const spots = [
      { start: 0, size: 100 },
      { start: 106, size: 60 },
    ];
    expect([0, 51, 135, 137, 900].map((height) => indexAt(spots, height))).toEqual([0, 1, 1, 2, 2]);
  });

  it("steps by key within its column and to the next", () => {
    const lanes = [lane(ALL, ["todo", ["a", "b", "c"]], ["done", ["d"]])];
    const at = { ...cell("todo"), index: 2 };
    expect(stepped("ArrowDown", at, lanes)).toEqual({ ...at, index: 3 });
    expect(stepped("ArrowRight", at, lanes)).toEqual({ ...cell("done"), index: 1 });
    expect(stepped("ArrowLeft", at, lanes)).toBeNull();
    expect(stepped("ArrowUp", { ...at, index: 0 }, lanes)).toBeNull();
    expect(stepped("ArrowDown", { ...at, index: 3 }, lanes)).toBeNull();
  });

  it("steps to the lanes above and below, and over columns that do not take the cards", () => {
    const lanes = [lane("day", ["todo", ["a"]], ["held", []], ["done", []]), lane("week", ["todo", ["b", "c"]], ["held", []], ["done", ["d"]])];
    expect(stepped("ArrowDown", { ...cell("todo", "day"), index: 1 }, lanes)).toEqual({ ...cell("todo", "week"), index: 0 });
    expect(stepped("ArrowUp", { ...cell("todo", "week"), index: 0 }, lanes)).toEqual({ ...cell("todo", "day"), index: 1 });
    expect(stepped("ArrowRight", { ...cell("todo", "week"), index: 2 }, lanes, ({ columnId }) => columnId !== "held")).toEqual({ ...cell("done", "week"), index: 1 });
  });
});

describe("the focus on the board", () => {
  const lanes = [lane(ALL, ["todo", column], ["blocked", []], ["done", ["d"]])];
  const at = (ticketId: string, columnId = "todo", laneId = ALL) => ({ columnId, laneId, ticketId });

  it("begins at the first card", () => {
    expect(nextCard("ArrowDown", null, lanes)).toEqual(at("a"));
  });

  it("steps over empty columns and stays at the height it can", () => {
    expect(nextCard("ArrowRight", at("c"), lanes)).toEqual(at("d", "done"));
    expect(nextCard("ArrowLeft", at("d", "done"), lanes)).toEqual(at("a"));
  });

  it("stays within a column without lanes", () => {
    expect(nextCard("ArrowUp", at("a"), lanes)?.ticketId).toBe("a");
    expect(nextCard("ArrowDown", at("c"), lanes)?.ticketId).toBe("c");
    expect(nextCard("End", at("a"), lanes)?.ticketId).toBe("c");
    expect(nextCard("q", at("a"), lanes)).toBeNull();
  });

  it("goes on in the next lane that has cards of the column", () => {
    const three = [lane("day", ["todo", ["a", "b"]], ["done", []]), lane("week", ["todo", []], ["done", ["c"]]), lane("month", ["todo", ["d"]], ["done", []])];
    expect(nextCard("ArrowDown", at("b", "todo", "day"), three)).toEqual(at("d", "todo", "month"));
    expect(nextCard("ArrowUp", at("d", "todo", "month"), three)).toEqual(at("b", "todo", "day"));
    expect(nextCard("ArrowUp", at("c", "done", "week"), three)).toEqual(at("c", "done", "week"));
  });
});

describe("the limit of a column", () => {
  it("counts the carried cards that the column does not hold yet", () => {
    expect(arriving(["a", "x", "y"], column)).toBe(2);
    expect(arriving(["a"], column)).toBe(0);
  });

  it("is described in words that say whether it is reached or exceeded", () => {
    expect([1, 3, 4].map((count) => limitWords(count, 3))).toEqual(["1 task, limit 3", "3 tasks, at the limit of 3", "4 tasks, over the limit of 3"]);
    expect(overLimit(4, 3)).toBe("Over the limit of 3.");
    for (const [count, limit] of [[3, 3], [2, 3], [40, undefined]] as const) expect(overLimit(count, limit)).toBeNull();
  });
});

describe("a column with an order of its own", () => {
  const due = (id: string, dueDate: string | null, rank: string) => ticket(id, { dueDate, lists: [{ listId: "net", rank }] });
  const tickets = Object.fromEntries([due("a", "2026-03-03", "c"), due("b", null, "b"), due("c", "2026-03-01", "a")].map((one) => [one.id, one]));
  const view = { ...state, tickets };
  const place = { collection: "list" as const, listId: "net" };
  const columns = [{ id: "todo", ticketIds: ["a", "b", "c"] }, { id: "done", ticketIds: ["b", "a"] }];

  it("is sorted alone, and keeps its identity until it changes", () => {
    const inOrder = columnSorter({ todo: { sort: "dueDate", descending: false } }, place, fieldsOf(state), state);
    const now = inOrder(columns, view);
    expect(now.map(({ ticketIds }) => ticketIds.join(""))).toEqual(["cab", "ba"]);
    expect(now[1]).toBe(columns[1]);
    expect(inOrder(columns, { ...view, tickets: { ...tickets } })).toBe(now);
    const later = { ...view, tickets: { ...tickets, c: due("c", "2026-04-01", "a") } };
    expect(inOrder(columns, later)[0]?.ticketIds.join("")).toBe("acb");
  });

  it("may have the manual order of the list on a board that is sorted", () => {
    const inOrder = columnSorter({ todo: { sort: MANUAL, descending: false } }, place, fieldsOf(state), state);
    expect(inOrder(columns, view)[0]?.ticketIds.join("")).toBe("cba");
  });

  it("costs nothing if there is none", () => {
    expect(columnSorter({ gone: { sort: "dueDate", descending: false } }, place, fieldsOf(state), state)(columns, view)).toBe(columns);
  });
});
