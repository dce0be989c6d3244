import { describe, expect, it } from "vitest";
import { id, ticket } from "@/sync/testing/rows";
import type { Ticket } from "@/wire/generated";
import { cornersOf, crossing, endOf, headPath, roomBehind, roundedPath } from "./arrows";
import { barBox, boxOf, labelFits } from "./boxes";
import { daysMoved, drawn, driftOf, lengthOf, shifted } from "./dates";
import { drawnEnds, endUnder, usualEnd } from "./linkEnds";
import { linesOf, ticketIdsOf, unscheduledIn, type Line } from "./lines";
import { axisFor, xOf } from "./scale";

const n = (number: number) => id("4", number);
const tableOf = (...rows: Ticket[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const group = (groupId: string, ...numbers: number[]) => ({ id: groupId, ticketIds: numbers.map(n) });
const shape = (lines: readonly Line[]) => lines.map((line) => (line.kind === "ticket" ? `${" ".repeat(line.level)}${Number(line.ticketId.slice(-3))}${line.folded ? "+" : ""}` : line.kind === "group" ? line.groupId : line.key));

describe("the rows", () => {
  const tickets = tableOf(ticket(1), ticket(2, { parentTicketId: n(1) }), ticket(3, { parentTicketId: n(2) }), ticket(4), ticket(5, { parentTicketId: n(9) }));
  const rows = (groups: ReturnType<typeof group>[], folded: string[] = [], headless = false) => linesOf({ groups, tickets, folded: new Set(folded), headless, mayAdd: false });

  it("have subtasks below their parents, in the order of the place", () => {
    expect(shape(rows([group("a", 4, 3, 2, 1, 5)]))).toEqual(["a", "4", "1", " 2", "  3", "5"]);
  });

  it("have a subtask at the top if its parent is in another group", () => {
    expect(shape(rows([group("a", 1), group("b", 2, 3)]))).toEqual(["a", "1", "b", "2", " 3"]);
  });

  it("hide all that is below a closed row or a closed group", () => {
    expect(shape(rows([group("a", 1, 2, 3, 4)], [n(1)]))).toEqual(["a", "1+", "4"]);
    expect(shape(rows([group("a", 1, 2, 3), group("b", 4)], ["a"]))).toEqual(["a", "b", "4"]);
  });

  it("have no heads of groups if the place is not grouped, and none of empty groups", () => {
    expect(shape(rows([group("none", 1, 4)], [], true))).toEqual(["1", "4"]);
    expect(shape(rows([group("a"), group("b", 4)]))).toEqual(["b", "4"]);
  });

  it("end each open group with a line for new tickets, if tickets may be added", () => {
    const lines = (headless: boolean, folded: string[] = []) => shape(linesOf({ groups: [group("a", 1), group("b", 4)], tickets, folded: new Set(folded), headless, mayAdd: true }));
    expect(lines(false, ["b"])).toEqual(["a", "1", "new a", "b"]);
    expect(lines(true)).toEqual(["1", "new a", "4", "new b"]);
  });

  it("give a ticket in two groups two keys", () => {
    const keys = rows([group("a", 4), group("b", 4)]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });

  it("show every ticket once, even of a circle of parents", () => {
    const circle = tableOf(ticket(1, { parentTicketId: n(2) }), ticket(2, { parentTicketId: n(1) }));
    const lines = linesOf({ groups: [group("a", 1, 2)], tickets: circle, folded: new Set(), headless: true, mayAdd: false });
    expect(ticketIdsOf(lines).toSorted()).toEqual([n(1), n(2)]);
  });

  it("leave tickets without dates to the tray, each once", () => {
    expect(unscheduledIn([group("a", 1, 2), group("b", 2, 3)], (each) => each === n(1))).toEqual([n(2), n(3)]);
  });
});

describe("a drag", () => {
  const bar = { startDate: "2026-03-12", dueDate: "2026-03-18" };

  it("moves both dates by whole days, over months, years and a change of the clocks", () => {
    expect(shifted(bar, "move", 20)).toEqual({ startDate: "2026-04-01", dueDate: "2026-04-07" });
    expect(shifted({ startDate: "2026-03-28", dueDate: "2026-03-29" }, "move", 1)).toEqual({ startDate: "2026-03-29", dueDate: "2026-03-30" });
    expect(shifted({ startDate: "2027-12-31", dueDate: null }, "move", 60)).toEqual({ startDate: "2028-02-29", dueDate: null });
  });

  it("moves one end up to the other", () => {
    expect(shifted(bar, "start", 3)).toEqual({ startDate: "2026-03-15", dueDate: "2026-03-18" });
    expect(shifted(bar, "start", 99)).toEqual({ startDate: "2026-03-18", dueDate: "2026-03-18" });
    expect(shifted(bar, "end", -99)).toEqual({ startDate: "2026-03-12", dueDate: "2026-03-12" });
  });

  it("gives a ticket with one date the other one", () => {
    expect(shifted({ startDate: null, dueDate: "2026-03-18" }, "start", -2)).toEqual({ startDate: "2026-03-16", dueDate: "2026-03-18" });
    expect(shifted({ startDate: "2026-03-12", dueDate: null }, "end", 2)).toEqual({ startDate: "2026-03-12", dueDate: "2026-03-14" });
    expect(shifted({ startDate: null, dueDate: null }, "end", 2)).toEqual({ startDate: null, dueDate: null });
  });

  it("snaps to the nearest day", () => {
    expect([daysMoved(11, 24), daysMoved(13, 24), daysMoved(-37, 24)]).toEqual([0, 1, -2]);
  });

  it("draws a new bar in either direction, and a click one of a useful length", () => {
    expect(drawn("week", "2026-03-18", "2026-03-12")).toEqual(bar);
    expect(drawn("week", "2026-03-12", "2026-03-12")).toEqual({ startDate: "2026-03-12", dueDate: "2026-03-13" });
    expect(drawn("quarter", "2026-03-12", "2026-03-12")).toEqual({ startDate: "2026-03-12", dueDate: "2026-03-18" });
    expect(lengthOf("2026-03-12", "2026-03-18")).toBe(7);
  });
});

describe("a bar", () => {
  const axis = axisFor("week", "2026-03-01", null);

  it("covers its days, the last one too", () => {
    expect(barBox(axis, "2026-03-12", "2026-03-13")).toEqual({ left: xOf(axis, "2026-03-12"), width: 46 });
  });

  it("is a diamond in the middle of its day, or fades out without an end", () => {
    expect(boxOf(axis, { start: "2026-03-12", end: "2026-03-12", kind: "milestone" })).toEqual({ left: xOf(axis, "2026-03-12") + 4, width: 16 });
    expect(boxOf(axis, { start: "2026-03-12", end: "2026-03-12", kind: "startOnly" }).width).toBe(72);
  });

  it("has moved away from its baseline by its end, or by its start if the end is the same", () => {
    const was = { startDate: "2026-03-12", dueDate: "2026-03-18" };
    expect(driftOf(was, { startDate: "2026-03-14", dueDate: "2026-03-21" })).toEqual({ end: "due", days: 3 });
    expect(driftOf(was, { startDate: "2026-03-12", dueDate: "2026-03-16" })).toEqual({ end: "due", days: -2 });
    expect(driftOf(was, { startDate: "2026-03-10", dueDate: "2026-03-18" })).toEqual({ end: "start", days: -2 });
    expect([driftOf(was, was), driftOf(was, { startDate: null, dueDate: null })]).toEqual([null, null]);
  });

  it("has its label inside if there is room", () => {
    expect([labelFits({ left: 0, width: 109 }), labelFits({ left: 0, width: 110 })]).toEqual([false, true]);
  });
});

describe("a label behind its bar", () => {
  it("leaves room for the arrows at the end of the bar: for a stub, a head, or a head with a lag", () => {
    const rooms = [[], [{ arrives: false, lag: 0 }], [{ arrives: true, lag: 0 }], [{ arrives: true, lag: 2 }, { arrives: false, lag: 9 }]].map(roomBehind);
    expect(rooms).toEqual([0, 8, 16, 38]);
  });
});

describe("an arrow", () => {
  const direct = { leaves: 1, arrives: 1 } as const;

  it("goes straight to a follower that begins later", () => {
    expect(cornersOf({ x1: 100, y1: 16, x2: 160, y2: 80, ...direct }, 32)).toEqual([[100, 16], [108, 16], [108, 80], [154, 80]]);
  });

  it("goes back between the rows to a follower that begins on the same day or earlier, above or below", () => {
    expect(cornersOf({ x1: 100, y1: 16, x2: 102, y2: 80, ...direct }, 32)).toEqual([[100, 16], [108, 16], [108, 32], [88, 32], [88, 80], [96, 80]]);
    expect(cornersOf({ x1: 100, y1: 80, x2: 40, y2: 16, ...direct }, 32)[2]).toEqual([108, 64]);
  });

  it("goes around the bar that reaches further, from an end to an end or from a start to a start", () => {
    const ends = { leaves: 1, arrives: -1 } as const;
    expect(cornersOf({ x1: 100, y1: 16, x2: 60, y2: 80, ...ends }, 32)).toEqual([[100, 16], [108, 16], [108, 80], [66, 80]]);
    expect(cornersOf({ x1: 100, y1: 16, x2: 160, y2: 80, ...ends }, 32)).toEqual([[100, 16], [174, 16], [174, 80], [166, 80]]);
    expect(cornersOf({ x1: 100, y1: 16, x2: 160, y2: 80, leaves: -1, arrives: 1 }, 32)).toEqual([[100, 16], [92, 16], [92, 80], [154, 80]]);
  });

  it("goes from a start to an end on the mirror image of the path from an end to a start", () => {
    expect(cornersOf({ x1: 100, y1: 16, x2: 40, y2: 80, leaves: -1, arrives: -1 }, 32)).toEqual([[100, 16], [92, 16], [92, 80], [46, 80]]);
    expect(headPath({ x1: 100, y1: 16, x2: 40, y2: 80, leaves: -1, arrives: -1 })).toBe("M40 80l6 -3.5v7z");
  });

  it("begins and ends at the ends of the bars that its link joins", () => {
    expect([endOf({ left: 100, width: 40 }, "start"), endOf({ left: 100, width: 40 }, "end")]).toEqual([{ x: 100, outwards: -1 }, { x: 140, outwards: 1 }]);
  });

  it("has round corners", () => {
    expect(roundedPath([[0, 0], [10, 0], [10, 20]])).toBe("M0 0L6 0Q10 0 10 4L10 20");
  });

  it("is drawn if it touches or crosses the rows in sight", () => {
    const link = (fromLine: number, toLine: number) => ({ linkId: `${fromLine} ${toLine}`, fromId: "", toId: "", fromLine, toLine, lag: 0, fromEnd: "end", toEnd: "start" }) as const;
    expect(crossing([link(0, 5), link(30, 12), link(0, 90), link(50, 60)], 10, 20).map(({ linkId }) => linkId)).toEqual(["30 12", "0 90"]);
  });
});

describe("a dependency that is drawn", () => {
  it("has the kind that its two ends decide; from a start to an end, it is a finish-to-start drawn backwards", () => {
    expect(drawnEnds("behind", "before")).toEqual({ turned: false, ends: "finishToStart" });
    expect(drawnEnds("behind", "behind")).toEqual({ turned: false, ends: "finishToFinish" });
    expect(drawnEnds("before", "before")).toEqual({ turned: false, ends: "startToStart" });
    expect(drawnEnds("before", "behind")).toEqual({ turned: true, ends: "finishToStart" });
  });

  it("means the usual end of the other bar, except in the third with the same end", () => {
    expect([0.1, 0.5, 0.6, 0.7].map((share) => endUnder("behind", share))).toEqual(["before", "before", "before", "behind"]);
    expect([0.3, 0.4, 0.9].map((share) => endUnder("before", share))).toEqual(["before", "behind", "behind"]);
    expect([usualEnd("behind"), usualEnd("before")]).toEqual(["before", "behind"]);
  });
});
