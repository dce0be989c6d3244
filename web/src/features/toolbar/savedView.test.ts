import { describe, expect, it } from "vitest";
import { plain, readAddress } from "@/fields/arrange/address";
import { keepSettings, keptSettings, settingsKey } from "@/fields/arrange/keep";
import { defaultsOf, type Settings } from "@/fields/arrange/settings";
import { fieldsOf } from "@/fields/registry";
import { ana, attribute, done, list, todo } from "@/sync/testing/rows";
import { viewOf } from "@/sync/testing/views";
import type { SavedView } from "@/wire/generated";
import { changeOf, isChanged, kindOf, openedAt, settingsOf, shapeOf, viewsOf } from "./savedView";

const place = attribute(1);
const config = { ...viewOf({ tickets: [], statuses: [todo, done] }), attributes: { [place.id]: place }, me: ana };
const fields = fieldsOf(config);
const settings: Settings = {
  ...defaultsOf(fields),
  filters: { status: [todo.id], [place.id]: ["has:pier"] },
  filter: "assignee = me or due = today",
  group: "priority",
  sort: "dueDate",
  descending: true,
  columns: ["status", "labels"],
};
const view: SavedView = { id: "v", name: "Late", personal: false, createdUserId: ana, listId: null, createdAt: "2026-01-01T00:00:00Z", ...shapeOf(settings, "kanban", fields, config) };

describe("sv1 a saved view", () => {
  it("holds the whole filter, the group, the order, the layout and the columns of a page", () => {
    expect(view).toMatchObject({ layout: "kanban", groupBy: "priority", sortBy: "due", descending: true, columns: ["status", "labels"] });
    expect(view.filter).toBe(`status = ${todo.id} and ${place.id} ~ "pier" and (assignee = me or due = today)`);
    expect({ ...settings, ...settingsOf(view, fields, config) }).toEqual(settings);
  });

  it("is changed by everything that it stores, and by nothing else", () => {
    const changed = (patch: Partial<Settings>, layout: "kanban" | "spreadsheet" = "kanban") => isChanged(view, { ...settings, ...patch }, layout, fields, config);
    expect(changed({})).toBe(false);
    expect(changed({ find: "net", widths: { status: 90 }, collapsed: [todo.id] })).toBe(false);
    const others: Partial<Settings>[] = [{ filters: {} }, { filter: "" }, { group: "none" }, { sort: "manual" }, { descending: false }, { columns: [] }];
    for (const patch of others) expect(changed(patch), JSON.stringify(patch)).toBe(true);
    expect(changed({}, "spreadsheet")).toBe(true);
  });

  it("keeps a calendar or a gantt in a separate field, which pages of the previous build leave out", () => {
    const plan = { ...view, ...shapeOf(settings, "gantt", fields, config) };
    expect(plan).toMatchObject({ layout: "spreadsheet", dateLayout: "gantt" });
    expect(kindOf(plan)).toBe("gantt");
    const { dateLayout: _, ...earlier } = plan;
    expect(kindOf(earlier)).toBe("spreadsheet");
    expect(isChanged(plan, settings, "gantt", fields, config)).toBe(false);
    expect(isChanged(plan, settings, "calendar", fields, config)).toBe(true);
  });

  it("sends the field only when it changes", () => {
    expect(changeOf(view, shapeOf(settings, "spreadsheet", fields, config))).not.toHaveProperty("dateLayout");
    expect(changeOf(view, shapeOf(settings, "gantt", fields, config))).toMatchObject({ dateLayout: "gantt" });
    const plan = { ...view, ...shapeOf(settings, "gantt", fields, config) };
    expect(changeOf(plan, shapeOf(settings, "kanban", fields, config))).toMatchObject({ layout: "kanban", dateLayout: null });
  });

  it("is shown without the fields and options that are gone, and is not changed by that", () => {
    const rest = { ...config, attributes: {}, statuses: { [done.id]: done } };
    const left = fieldsOf(rest);
    const shown = settingsOf(view, left, rest);
    expect(shown.filters).toEqual({});
    expect(shown.filter).toBe("assignee = me or due = today");
    expect(isChanged(view, shown, "kanban", left, rest)).toBe(false);
  });

  it("opens at an address that shows it to every reader, with its columns", () => {
    const address = openedAt({ ...view, listId: list(1).id }, "ACME", fields, config);
    const [path, query = ""] = address.split("?");
    expect(path).toBe(`/w/ACME/list/${list(1).id}`);
    const { filters, filter, group, sort, descending } = settings;
    expect(readAddress(query, fields)).toEqual({ ...plain, filters, filter, group, sort, descending });
    expect(new URLSearchParams(query).get("view")).toBe("kanban");
    expect(new URLSearchParams(query).get("saved")).toBe("v");
    expect(keptSettings(`troupe.view.${ana}.${config.workspace?.id}.${list(1).id}.v`, fields).columns).toEqual(["status", "labels"]);
  });

  it("opens with the widths and the folded groups of the last time", () => {
    const key = settingsKey({ me: ana, workspaceId: config.workspace?.id, place: { collection: "all", listId: null }, saved: "v" });
    keepSettings(key, { ...settings, columns: [], widths: { status: 90 }, collapsed: [todo.id] }, fields);
    openedAt(view, "ACME", fields, config);
    expect(keptSettings(key, fields)).toMatchObject({ columns: ["status", "labels"], widths: { status: 90 }, collapsed: [todo.id] });
  });

  it("stands in the menu of its place, shared ones first", () => {
    const all = { a: { ...view, id: "a", name: "Zebra" }, b: { ...view, id: "b", name: "Ant", personal: true }, c: { ...view, id: "c", name: "Bee" }, d: { ...view, id: "d", listId: list(1).id } };
    expect(viewsOf(all, null).map(({ name }) => name)).toEqual(["Bee", "Zebra", "Ant"]);
    expect(viewsOf(all, list(1).id).map(({ id }) => id)).toEqual(["d"]);
  });
});
