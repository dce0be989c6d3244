import { describe, expect, it } from "vitest";
import { emptyTables, viewOf, type Tables } from "@/sync/tables/tables";
import { ana, component, fixVersion, taskType, ticket, workspaceId } from "@/sync/testing/rows";
import { sorted } from "./arrange/sort";
import { fieldById } from "./field";
import { authorFields } from "./authors";
import { builtIn } from "./builtIn";
import { offeredIn } from "./useChoices";
import { isChoice, patchTo } from "./value";
import { fieldsOf } from "./registry";

const config = (tables: Partial<Tables>) => ({ ...viewOf({ ...emptyTables, ...tables }, workspaceId), me: ana });
const ids = (tables: Partial<Tables>) => fieldsOf(config(tables)).slice(builtIn.length + authorFields.length).map(({ id }) => id);
const all: Partial<Tables> = {
  taskType: { [taskType(1).id]: taskType(1), [taskType(2).id]: taskType(2, "U") },
  component: { [component(1).id]: component(1) },
  fixVersion: Object.fromEntries([fixVersion(1), fixVersion(2, { state: "archived" }), fixVersion(3, { releaseDate: "2026-02-01" })].map((row) => [row.id, row])),
};

describe("task types, components and fix versions as fields", () => {
  it("are there once the workspace has made the first of their kind", () => {
    expect(ids({})).toEqual([]);
    expect(ids({ component: all.component ?? {} })).toEqual(["components"]);
    expect(ids(all)).toEqual(["taskType", "components", "fixVersions"]);
  });

  it("keep their identity while their rows stay", () => {
    const tables = { ...emptyTables, ...all };
    expect(fieldsOf({ ...viewOf(tables, workspaceId), me: ana })).toBe(fieldsOf({ ...viewOf(tables, workspaceId), me: null }));
  });

  it("offer their rows in order, and no archived version", () => {
    const around = config(all);
    const offered = (id: string) => {
      const value = fieldById(fieldsOf(around), id)?.value;
      return value && isChoice(value) ? offeredIn(value.options, around).map(({ name }) => name) : [];
    };
    expect(offered("taskType")).toEqual(["Type 2", "Type 1"]);
    expect(offered("components")).toEqual(["Component 1"]);
    expect(offered("fixVersions")).toEqual(["Version 3", "Version 1"]);
    const versions = fieldById(fieldsOf(around), "fixVersions")?.value;
    expect(versions && isChoice(versions) && versions.options.find(around, fixVersion(2).id)?.name).toBe("Version 2");
  });

  it("write the patch of their field, and read a ticket of a node that does not know it", () => {
    const fields = fieldsOf(config(all));
    const patch = (id: string, wanted: string[]) => {
      const value = fieldById(fields, id)?.value;
      return value && isChoice(value) ? patchTo(value, ticket(1), wanted) : undefined;
    };
    expect(patch("taskType", [taskType(1).id])).toEqual({ taskTypeId: taskType(1).id });
    expect(patch("taskType", [])).toBeNull();
    expect(patch("components", [component(1).id])).toEqual({ componentsIds: { add: [component(1).id], remove: [] } });
    expect(patch("fixVersions", [fixVersion(1).id])).toEqual({ fixVersionsIds: { add: [fixVersion(1).id], remove: [] } });
  });

  it("sort by the names of components and of versions, tasks without any last in both directions", () => {
    const known = config({
      component: Object.fromEntries([{ ...component(1), name: "Pump" }, { ...component(2), name: "engine" }].map((row) => [row.id, row])),
      fixVersion: Object.fromEntries([fixVersion(1, { name: "1.10" }), fixVersion(2, { name: "1.9" })].map((row) => [row.id, row])),
    });
    const some = [
      ticket(1, { componentsIds: [component(1).id], fixVersionsIds: [fixVersion(1).id] }),
      ticket(2),
      ticket(3, { componentsIds: [component(1).id, component(2).id], fixVersionsIds: [fixVersion(2).id] }),
    ];
    for (const id of ["components", "fixVersions"]) {
      const order = (descending: boolean) => sorted(some, fieldById(fieldsOf(known), id)?.sort, descending, known).map(({ number }) => number);
      expect([order(false), order(true)]).toEqual([[3, 1, 2], [1, 3, 2]]);
    }
  });

  it("sort by the order of the types, tasks without one last", () => {
    const known = config(all);
    const key = fieldById(fieldsOf(known), "taskType")?.sort?.key;
    expect([taskType(2).id, taskType(1).id, null].map((taskTypeId) => key?.(ticket(1, { taskTypeId }), known))).toEqual([0, 1, null]);
  });
});
