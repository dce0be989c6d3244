import { describe, expect, it } from "vitest";
import { builtIn } from "../builtIn";
import { NONE } from "../options";
import { boardOf, cardFields, foldedLane, foldsIn, hiddenColumn, limitIn, limitsBy, loadOf, showsEmptyColumns, showsEmptyLanes, sortsBy, toggledOnCards, withLimit, withSort } from "./board";
import { boardGroups, columnsBy, lanesBy } from "./columns";
import { defaultsOf, readSettings, storedSettings } from "./settings";

const plain = defaultsOf(builtIn);
const ids = (fields: readonly { id: string }[]) => fields.map(({ id }) => id);

describe("the settings of a board", () => {
  it("have a column for each status, and no lanes, until a person chooses other fields", () => {
    expect(columnsBy(plain, builtIn)?.id).toBe("status");
    expect(columnsBy({ group: NONE }, builtIn)?.id).toBe("status");
    expect(columnsBy({ group: "priority" }, builtIn)?.id).toBe("priority");
    // Periods of days group the tasks of other views.
    expect(columnsBy({ group: "dueDate" }, builtIn)?.id).toBe("status");
    expect(lanesBy({ ...plain, lanes: "dueDate" }, builtIn)).toBeUndefined();
    expect(ids(boardGroups(builtIn))).not.toContain("dueDate");
    expect(lanesBy(plain, builtIn)).toBeUndefined();
    expect(lanesBy({ ...plain, lanes: "priority" }, builtIn)?.id).toBe("priority");
  });

  it("make no lanes by the field of the columns", () => {
    expect(lanesBy({ group: "priority", lanes: "priority" }, builtIn)).toBeUndefined();
    expect(lanesBy({ group: NONE, lanes: "status" }, builtIn)).toBeUndefined();
  });

  it("are stored by the words of fields, and read again", () => {
    const settings = { ...plain, lanes: "assignees", board: { card: ["labels"], emptyColumns: { status: false }, emptyLanes: {}, limits: { status: { s1: 3 } }, sorts: { status: { s1: { sort: "dueDate", descending: true } } } } };
    const stored = storedSettings(settings, builtIn);
    expect(stored.lanes).toBe("assignee");
    const read = readSettings(JSON.parse(JSON.stringify(stored)), builtIn);
    expect(read).toEqual(settings);
    expect(boardOf(read.board)).toEqual(settings.board);
  });

  it("ignore what another version, or a person, has written", () => {
    for (const board of [null, undefined, 7, "x", { card: "labels", emptyColumns: [1], emptyLanes: { priority: "yes" }, limits: [3], sorts: { status: { s1: 4 } } }])
      expect(boardOf(board)).toMatchObject({ card: null, emptyColumns: {}, emptyLanes: {}, limits: {} });
    expect(sortsBy(boardOf({ sorts: { status: { s1: 4, s2: { sort: 3 } } } }), "status")).toEqual({ s2: { sort: "manual", descending: false } });
    expect(readSettings({ lanes: "mood" }, builtIn).lanes).toBe(NONE);
  });

  it("show empty columns and hide empty lanes, field by field", () => {
    const board = boardOf({ emptyColumns: { priority: false }, emptyLanes: { assignees: true } });
    expect([showsEmptyColumns(board, "status"), showsEmptyColumns(board, "priority")]).toEqual([true, false]);
    expect([showsEmptyLanes(board, "status"), showsEmptyLanes(board, "assignees")]).toEqual([false, true]);
  });
});

describe("the limits of columns", () => {
  it("belong to the field of the columns, and are set and removed one by one", () => {
    const board = withLimit(withLimit(boardOf(plain.board), "status", "s1", 3), "status", "s2", 5);
    expect(limitsBy(board, "status")).toEqual({ s1: 3, s2: 5 });
    expect(limitsBy(board, "priority")).toEqual({});
    expect(limitsBy(withLimit(board, "status", "s1", null), "status")).toEqual({ s2: 5 });
    expect(boardOf(JSON.parse(JSON.stringify(board)))).toEqual(board);
  });

  it("are whole numbers from 1 to 999, wherever they come from", () => {
    expect(boardOf({ limits: { status: { a: 0, b: 1.5, c: "3", d: 1_000, e: 4 }, priority: 7 } }).limits).toEqual({ status: { e: 4 }, priority: {} });
    expect(["4", " 12 ", "999"].map(limitIn)).toEqual([4, 12, 999]);
    expect(["", "  "].map(limitIn)).toEqual([null, null]);
    for (const typed of ["0", "-1", "1.5", "1e2", "many", "1000"]) expect(limitIn(typed)).toBeUndefined();
  });

  it("are reached by that many cards, and exceeded by more", () => {
    expect([2, 3, 4].map((count) => loadOf(count, 3))).toEqual(["below", "full", "over"]);
  });
});

describe("the orders of columns", () => {
  it("belong to the field of the columns, and are set and removed one by one", () => {
    const byDay = { sort: "dueDate", descending: false };
    const board = withSort(withSort(boardOf(plain.board), "status", "s1", byDay), "status", "s2", byDay);
    expect(sortsBy(board, "status")).toEqual({ s1: byDay, s2: byDay });
    expect(sortsBy(board, "priority")).toEqual({});
    expect(sortsBy(withSort(board, "status", "s1", null), "status")).toEqual({ s2: byDay });
    expect(boardOf(JSON.parse(JSON.stringify(board)))).toEqual(board);
  });
});

describe("what is collapsed", () => {
  it("names columns, hidden columns and lanes apart, also if they have the same id", () => {
    expect(foldsIn(["a", hiddenColumn("a"), foldedLane("a"), "b"])).toEqual({ columns: ["a", "b"], hidden: ["a"], lanes: ["a"] });
  });
});

describe("the fields on cards", () => {
  it("have a default until a person chooses", () => {
    expect(new Set(ids(cardFields(boardOf(plain.board), builtIn)))).toEqual(new Set(["priority", "labels", "dueDate", "assignees"]));
  });

  it("are added and taken away one by one", () => {
    const board = boardOf(plain.board);
    const without = { ...board, card: toggledOnCards(board, builtIn, "labels") };
    expect(ids(cardFields(without, builtIn))).not.toContain("labels");
    const more = { ...board, card: toggledOnCards(without, builtIn, "startDate") };
    expect(ids(cardFields(more, builtIn))).toContain("startDate");
    expect(ids(cardFields({ ...board, card: ["mood"] }, builtIn))).toEqual([]);
  });
});
