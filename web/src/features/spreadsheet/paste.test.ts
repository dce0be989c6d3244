import { describe, expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { ana, ben, doing, label, list, member, ticket, todo, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { pasteInto, readCell, readTable } from "./paste";

const tables = { ...smallTables(), member: { [ana]: member(ana, "owner" as const), [ben]: member(ben) } };
const view = viewOf(tables, workspaceId);
const [one, two, three] = [ticket(1), ticket(2), ticket(3)];

describe("a table from the clipboard", () => {
  it("is rows of cells, whatever ends a line", () => {
    expect(readTable("a\tb\r\nc\td\r\n")).toEqual([["a", "b"], ["c", "d"]]);
    expect(readTable("one")).toEqual([["one"]]);
    expect(readTable("a\n\nb")).toEqual([["a"], [""], ["b"]]);
  });

  it("has cells in quotes, which may hold lines; a sentence in quotes is a sentence", () => {
    expect(readTable('"two\nlines"\tb\n"say ""hi"""\td')).toEqual([["two\nlines", "b"], ['say "hi"', "d"]]);
    expect(readTable('"Updating" section')).toEqual([['"Updating" section']]);
  });
});

describe("a pasted cell", () => {
  it("is read by the names of its column, whatever their case", () => {
    expect(readCell(view, one, "status", ` ${doing.name.toUpperCase()} `)).toEqual({ statusId: doing.id });
    expect(readCell(view, one, "status", todo.name)).toBe("same");
    expect(readCell(view, one, "priority", "week")).toEqual({ priority: "week" });
    expect(readCell(view, { ...one, priority: "week" }, "priority", "")).toEqual({ priority: null });
    expect(readCell(view, one, "dueDate", "2026-05-01")).toEqual({ dueDate: "2026-05-01" });
    expect(readCell(view, one, "title", " A\n new   title ")).toEqual({ title: "A new title" });
  });

  it("makes a set what the text says", () => {
    const row = { ...one, labels: [label(1).id] };
    expect(readCell(view, row, "labels", label(2).name)).toEqual({ labels: { add: [label(2).id], remove: [label(1).id] } });
    expect(readCell(view, row, "labels", "")).toEqual({ labels: { add: [], remove: [label(1).id] } });
    expect(readCell(view, { ...one, lists: [{ listId: list(1).id, rank: "V" }] }, "lists", list(1).name)).toBe("same");
  });

  it("is refused where it is no value: an unknown name, an empty title, a column that nobody sets", () => {
    expect(readCell(view, one, "status", "Nonsense")).toBe("unknown");
    expect(readCell(view, one, "labels", `${label(1).name}, Nonsense`)).toBe("unknown");
    expect(readCell(view, one, "title", "  ")).toBe("unknown");
    expect(readCell(view, one, "createdAt", "2026-01-01")).toBe("unknown");
  });
});

describe("a paste", () => {
  const target = { below: [one, two], ticked: [], columns: ["priority", "dueDate"] as const };

  it("puts one value into one cell, or into all ticked rows", () => {
    expect(pasteInto(view, [["Day"]], target).changes).toEqual([{ ticketId: one.id, patch: { priority: "day" } }]);
    expect(pasteInto(view, [["Day"]], { ...target, ticked: [one, three] }).changes.map(({ ticketId }) => ticketId)).toEqual([
      one.id,
      three.id,
    ]);
  });

  it("lays a table downwards and to the right, a patch for each row", () => {
    expect(pasteInto(view, readTable("Day\t2026-05-01\nWeek\t"), target)).toEqual({
      changes: [
        { ticketId: one.id, patch: { priority: "day", dueDate: "2026-05-01" } },
        { ticketId: two.id, patch: { priority: "week" } },
      ],
      cells: 3,
      unknown: [],
      beyond: 0,
    });
  });

  it("tells what was no value and what did not fit", () => {
    const pasted = pasteInto(view, readTable("Day\t2026-05-01\tmore\nNonsense\t\t\nWeek"), target);
    expect(pasted).toMatchObject({ cells: 2, unknown: ["Nonsense"], beyond: 3 });
  });
});
