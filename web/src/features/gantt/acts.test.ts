import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import { doing, done, id, ticket, todo } from "@/sync/testing/rows";
import type { Status, Ticket } from "@/wire/generated";
import { barStep, rowStep } from "./barKeys";
import { KEPT } from "./baseline";
import { edgeSpeed } from "./edge";
import { readGantt, useGanttView } from "./ganttView";
import { chosenWith, movedWith, movesAlone, movesOf } from "./moves";
import { followersOf } from "./parentMove";
import { progressOf } from "./progress";
import { datesOfDrag, dragField } from "./remoteDrag";
import { columnsOf, toggleColumn, widthOfColumn } from "./treeColumns";
import { boundsOf } from "./useSchedule";

const n = (number: number) => id("4", number);
const tableOf = (...rows: Ticket[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const dated = { startDate: "2026-03-12", dueDate: "2026-03-18" };

describe("the bars that a drag moves", () => {
  const tickets = tableOf(
    ticket(1, { ...dated, subtasksOrder: [n(2), n(3), n(4)] }),
    ticket(2, { ...dated, parentTicketId: n(1), subtasksOrder: [n(5)] }),
    ticket(3, { parentTicketId: n(1) }),
    ticket(4, { ...dated, parentTicketId: n(1), trashedAt: "2026-01-01T00:00:00Z" }),
    ticket(5, { dueDate: "2026-03-20", parentTicketId: n(2) }),
    ticket(6, dated),
  );
  const isParent = (ticketId: string) => ticketId === n(1) || ticketId === n(2);
  const along = (ticketId: string, part: "move" | "start" | "end", selected: string[] = []) => movedWith({ tickets, ticketId, part, selected, isParent });

  it("are all tickets below a parent, without the trash", () => {
    expect(along(n(1), "move")).toEqual([n(1), n(2), n(3), n(5)]);
  });

  it("are the whole selection, each once, if the bar is selected", () => {
    expect(along(n(6), "move", [n(6), n(2), n(5)])).toEqual([n(6), n(2), n(5)]);
    expect(along(n(6), "move", [n(2)])).toEqual([n(6)]);
  });

  it("are only one bar if an end is pulled", () => {
    expect(along(n(6), "end", [n(6), n(2)])).toEqual([n(6)]);
  });

  it("are those that the person moves alone, if subtasks stay: a parent takes the days that it shows as its own", () => {
    const parents = new Map([[n(1), { start: "2026-03-12", end: "2026-03-20" }], [n(2), { start: "2026-03-20", end: "2026-03-20" }]]);
    const chosen = chosenWith({ ticketId: n(1), part: "move", selected: [n(1), n(3), n(6)] });
    const alone = movesAlone({ tickets, ticketIds: chosen, days: 2, parents });
    expect([...alone]).toEqual([
      [n(1), { startDate: "2026-03-14", dueDate: "2026-03-22" }],
      [n(6), { startDate: "2026-03-14", dueDate: "2026-03-20" }],
    ]);
    expect(followersOf({ along: movesOf(tickets, along(n(1), "move"), "move", 2), alone })).toBe(2);
  });

  it("get new dates, unless they have none or stay", () => {
    expect([...movesOf(tickets, [n(1), n(3), n(5)], "move", 2)]).toEqual([
      [n(1), { startDate: "2026-03-14", dueDate: "2026-03-20" }],
      [n(5), { startDate: null, dueDate: "2026-03-22" }],
    ]);
    expect(movesOf(tickets, [n(1)], "move", 0).size).toBe(0);
  });
});

describe("the keys of a bar", () => {
  const press = (key: string, held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {}) =>
    barStep({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

  it("move it by a day, and its end with Shift, and its start with Ctrl or Cmd", () => {
    expect(press("ArrowRight")).toEqual({ part: "move", days: 1 });
    expect(press("ArrowLeft", { shiftKey: true })).toEqual({ part: "end", days: -1 });
    expect([press("ArrowLeft", { ctrlKey: true }), press("ArrowRight", { metaKey: true })]).toEqual([{ part: "start", days: -1 }, { part: "start", days: 1 }]);
  });

  it("leave other keys alone", () => {
    expect([press("a"), press("ArrowUp"), press("ArrowLeft", { altKey: true })]).toEqual([null, null, null]);
  });

  it("lead to other rows, and stop at both ends", () => {
    expect([rowStep("ArrowDown", 3, 5, 2), rowStep("ArrowDown", 4, 5, 2), rowStep("Home", 3, 5, 2), rowStep("PageUp", 1, 5, 2), rowStep("x", 1, 5, 2)]).toEqual([4, 4, 0, 0, null]);
  });
});

describe("the edge of the chart", () => {
  it("scrolls faster the nearer the pointer is, and not at all in the middle", () => {
    expect([edgeSpeed(500, 0, 1_000), edgeSpeed(980, 0, 1_000), edgeSpeed(1_200, 0, 1_000), edgeSpeed(20, 0, 1_000), edgeSpeed(-90, 0, 1_000)]).toEqual([0, 9, 18, -9, -18]);
  });
});

describe("a bar that another person drags", () => {
  it("travels in the field of presence, with one date or two, and fits into it", () => {
    expect(datesOfDrag(dragField(dated))).toEqual({ start: "2026-03-12", end: "2026-03-18" });
    expect(datesOfDrag(dragField({ startDate: null, dueDate: "2026-03-18" }))).toEqual({ start: "2026-03-18", end: "2026-03-18" });
    expect(dragField(dated).length).toBeLessThanOrEqual(64);
  });

  it("is not found in other fields or without a date", () => {
    expect(["title", null, "dates:", "dates:x:y", "dates:2026-03-18:2026-03-12"].map(datesOfDrag)).toEqual([null, null, null, null, null]);
  });
});

describe("the figures of a chart", () => {
  it("is the share of subtasks that are completed, without canceled ones", () => {
    const parked: Status = { ...todo, id: id("1", 9), category: "canceled" };
    const statuses = Object.fromEntries([todo, doing, done, parked].map((status) => [status.id, status]));
    const all = [ticket(1, { statusId: done.id, completed: true }), ticket(2), ticket(3), ticket(4, { statusId: parked.id })];
    expect([progressOf(all, statuses), progressOf([], statuses)]).toEqual([33, null]);
  });

  it("is the time from the first to the last day", () => {
    expect(boundsOf([{ start: "2026-03-12", end: "2026-03-18" }, null, { start: "2026-03-10", end: "2026-03-11" }])).toEqual({ start: "2026-03-10", end: "2026-03-18" });
    expect(boundsOf([null])).toBeNull();
  });

  it("follows the settings that the browser keeps, and ignores what it does not know", () => {
    const chosen = { zoom: "month", tree: 400, columns: ["dueDate"], mode: "off", critical: true, arrows: false, tray: false, colour: "labels", parents: "own", baseline: "an id" };
    expect(readGantt(chosen)).toEqual(chosen);
    // Earlier versions of the app stored whether the baseline of the browser is shown.
    expect([true, false, null, undefined].map((baseline) => readGantt({ ...chosen, baseline }).baseline)).toEqual([KEPT, null, null, KEPT]);
    expect(readGantt({ zoom: "hour", tree: -4, columns: "dueDate", mode: 7, colour: "title", parents: 3 })).toEqual(readGantt(null));
  });
});

describe("the columns of the tree", () => {
  it("are the chosen fields that still exist, in their usual order, and make the tree wider", () => {
    const [due] = columnsOf(builtIn, ["dueDate"]);
    expect(columnsOf(builtIn, ["dueDate", "status", "assignees", "mood"]).map(({ id }) => id)).toEqual(["status", "dueDate"]);
    const before = useGanttView.getState().settings;
    toggleColumn(due!);
    expect(useGanttView.getState().settings).toMatchObject({ columns: ["dueDate"], tree: before.tree + widthOfColumn(due!) + 6 });
    toggleColumn(due!);
    expect(useGanttView.getState().settings).toEqual(before);
  });
});
