import { describe, expect, it } from "vitest";
import { ana, attribute, ben, component, doing, fixVersion, id, label, list, member, option, taskType, todo } from "@/sync/testing/rows";
import type { Command, Share, Template, TemplateTicket, ViewDisplay } from "@/wire/generated";
import { contentOfList, countIn, fieldsFrom, leftOutText, templatesOfTasks, ticketsFrom, type Known, type LeftOut } from "./templateUse";

const createdAt = "2026-01-01T09:00:00Z";
const gone = "0190a000-0000-7000-8000-00000000000c";
const single = attribute(1, "singleSelect");
const people = attribute(2, "users");
const share: Share = { id: "s", listId: list(2).id, userId: ana, level: "manage", createdAt };

const view: Known = {
  members: { [ana]: member(ana), [ben]: member(ben), [gone]: { ...member(gone), state: "left" } },
  roles: {},
  shares: { s: share },
  me: ana,
  statuses: { [todo.id]: todo, [doing.id]: doing },
  labels: { [label(1).id]: label(1) },
  attributes: { [single.id]: single, [people.id]: people },
  options: { [option(1).id]: option(1) },
  taskTypes: { [taskType(1).id]: taskType(1) },
  components: { [component(1).id]: component(1) },
  fixVersions: { [fixVersion(1).id]: fixVersion(1) },
  lists: { [list(1).id]: list(1), [list(2).id]: list(2) },
};

const kept = (over: Partial<TemplateTicket> = {}): TemplateTicket => ({
  title: "Check the nets",
  description: "",
  statusId: null,
  priority: null,
  assigneesIds: [],
  labels: [],
  fields: {},
  taskTypeId: null,
  componentsIds: [],
  fixVersionsIds: [],
  startAfter: null,
  dueAfter: null,
  subtasks: [],
  ...over,
});

const open = { listIds: [list(1).id], isPrivate: false, day: "2026-01-30" };
const left = () => new Set<Parameters<LeftOut["has"]>[0]>();
const idsInOrder = () => {
  let n = 0;
  return () => id("7", (n += 1));
};

describe("a template of a task", () => {
  it("tp4: gives a task all that still exists", () => {
    const leftOut = left();
    const full = kept({
      description: "All of **them**.",
      statusId: doing.id,
      priority: "week",
      assigneesIds: [ben],
      labels: [label(1).id],
      fields: { [single.id]: [option(1).id], [people.id]: [ben] },
      taskTypeId: taskType(1).id,
      componentsIds: [component(1).id],
      fixVersionsIds: [fixVersion(1).id],
    });
    expect(fieldsFrom(view, full, open, leftOut)).toEqual({
      title: "Check the nets",
      description: "All of **them**.",
      listIds: [list(1).id],
      statusId: doing.id,
      priority: "week",
      assigneesIds: [ben],
      labels: [label(1).id],
      fields: { [single.id]: [option(1).id], [people.id]: [ben] },
      taskTypeId: taskType(1).id,
      componentsIds: [component(1).id],
      fixVersionsIds: [fixVersion(1).id],
    });
    expect(leftOutText(leftOut)).toBeNull();
  });

  it("tp4: leaves out what is gone, and people who do not see the task, and says so", () => {
    const leftOut = left();
    const full = kept({
      statusId: id("1", 99),
      assigneesIds: [gone, ben],
      labels: [label(1).id, label(9).id],
      fields: { [single.id]: [option(9).id], [people.id]: [ben, gone], [attribute(9).id]: "of a deleted attribute" },
      taskTypeId: taskType(9).id,
    });
    const made = fieldsFrom(view, full, open, leftOut);
    expect(made).toEqual({ title: "Check the nets", listIds: [list(1).id], assigneesIds: [ben], labels: [label(1).id], fields: { [people.id]: [ben] } });
    expect([...leftOut].toSorted()).toEqual(["attribute", "label", "person", "status", "type"]);
    const inRestricted = left();
    expect(fieldsFrom(view, kept({ assigneesIds: [ben, ana] }), { ...open, listIds: [list(2).id] }, inRestricted).assigneesIds).toEqual([ana]);
    expect(leftOutText(inRestricted)).toContain("people");
  });

  it("tp5: counts its days from the day of its use", () => {
    const made = fieldsFrom(view, kept({ startAfter: 0, dueAfter: 3 }), open, left());
    expect([made.startDate, made.dueDate]).toEqual(["2026-01-30", "2026-02-02"]);
  });

  it("tp1: makes its subtasks below it, each behind its parent", () => {
    const tree = kept({ subtasks: [kept({ title: "Dry", subtasks: [kept({ title: "Fold" })] }), kept({ title: "Mend" })] });
    const made = ticketsFrom(view, [tree], open, idsInOrder(), left()).flatMap((one) => (one.kind === "ticket.create" ? [one] : []));
    expect(made.map(({ title, ticketId, parentTicketId }) => [title, ticketId, parentTicketId])).toEqual([
      ["Check the nets", id("7", 1), undefined],
      ["Dry", id("7", 2), id("7", 1)],
      ["Fold", id("7", 3), id("7", 2)],
      ["Mend", id("7", 4), id("7", 1)],
    ]);
    expect(made.every(({ listIds, reportBy }) => listIds?.[0] === list(1).id && reportBy === ana)).toBe(true);
    expect(countIn([tree])).toBe(4);
  });
});

const template = (n: number, over: Partial<Template>): Template => ({ id: id("15", n), name: `Template ${n}`, listId: null, list: null, tickets: [kept()], createdUserId: ana, createdAt, ...over });

describe("templates", () => {
  it("tp1: of a list give the new list its views, which mean that list, and its tasks", () => {
    const one = { name: "Late", layout: "kanban", dateLayout: null, filter: `list = ${id("15", 1)}`, groupBy: "none", sortBy: "due", descending: false, columns: [], icon: "flag" } as const;
    const display: ViewDisplay = { subtasks: "flat", frozen: null, widths: {}, lanes: null, board: { card: null, emptyColumns: {}, emptyLanes: {}, limits: {} }, collapsed: [id("15", 1)], find: "", openOnly: false };
    const trip = template(1, { list: { color: "teal", icon: null, description: "", views: [{ ...one, columns: [], display }] }, tickets: [kept({ title: "Pack" })] });
    const made: Command[] = contentOfList(view, trip, list(5).id, idsInOrder(), left());
    expect(made[0]).toMatchObject({ kind: "savedView.create", personal: false, listId: list(5).id, filter: `list = ${list(5).id}`, icon: "flag", display: { ...display, collapsed: [list(5).id] } });
    expect(made[1]).toMatchObject({ kind: "ticket.create", title: "Pack", listIds: [list(5).id] });
  });

  it("tp2: are offered first for the list that is shown, and never for a list that is gone or archived", () => {
    const lists = { ...view.lists, [list(3).id]: { ...list(3), archivedAt: createdAt } };
    const rows = [template(1, {}), template(2, { listId: list(1).id }), template(3, { listId: list(2).id }), template(4, { listId: list(3).id }), template(5, { listId: list(9).id })];
    const templates = Object.fromEntries(rows.map((row) => [row.id, row]));
    expect(templatesOfTasks({ templates, lists }, list(1).id).map(({ name }) => name)).toEqual(["Template 2", "Template 1", "Template 3"]);
  });
});
