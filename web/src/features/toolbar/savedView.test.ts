import { describe, expect, it } from "vitest";
import type { Arranged } from "@/actions/savedViews";
import { plain, readAddress } from "@/fields/arrange/address";
import { boardOf } from "@/fields/arrange/board";
import { keepSettings, keptSettings, settingsKey } from "@/fields/arrange/keep";
import { defaultsOf, type Settings } from "@/fields/arrange/settings";
import { fieldsOf } from "@/fields/registry";
import { ana, attribute, ben, doing, done, id, list, member, todo } from "@/sync/testing/rows";
import { viewOf } from "@/sync/testing/views";
import type { SavedView } from "@/wire/generated";
import { beside, changeOf, isChanged, isSameShape, kindOf, openedAt, settingsOf, shapeOf, viewsOf } from "./savedView";

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
const shown = defaultsOf(fields);
const label = { id: "v", name: "Late", personal: false, createdUserId: ana, listId: null, createdAt: "2026-01-01T00:00:00Z", icon: null, page: null, rank: "V" } as const;
const view: SavedView = { ...label, ...shapeOf(settings, "kanban", fields, config) };
/** The same view, as the previous build created it. */
const earlier: SavedView = { ...view, display: null };

describe("sv1 a saved view", () => {
  it("holds the whole filter, the group, the order, the layout and the columns of a page", () => {
    expect(view).toMatchObject({ layout: "kanban", groupBy: "priority", sortBy: "due", descending: true, columns: ["status", "labels"] });
    expect(view.filter).toBe(`status = ${todo.id} and ${place.id} ~ "pier" and (assignee = me or due = today)`);
    expect(settingsOf(view, shown, fields, config)).toEqual({ ...settings, board: boardOf(null) });
  });

  it("is changed by everything that it stores, and by nothing else", () => {
    const changed = (patch: Partial<Settings>, layout: "kanban" | "spreadsheet" = "kanban") => isChanged(view, { ...settings, ...patch }, layout, fields, config);
    expect(changed({})).toBe(false);
    expect(changed({ collapsed: [id("4", 1), `lane:${ana}`], widths: { assignees: 90 }, frozen: "assignees" })).toBe(false);
    const others: Partial<Settings>[] = [{ filters: {} }, { filter: "" }, { group: "none" }, { sort: "manual" }, { descending: false }, { columns: [] }];
    for (const patch of others) expect(changed(patch), JSON.stringify(patch)).toBe(true);
    expect(changed({}, "spreadsheet")).toBe(true);
  });

  it("fl10: is not changed by the order of its conditions, nor by the chip that shows one of them", () => {
    const known = { ...config, members: { [ana]: member(ana), [ben]: member(ben) } };
    const stored: SavedView = { ...view, filter: `due != 2026-12-01 and assignee != me and assignee = ${ana} and priority = day and assignee != ${ben}` };
    const opened = settingsOf(stored, shown, fields, known);
    expect(opened).toMatchObject({ filters: { priority: ["day"], assignees: [ana] }, filter: `assignee != me, ${ben} and due != 2026-12-01` });
    for (const filter of [opened.filter, `due != 2026-12-01 and assignee != me, ${ben}`]) expect(isChanged(stored, { ...opened, filter }, "kanban", fields, known)).toBe(false);
    expect(isChanged(stored, { ...opened, filters: { priority: ["day"] }, filter: `assignee = ${ana} and ${opened.filter}` }, "kanban", fields, known)).toBe(false);
    expect(isChanged(stored, { ...opened, filter: "" }, "kanban", fields, known)).toBe(true);
  });

  it("keeps a calendar or a gantt in a separate field, which pages of the previous build leave out", () => {
    const plan = { ...view, ...shapeOf(settings, "gantt", fields, config) };
    expect(plan).toMatchObject({ layout: "spreadsheet", dateLayout: "gantt" });
    expect(kindOf(plan)).toBe("gantt");
    const { dateLayout: _, ...withoutDates } = plan;
    expect(kindOf(withoutDates)).toBe("spreadsheet");
    expect(isChanged(plan, settings, "gantt", fields, config)).toBe(false);
    expect(isChanged(plan, settings, "calendar", fields, config)).toBe(true);
  });

  it("sends the newer fields only when they change", () => {
    expect(changeOf(view, shapeOf(settings, "spreadsheet", fields, config))).not.toHaveProperty("dateLayout");
    expect(changeOf(view, shapeOf(settings, "spreadsheet", fields, config))).not.toHaveProperty("display");
    expect(changeOf(view, shapeOf({ ...settings, find: "net" }, "kanban", fields, config))).toHaveProperty("display.find", "net");
    expect(changeOf(earlier, view as Arranged)).toHaveProperty("display", view.display);
    expect(changeOf(view, shapeOf(settings, "gantt", fields, config))).toMatchObject({ dateLayout: "gantt" });
    const plan = { ...view, ...shapeOf(settings, "gantt", fields, config) };
    expect(changeOf(plan, shapeOf(settings, "kanban", fields, config))).toMatchObject({ layout: "kanban", dateLayout: null });
  });

  it("is shown without the fields and options that are gone, and is not changed by that", () => {
    const rest = { ...config, attributes: {}, statuses: { [done.id]: done } };
    const left = fieldsOf(rest);
    const page = settingsOf(view, defaultsOf(left), left, rest);
    expect(page.filters).toEqual({});
    expect(page.filter).toBe("assignee = me or due = today");
    expect(isChanged(view, page, "kanban", left, rest)).toBe(false);
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

  it("is in the menu of its list or page: shared views first, each group in the order that people chose", () => {
    const all = {
      a: { ...view, id: "a", rank: "W" },
      b: { ...view, id: "b", personal: true },
      c: { ...view, id: "c" },
      d: { ...view, id: "d", listId: list(1).id },
      f: { ...view, id: "f", rank: null },
      e: { ...view, id: "e", rank: null },
      g: { ...view, id: "g", page: "mine" as const },
    };
    const inOrder = viewsOf(all, { collection: "all", listId: null });
    // The previous build created the views without a rank.
    expect(inOrder.map((one) => one.id)).toEqual(["e", "f", "c", "a", "b"]);
    expect(viewsOf(all, { collection: "list", listId: list(1).id }).map((one) => one.id)).toEqual(["d"]);
    expect(viewsOf(all, { collection: "mine", listId: null }).map((one) => one.id)).toEqual(["g"]);
    expect([beside(inOrder, all.c), beside(inOrder, all.b)]).toEqual([["e", "f", "c", "a"], ["b"]]);
  });
});

describe("sv6 the display of a saved view", () => {
  const people = { ...config, members: { [ana]: member(ana), [ben]: member(ben) } };
  const known = fieldsOf(people);
  const board: Settings = {
    ...settings,
    group: "status",
    lanes: "assignees",
    subtasks: "flat",
    frozen: "status",
    widths: { title: 320.4, labels: 90 },
    collapsed: [done.id, `lane:${ben}`],
    board: { card: ["labels"], emptyColumns: { status: false }, emptyLanes: { assignees: true }, limits: { status: { [todo.id]: 3 } } },
    find: "  net ",
    openOnly: true,
  };
  const stored: SavedView = { ...label, ...shapeOf(board, "kanban", known, people) };
  const changed = (patch: Partial<Settings>, of = stored) => isChanged(of, { ...board, ...patch }, "kanban", known, people);

  it("stores subtasks, the frozen column, widths, lanes, cards, limits, collapsed columns and the search text", () => {
    expect(stored.display).toEqual({
      subtasks: "flat",
      frozen: "status",
      widths: { title: 320, labels: 90 },
      lanes: "assignee",
      board: { card: ["labels"], emptyColumns: { status: false }, emptyLanes: { assignees: true }, limits: { status: { [todo.id]: 3 } } },
      collapsed: [done.id, `lane:${ben}`].toSorted(),
      find: "net",
      openOnly: true,
    });
  });

  it("opens a view of a page on that page, with its completed tasks or without", () => {
    const address = openedAt({ ...stored, page: "mine" }, "ACME", known, people);
    expect(address.split("?")[0]).toBe("/w/ACME/mine");
    expect(new URLSearchParams(address.split("?")[1]).get("show")).toBe("open");
    const all = openedAt({ ...stored, page: "mine", display: { ...shapeOf({ ...board, openOnly: false }, "kanban", known, people).display } }, "ACME", known, people);
    expect(new URLSearchParams(all.split("?")[1]).get("show")).toBeNull();
  });

  it("is shown to every reader, and leaves collapsed tickets and collapsed groups of other fields alone", () => {
    const folded = [id("4", 1), todo.id, "week"];
    const page = settingsOf(stored, { ...shown, collapsed: folded }, known, people);
    expect(page).toMatchObject({ subtasks: "flat", frozen: "status", widths: { title: 320, labels: 90 }, lanes: "assignees", find: "net" });
    expect(new Set(page.collapsed)).toEqual(new Set([id("4", 1), "week", done.id, `lane:${ben}`]));
    expect(boardOf(page.board)).toEqual(boardOf(board.board));
    expect(isChanged(stored, page, "kanban", known, people)).toBe(false);
  });

  it("stores hidden columns, but not the orders of single columns, which stay as the reader has them", () => {
    const sorts = { status: { [todo.id]: { sort: "dueDate", descending: false } } };
    const hiding: SavedView = { ...label, ...shapeOf({ ...board, collapsed: [`hidden:${todo.id}`, "hidden:gone"], board: { ...boardOf(board.board), sorts } }, "kanban", known, people) };
    expect(hiding.display?.collapsed).toEqual([`hidden:${todo.id}`]);
    expect(hiding.display?.board).not.toHaveProperty("sorts");
    const page = settingsOf(hiding, { ...shown, collapsed: [`hidden:${done.id}`], board: { sorts } }, known, people);
    expect(page.collapsed).toEqual([`hidden:${todo.id}`]);
    expect(boardOf(page.board).sorts).toEqual(sorts);
    expect(isChanged(hiding, page, "kanban", known, people)).toBe(false);
  });

  it("is changed by each of its parts", () => {
    expect(changed({})).toBe(false);
    const kept = boardOf(board.board);
    const others: Partial<Settings>[] = [
      { subtasks: "nested" },
      { frozen: null },
      { widths: { title: 320 } },
      { lanes: "none" },
      { collapsed: [] },
      { collapsed: [...board.collapsed, todo.id] },
      { find: "" },
      { openOnly: false },
      { board: { ...kept, card: null } },
      { board: { ...kept, emptyColumns: {} } },
      { board: { ...kept, emptyLanes: {} } },
      { board: { ...kept, limits: {} } },
      { board: { ...kept, limits: { status: { [todo.id]: 4 } } } },
    ];
    for (const patch of others) expect(changed(patch), JSON.stringify(patch)).toBe(true);
  });

  it("is not changed by a value that a person changes back, or by settings that the view does not show", () => {
    const kept = boardOf(board.board);
    const same: Partial<Settings>[] = [
      { find: "net" },
      { widths: { ...board.widths, title: 320.2, priority: 70 } },
      { collapsed: [`lane:${ben}`, done.id, id("4", 1)] },
      { board: { ...kept, emptyColumns: { status: false, priority: false } } },
      { board: { ...kept, emptyLanes: { assignees: true, status: false } } },
      { board: { ...kept, limits: { ...kept.limits, priority: { week: 2 } } } },
      { board: { ...kept, limits: { status: { [todo.id]: 3, gone: 4 } } } },
    ];
    for (const patch of same) expect(changed(patch), JSON.stringify(patch)).toBe(false);
    const usual: SavedView = { ...label, ...shapeOf({ ...board, board: null }, "kanban", known, people) };
    const chosen = ["priority", "labels", "dueDate", "assignees"];
    expect(usual.display?.board).toEqual({ card: null, emptyColumns: {}, emptyLanes: {}, limits: {} });
    expect(changed({ board: { ...boardOf(null), card: chosen, limits: { status: {} } } }, usual)).toBe(false);
  });

  it("does not store collapsed groups in the other layouts", () => {
    const sheet: SavedView = { ...label, ...shapeOf(board, "spreadsheet", known, people) };
    expect(sheet.display?.collapsed).toEqual([]);
    expect(isChanged(sheet, { ...board, collapsed: [doing.id] }, "spreadsheet", known, people)).toBe(false);
    expect(settingsOf(sheet, { ...shown, collapsed: [doing.id] }, known, people).collapsed).toEqual([doing.id]);
  });

  it("stores a search text as one short line", () => {
    const findOf = (find: string) => shapeOf({ ...board, find }, "kanban", known, people).display.find;
    expect([findOf("a\tb"), findOf(" \u200B "), findOf(`${"x".repeat(199)} y`)]).toEqual(["a b", "", "x".repeat(199)]);
  });

  it("is missing in a view of the previous build, which leaves the reader's own settings alone", () => {
    const own = { ...shown, widths: { status: 90 }, lanes: "assignees", find: "net", collapsed: [todo.id], board: board.board };
    const page = settingsOf(earlier, own, fields, config);
    expect(page).toMatchObject({ filters: settings.filters, widths: own.widths, lanes: own.lanes, find: own.find, collapsed: own.collapsed, board: own.board });
    expect(isChanged(earlier, page, "kanban", fields, config)).toBe(false);
    expect(isSameShape(earlier, view)).toBe(false);
    const { display: _, ...older } = earlier;
    expect(isSameShape(earlier, older as SavedView)).toBe(true);
  });

  it("opens with the collapsed groups of the last visit, but without the search text of the last visit", () => {
    const key = settingsKey({ me: ana, workspaceId: config.workspace?.id, place: { collection: "all", listId: null }, saved: "v" });
    keepSettings(key, { ...settings, columns: [], widths: { status: 90 }, collapsed: [id("4", 1)] }, fields);
    const address = openedAt(earlier, "ACME", fields, config);
    expect(keptSettings(key, fields)).toMatchObject({ columns: ["status", "labels"], widths: { status: 90 }, collapsed: [id("4", 1)] });
    expect(new URLSearchParams(address.split("?")[1]).get("find")).toBeNull();
    const search = new URLSearchParams(openedAt(stored, "ACME", known, people).split("?")[1]);
    expect([search.get("lanes"), search.get("subtasks"), search.get("find")]).toEqual(["assignee", "flat", "net"]);
    expect(keptSettings(key, known)).toMatchObject({ widths: { title: 320, labels: 90 }, frozen: "status" });
    expect(boardOf(keptSettings(key, known).board)).toEqual(boardOf(board.board));
  });
});
