import { describe, expect, it } from "vitest";
import { toggledColumn } from "@/fields/arrange/columns";
import { defaultsOf, readSettings } from "@/fields/arrange/settings";
import { builtIn } from "@/fields/builtIn";
import { columnsOf, frozenCount, sheetVariables, tracks } from "./columns";

const columns = columnsOf(builtIn, ["dueDate", "status", "gone"]);

describe("the columns of a sheet", () => {
  it("stand in the order of the person, without fields that are gone", () => {
    expect(columns.map(({ id }) => id)).toEqual(["dueDate", "status"]);
  });

  it("keep that order when they are stored and read, each once", () => {
    expect(readSettings({ columns: ["labels", "status", "labels", "gone"] }, builtIn).columns).toEqual(["labels", "status"]);
    expect(readSettings({}, builtIn).columns).toEqual(defaultsOf(builtIn).columns);
  });

  it("take a new one in at its usual place, and keep the order of the others", () => {
    expect(toggledColumn(["status", "labels"], builtIn, "dueDate")).toEqual(["status", "dueDate", "labels"]);
    expect(toggledColumn(["labels", "status"], builtIn, "dueDate")).toEqual(["dueDate", "labels", "status"]);
    expect(toggledColumn(["labels", "status"], builtIn, "status")).toEqual(["labels"]);
    expect(toggledColumn(["status"], builtIn, "labels")).toEqual(["status", "labels"]);
  });
});

describe("frozen columns", () => {
  it("are all up to the chosen one; none if that column is hidden", () => {
    expect([frozenCount(columns, "dueDate"), frozenCount(columns, "status"), frozenCount(columns, "labels"), frozenCount(columns, null)]).toEqual([1, 2, 0, 0]);
  });

  it("begin where the columns before them end, so the title gets a fixed width", () => {
    expect(sheetVariables(columns, { title: 200, dueDate: 90 }, 2)).toMatchObject({ "--left-0": "240px", "--left-1": "330px" });
    expect(sheetVariables(columns, {}, 1)).toMatchObject({ "--tracks": "40px 280px 84px 116px minmax(0, 1fr)", "--left-0": "320px" });
    expect(tracks(columns, {})).toBe("40px minmax(280px, 1fr) 84px 116px");
  });
});
