import { describe, expect, it } from "vitest";
import { viewOf } from "@/sync/tables/tables";
import { smallTables } from "@/sync/testing/tab";
import { ana, ben, member, taskType, ticket, workspaceId } from "@/sync/testing/rows";
import type { SystemAttribute, SystemKey } from "@/wire/generated";
import { grouped } from "./arrange/group";
import { meets } from "./arrange/filter";
import { defaultsOf } from "./arrange/settings";
import { sorted } from "./arrange/sort";
import { fieldById, nameIn, withPart } from "./field";
import type { Config } from "./options";
import { fieldsOf } from "./registry";
import { systemFields } from "./system";
import { isPicked } from "./value";

const people = { [ana]: { ...member(ana), firstname: "Ana" }, [ben]: { ...member(ben), firstname: "Ben" } };
const base: Config = { ...viewOf({ ...smallTables(), member: people, taskType: { y: { ...taskType(1), id: "y" } } }, workspaceId), me: ana };
const plain = (): Config => ({ ...base });

/** The configuration of a workspace that has changed these fields. */
function changed(...rows: [SystemKey, Partial<SystemAttribute>][]): Config {
  const all = rows.map(([key, row]): SystemAttribute => ({ id: key, key, name: null, hidden: false, ...row }));
  return { ...plain(), systemAttributes: Object.fromEntries(all.map((row) => [row.id, row])) };
}

const keys = Object.keys(systemFields) as SystemKey[];
const ids = (config: Config, part: Parameters<typeof withPart>[1]) => withPart(fieldsOf(config), part).map(({ id }) => id);

describe("at10 the fields of every task", () => {
  it("are all there under their keys", () => {
    const fields = fieldsOf(plain());
    expect(keys.filter((key) => !fieldById(fields, systemFields[key]))).toEqual([]);
    expect(keys).toHaveLength(12);
  });

  it.each(keys)("%s has the name of the workspace wherever it stands", (key) => {
    const field = fieldById(fieldsOf(changed([key, { name: "Anything" }])), systemFields[key]);
    if (!field) throw new Error("no field");
    expect([field.name(), field.noun()]).toEqual(["Anything", "Anything"]);
    // The line of the two dates has a name of its own.
    const parts = (["column", "filter", "group", "sort", "panel", "bulk"] as const).filter((part) => field[part] && !(part === "panel" && field.panel?.from));
    expect(new Set(parts.map((part) => nameIn(field, part)))).toEqual(new Set(["Anything"]));
    expect([field.action?.label?.() ?? "Set Anything", field.draft?.nothing() ?? "Anything"]).toEqual(["Set Anything", "Anything"]);
    expect(field.filter?.people?.mine() ?? "Filter: Anything is me").toBe("Filter: Anything is me");
  });

  it.each(keys)("%s leaves the screen when it is hidden, and keeps its values and its sentences", (key) => {
    const field = fieldById(fieldsOf(changed([key, { hidden: true }])), systemFields[key]);
    const before = fieldById(fieldsOf(plain()), systemFields[key]);
    if (!field || !before) throw new Error("no field");
    for (const part of ["column", "filter", "panel", "bulk", "card", "action", "draft"] as const) expect(field[part], part).toBeUndefined();
    expect(field.value).toBe(before.value);
    expect(field.history).toBe(before.history);
    expect(field.group !== undefined).toBe(key === "status");
    expect(field.sort !== undefined).toBe(key === "createdAt");
  });

  it("keep the order of all others", () => {
    const [before, after] = [plain(), changed(["priority", { hidden: true }], ["labels", { name: "Tags" }])];
    for (const part of ["column", "filter", "group", "sort", "bulk", "panel", "action", "draft"] as const) expect(ids(after, part)).toEqual(ids(before, part).filter((id) => id !== "priority"));
    expect(defaultsOf(fieldsOf(after)).columns).not.toContain("priority");
  });

  it("share a line for both dates while both are shown", () => {
    const line = (config: Config, id: string) => fieldById(fieldsOf(config), id)?.panel;
    expect(line(plain(), "dueDate")?.from).toBe("startDate");
    expect(line(changed(["startDate", { hidden: true }]), "dueDate")).toEqual({ order: 70 });
    expect(line(changed(["dueDate", { hidden: true }]), "startDate")).toEqual({ order: 70 });
    expect(line(changed(["dueDate", { hidden: true }]), "dueDate")).toBeUndefined();
  });

  it("are the same array until a row changes", () => {
    const config = changed(["labels", { name: "Tags" }]);
    expect(fieldsOf({ ...config })).toBe(fieldsOf(config));
    expect(fieldsOf(changed(["labels", { name: "Tags" }]))).not.toBe(fieldsOf(config));
  });
});

describe("at10 the people who made and finished a task", () => {
  const rows = [
    ticket(1, { createdUserId: ben, completedByUserId: ana }),
    ticket(2, { createdUserId: ana }),
    ticket(3, { createdUserId: ben, completedByUserId: ben }),
  ];
  const config = plain();
  const of = (id: string) => {
    const field = fieldById(fieldsOf(config), id);
    if (!field) throw new Error("no field");
    return field;
  };

  it("are read, and set by no person", () => {
    for (const id of ["creator", "completedBy"]) {
      expect(isPicked(of(id).value)).toBe(false);
      expect([of(id).bulk, of(id).action, of(id).draft]).toEqual([undefined, undefined, undefined]);
      expect(of(id).column?.shown).toBe(false);
    }
  });

  it("filter, sort and group", () => {
    const passing = (id: string, wanted: string[]) => rows.filter(meets(of(id).value, wanted, "2026-01-01")).map(({ number }) => number);
    expect(passing("creator", [ben])).toEqual([1, 3]);
    expect(passing("completedBy", ["none", ana])).toEqual([1, 2]);
    expect(sorted(rows, of("creator").sort, false, config).map(({ createdUserId }) => createdUserId)).toEqual([ana, ben, ben]);
    expect(sorted(rows, of("completedBy").sort, true, config).map(({ completedByUserId }) => completedByUserId)).toEqual([ben, ana, null]);
    const groups = grouped(rows, of("completedBy"), config).filter(({ ticketIds }) => ticketIds.length > 0);
    expect(groups.map(({ id, ticketIds }) => [id, ticketIds.length])).toEqual([[ana, 1], [ben, 1], ["none", 1]]);
  });
});
