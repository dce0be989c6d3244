import { describe, expect, it } from "vitest";
import { attributeFields } from "@/fields/attributes";
import { dueDate } from "@/fields/dates";
import { labels } from "@/fields/labels";
import { priority } from "@/fields/priority";
import { viewOf } from "@/sync/tables/tables";
import { ana, attribute, ben, member, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { pasteInto, readTable } from "./paste";

const tables = { ...smallTables(), member: { [ana]: member(ana, "owner" as const), [ben]: member(ben) } };
const view = { ...viewOf(tables, workspaceId), me: ana };
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

describe("a paste", () => {
  const target = { below: [one, two], ticked: [], columns: [priority, dueDate] };

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
      missing: [],
    });
  });

  it("puts the values of several attributes into one row", () => {
    const numbers = [attribute(1, "number"), attribute(2, "number")];
    const both = attributeFields({ ...view, attributes: Object.fromEntries(numbers.map((each) => [each.id, each])) });
    const pasted = pasteInto(view, [["1", "2"]], { ...target, columns: both });
    expect(pasted.changes).toEqual([{ ticketId: one.id, patch: { fields: { [attribute(1).id]: 1, [attribute(2).id]: 2 } } }]);
  });

  it("tells what was no value and what did not fit", () => {
    const pasted = pasteInto(view, readTable("Day\t2026-05-01\tmore\nNonsense\t\t\nWeek"), target);
    expect(pasted).toMatchObject({ cells: 2, unknown: ["Nonsense"], beyond: 3 });
  });
});

describe("a pasted name that no option has", () => {
  const target = { below: [one, two], ticked: [], columns: [labels, priority] };

  it("is named once for each field that can get new options", () => {
    const pasted = pasteInto(view, readTable("Hull, keel\tsometime\nKEEL\tDay"), target);
    expect(pasted.missing).toEqual([{ column: labels, names: ["Hull", "keel"] }]);
    expect(pasted.unknown).toEqual(["Hull, keel", "sometime", "KEEL"]);
  });

  it("is pasted if the option is made together with the paste", () => {
    const made = new Map([[labels.id, new Map([["hull", "h"], ["keel", "k"]])]]);
    expect(pasteInto(view, readTable("Hull, keel\nKEEL"), { ...target, made })).toMatchObject({
      changes: [
        { ticketId: one.id, patch: { labels: { add: ["h", "k"], remove: [] } } },
        { ticketId: two.id, patch: { labels: { add: ["k"], remove: [] } } },
      ],
      unknown: [],
      missing: [],
    });
  });
});
