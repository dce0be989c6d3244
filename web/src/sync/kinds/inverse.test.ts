import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Command, TemplateTicket, Ticket, ViewDisplay } from "@/wire/generated";
import type { HeldDetail } from "../details/details";
import { inverseOf, predict } from "./kinds";
import { World } from "./world";
import { ana, ben, doing, done, id, label, list, ticket, todo, workspaceId } from "../testing/rows";
import { smallTables } from "../testing/tab";
import { byRank } from "../tables/rank";
import { Draft, type Tables } from "../tables/tables";
import { rankedView } from "../tables/viewRank";

const at = "2026-01-05T10:00:00Z";
const [one, two, three] = [1, 2, 3].map((n) => ticket(n).id) as [string, string, string];
const held: HeldDetail = {
  state: "ready",
  description: "old",
  activities: [
    { id: "a3", ticketId: one, kind: "comment", userId: ana, message: "agreed", data: { resolved: { userId: ana, at } }, createdAt: at, updatedAt: null },
    { id: "a1", ticketId: one, kind: "comment", userId: ana, message: "old", data: null, createdAt: at, updatedAt: null },
  ],
  reactions: [],
  next: null,
  loadingOlder: false,
  at: {},
  duringRequest: null,
};

const role = { id: id("6", 1), name: "Triage", description: "Sorts.", capabilities: ["read"], system: null, createdAt: at };

const [text, size, sides] = [1, 2, 3].map((n) => id("8", n)) as [string, string, string];
const option = (n: number, name: string, color: "red" | "blue") => ({ optionId: id("9", n), name, color });
const [small, large] = [option(1, "Small", "red"), option(2, "Large", "blue")];
const [north, south] = [option(3, "North", "red"), option(4, "South", "blue")];

const [madeOf, material, sizes] = [id("8", 4), id("16", 1), id("16", 2)];

/** A list that ana manages, and that is shared with ben. */
const board = { ...list(3, "V002"), name: "Board" };
/** A list that is shared with no one but ana. */
const secret = { ...list(4, "V003"), name: "Secret" };
const old = { ...list(5, "V004"), name: "Old" };
const share = (n: number, userId: string, level: string, listId = board.id) => ({ id: id("7", n), listId, userId, level, createdAt: at });

const file = (n: number, deletedAt: string | null) => ({
  id: id("14", n), ticketId: one, name: "plan.png", size: 5, contentType: "image/png", width: 4, height: 3, preview: true, createdUserId: ana, createdAt: at, deletedAt, deletedByUserId: deletedAt === null ? null : ben,
});

function tablesWithRole(): Tables {
  const tables = smallTables();
  const shares = [share(1, ana, "manage"), share(2, ben, "edit"), share(3, ana, "manage", secret.id)];
  const inSecret = ticket(7, { lists: [{ listId: secret.id, rank: "V" }], subtasksOrder: [ticket(8).id], assigneesIds: [ana] });
  const below = ticket(8, { parentTicketId: inSecret.id, assigneesIds: [ana], reportBy: ana });
  const inBoard = ticket(6, { lists: [{ listId: board.id, rank: "V" }], assigneesIds: [ben] });
  return {
    ...tables,
    role: { [role.id]: role },
    file: { [id("14", 1)]: file(1, null), [id("14", 2)]: file(2, at) },
    list: { ...tables.list, [board.id]: board, [secret.id]: secret, [old.id]: old },
    ticket: { ...tables.ticket, [inBoard.id]: inBoard, [inSecret.id]: inSecret, [below.id]: below },
    share: Object.fromEntries(shares.map((row) => [row.id, row])),
  };
}

/** The values of a ticket. The order within a multiple select is not kept. */
const valuesOf = ({ fields = {} }: Ticket) =>
  Object.entries(fields).map(([of, value]) => [of, Array.isArray(value) ? value.toSorted() : value]).toSorted();

/** The fields of a ticket that undo does not restore exactly: `essence` compares them in another way, or they are the node's or depend on the time. */
const notRestored = new Set<string>([
  "number", "lists", "previousStatusId", "createdAt", "updatedAt", "completedAt", "completedByUserId", "completedIn", "delayedFor", "inProgressFor", "inProgressSince", "lastActivity",
  // Who has commented stays, like the history.
  "commentedByUserIds",
] satisfies (keyof Ticket)[]);

const isNothing = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0);

/** All lists of values are sets, but for subtasks, which have an order. */
const isSet = (field: string, value: unknown): value is unknown[] => Array.isArray(value) && field !== "subtasksOrder";

/** The tables of which `essence` compares less than whole rows. Of subscriptions it compares nothing: undo leaves them alone. */
const comparedInPart = new Set<string>(["workspace", "member", "role", "status", "list", "group", "label", "attribute", "option", "taskType", "component", "fixVersion", "sprint", "ticket", "savedView", "template", "share", "link", "recurrence", "linkLag", "urlLink", "file", "ticketSubscription", "baseline", "roadmapPlace"]);

/**
 * The part of the state that undo restores exactly. Instants, numbers and ranks are the node's, or depend on the time.
 * The rows of a kind that is not named here are compared whole.
 */
function essence(tables: Tables): unknown {
  const others = Object.entries(tables).filter(([kind]) => !comparedInPart.has(kind));
  const order = (rows: { id: string; rank: string }[]) => rows.toSorted(byRank).map((row) => row.id);
  const tickets = Object.values(tables.ticket);
  return {
    tickets: tickets.map((row) => Object.entries({ ...row, fields: valuesOf(row) }).filter(([field, value]) => !notRestored.has(field) && !isNothing(value)).map(([field, value]) => [field, isSet(field, value) ? value.toSorted() : value]).toSorted()).toSorted(),
    lists: Object.values(tables.list).map(({ id, name, color, icon, description, groupId, archivedAt }) => [id, name, color, icon, description, groupId, archivedAt !== null]).toSorted(),
    groups: order(Object.values(tables.group)).map((id) => ({ ...tables.group[id], rank: "", createdAt: "" })),
    places: Object.keys(tables.list).toSorted().map((listId) => [listId, order(tickets.flatMap((row) => row.lists.filter((it) => it.listId === listId).map(({ rank }) => ({ id: row.id, rank }))))]),
    listOrder: order(Object.values(tables.list)),
    statuses: order(Object.values(tables.status)).map((id) => [id, tables.status[id]?.name, tables.status[id]?.category]),
    labels: Object.values(tables.label).map(({ id, name, color }) => [id, name, color]).toSorted(),
    attributes: order(Object.values(tables.attribute)).map((id) => ({ ...tables.attribute[id], rank: "", createdAt: "" })),
    options: Object.values(tables.option).map(({ id, attributeId, name, color }) => [id, attributeId, name, color]).toSorted(),
    systemAttributes: Object.values(tables.systemAttribute).map(({ key, name, hidden }) => [key, name, hidden]).toSorted(),
    taskTypes: order(Object.values(tables.taskType)).map((id) => ({ ...tables.taskType[id], rank: "", createdAt: "" })),
    components: Object.values(tables.component).map((row) => [row.id, row.name, row.description, row.leadUserId]).toSorted(),
    fixVersions: Object.values(tables.fixVersion).map((row) => [row.id, row.name, row.description, row.startDate, row.releaseDate, row.state]).toSorted(),
    sprints: Object.values(tables.sprint).map((row) => [row.id, row.name, row.goal, row.startDate, row.endDate, row.state]).toSorted(),
    templates: Object.values(tables.template).map((row) => ({ ...row, createdAt: "" })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    // No view in this test belongs to a list.
    savedViews: Object.values(tables.savedView).toSorted((a, b) => Number(a.personal) - Number(b.personal) || Number(a.page !== null) - Number(b.page !== null) || byRank(rankedView(a), rankedView(b))).map((row) => ({ ...row, rank: "", createdAt: "" })),
    baselines: Object.values(tables.baseline).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    // The node derives the ids of places on the roadmap.
    roadmap: Object.values(tables.roadmapPlace).toSorted(byRank).map(({ kind, itemId }) => [kind, itemId]),
    shares: Object.values(tables.share).map(({ listId, userId, level }) => [listId, userId, level]).toSorted(),
    links: Object.values(tables.link).map(({ id, kind, fromTicketId }) => [id, kind, fromTicketId]).toSorted(),
    // The node derives the ids of recurrences and lags.
    recurrences: Object.values(tables.recurrence).map((row) => ({ ...row, id: "", createdAt: "" })),
    lags: Object.values(tables.linkLag).map(({ linkId, days, ends }) => [linkId, days, ends]).toSorted(),
    urlLinks: Object.values(tables.urlLink).map(({ id, ticketId, url, title }) => [id, ticketId, url, title]).toSorted(),
    files: Object.values(tables.file).map(({ id, deletedAt }) => [id, deletedAt !== null]),
    roles: tables.role,
    members: Object.values(tables.member).map(({ id, role, state, deactivatedAt }) => [id, role, state, deactivatedAt]),
    workspace: tables.workspace,
    others: others.map(([kind, rows]) => [kind, Object.values(rows as Record<string, object>).map((row) => ({ ...row, createdAt: "" }))]),
  };
}

const [bug, epic] = [id("10", 1), id("10", 2)];
const [parser, server] = [id("11", 1), id("11", 2)];
const [spring, autumn] = [id("12", 1), id("12", 2)];

const [first, next] = [id("14", 1), id("14", 2)];

const view = { personal: false, layout: "kanban", filter: "assignee = me", groupBy: "status", sortBy: "due", descending: true, columns: ["status"] } as const;

const display: ViewDisplay = {
  subtasks: "flat", frozen: "status", widths: { title: 300 }, lanes: "assignee", collapsed: [todo.id], find: "net", openOnly: false,
  board: { card: ["labels"], emptyColumns: { status: false }, emptyLanes: {}, limits: { status: { [doing.id]: 3 } } },
};

const kept = (title: string): TemplateTicket => ({
  title, description: "", statusId: null, priority: null, assigneesIds: [], labels: [label(1).id], fields: {}, taskTypeId: null, componentsIds: [], fixVersionsIds: [], startAfter: null, dueAfter: 3, subtasks: [],
});

const [work, home, deep] = [1, 2, 3].map((n) => id("14", n)) as [string, string, string];

const setUp: Command[] = [
  { kind: "group.create", groupId: work, name: "Work", color: "teal" },
  { kind: "group.create", groupId: home, name: "Home", parentGroupId: work },
  { kind: "group.create", groupId: deep, name: "Deep", parentGroupId: home },
  { kind: "list.update", listId: list(1).id, patch: { icon: "rocket", description: "Up." } },
  { kind: "list.move", listId: list(1).id, groupId: home },
  { kind: "list.move", listId: secret.id, after: board.id, groupId: home },
  { kind: "list.archive", listId: old.id },
  { kind: "savedView.create", savedViewId: id("13", 1), name: "Mine", ...view, columns: [...view.columns], display, icon: "rocket" },
  { kind: "baseline.create", baselineId: id("17", 1), name: "Plan", personal: false, listId: list(1).id, takenAt: "2026-01-02T03:04:05Z" },
  { kind: "baseline.create", baselineId: id("17", 2), name: "Mine", personal: true },
  { kind: "savedView.create", savedViewId: id("13", 3), name: "Next", ...view, columns: [] },
  { kind: "savedView.create", savedViewId: id("13", 4), name: "Own", ...view, personal: true, columns: [] },
  { kind: "savedView.create", savedViewId: id("13", 5), name: "Due", ...view, columns: [], page: "mine" },
  { kind: "template.create", templateId: id("15", 1), name: "Check", listId: list(1).id, tickets: [kept("Check")] },
  { kind: "template.create", templateId: id("15", 2), name: "Trip", list: { color: "teal", icon: null, description: "", views: [{ name: "Late", layout: "kanban", dateLayout: null, filter: "", groupBy: "none", sortBy: "manual", descending: false, columns: [], display: null, icon: null }] }, tickets: [] },
  { kind: "ticket.update", ticketId: one, patch: { labels: { add: [label(1).id], remove: [] }, assigneesIds: { add: [ana], remove: [] } } },
  { kind: "ticket.update", ticketId: two, patch: { parentTicketId: one } },
  { kind: "ticket.update", ticketId: three, patch: { parentTicketId: one } },
  { kind: "ticket.update", ticketId: three, patch: { statusId: doing.id, lists: { add: [list(2).id], remove: [] }, assigneesIds: { add: [ben], remove: [] } } },
  { kind: "ticket.update", ticketId: ticket(4).id, patch: { lists: { add: [list(2).id], remove: [] } } },
  { kind: "link.create", linkId: "l0", linkKind: "blocks", fromTicketId: three, toTicketId: ticket(4).id },
  { kind: "link.create", linkId: "l1", linkKind: "relates", fromTicketId: one, toTicketId: three },
  { kind: "linkLag.set", linkId: "l0", days: 3, ends: "startToFinish" },
  { kind: "link.create", linkId: "l3", linkKind: "blocks", fromTicketId: one, toTicketId: ticket(4).id },
  { kind: "urlLink.create", urlLinkId: "u1", ticketId: one, url: "https://example.org", title: "Plans" },
  { kind: "recurrence.set", ticketId: one, period: "month", interval: 2, nth: -1, weekdays: [5], countedFrom: "completion", endsOn: "2031-01-01", times: 9 },
  { kind: "reaction.add", activityId: "a1", emoji: "🎉" },
  { kind: "ticket.create", ticketId: ticket(5).id, title: "Gone" },
  { kind: "ticket.trash", ticketId: ticket(5).id },
  { kind: "subscription.update", ticketId: one, patch: { manual: true } },
  { kind: "preferences.update", patch: { theme: "dark", timeZone: "Europe/Berlin", notifications: { comment: ["inApp"] } } },
  { kind: "preferences.update", patch: { favorites: { add: [{ kind: "list", id: "a" }, { kind: "list", id: "b" }, { kind: "list", id: "c" }] } } },
  { kind: "preferences.update", patch: { pages: { shown: { trash: false }, order: ["home", "inbox"] }, shortcuts: { keys: { "go.inbox": "Q I" }, singles: false } } },
  { kind: "systemAttribute.set", key: "labels", patch: { name: "Tags" } },
  { kind: "workCalendar.update", patch: { weekdays: { add: ["saturday"], remove: [] }, holidays: { add: [{ date: "2031-01-01", name: "New Year" }, { date: "2031-05-01", name: "May" }], remove: [] } } },
  { kind: "attribute.create", attributeId: text, name: "Place", type: "text", description: "Where it is." },
  { kind: "attribute.create", attributeId: size, name: "Size", type: "singleSelect", options: [small, large], shownOnCards: true },
  { kind: "attribute.create", attributeId: sides, name: "Sides", type: "multiSelect", options: [north, south] },
  {
    kind: "attribute.create", attributeId: madeOf, name: "Made of", type: "multiSelect", defaultValue: [label(2).id],
    labelSets: [
      { labelSetId: material, name: "Material", single: true, labelsOrder: [label(1).id, label(2).id] },
      { labelSetId: sizes, name: "Sizes" },
    ],
  },
  { kind: "ticket.update", ticketId: two, patch: { fields: { [madeOf]: [label(1).id] } } },
  { kind: "ticket.update", ticketId: one, patch: { fields: { [text]: "Roof", [size]: [small.optionId], [sides]: [north.optionId] } } },
  { kind: "ticket.update", ticketId: two, patch: { fields: { [size]: [small.optionId], [sides]: [north.optionId, south.optionId] } } },
  { kind: "taskType.create", taskTypeId: bug, name: "Bug", icon: "bug", color: "red" },
  { kind: "taskType.create", taskTypeId: epic, name: "Epic", container: true },
  { kind: "component.create", componentId: parser, name: "Parser", description: "Reads.", leadUserId: ben },
  { kind: "component.create", componentId: server, name: "Server" },
  { kind: "fixVersion.create", fixVersionId: spring, name: "Spring", startDate: "2026-03-01", releaseDate: "2026-05-01", state: "released" },
  { kind: "fixVersion.create", fixVersionId: autumn, name: "Autumn" },
  { kind: "sprint.create", sprintId: first, name: "First", goal: "Sail.", startDate: "2026-03-01", endDate: "2026-03-14", state: "active" },
  { kind: "sprint.create", sprintId: next, name: "Next" },
  { kind: "tickets.update", ticketIds: [one, two, three], patch: { sprintId: first } },
  { kind: "ticket.update", ticketId: one, patch: { taskTypeId: bug, componentsIds: { add: [parser, server], remove: [] }, fixVersionsIds: { add: [spring], remove: [] } } },
  { kind: "ticket.update", ticketId: two, patch: { taskTypeId: bug, componentsIds: { add: [parser], remove: [] }, fixVersionsIds: { add: [spring, autumn], remove: [] } } },
  { kind: "roadmapPlace.move", items: [{ kind: "epic", id: one }, { kind: "version", id: spring }, { kind: "epic", id: two }, { kind: "sprint", id: first }] },
];

/** At least one command of each kind whose inverse gives back all that it changed. */
const undone: Command[] = [
  { kind: "workspace.update", patch: { name: "Other", icon: "x" } },
  { kind: "subscription.update", ticketId: one, patch: { muted: true, unsubscribed: true, manual: false, doneNumber: 0, snoozedUntil: at, firstUnreadActivityId: "a1" } },
  { kind: "preferences.update", patch: { theme: null, timeZone: null, notifications: { comment: [] }, mails: false, digest: "daily", digestHour: 9, quietHours: { from: 20, to: 7 }, reminders: ["onDay"] } },
  { kind: "preferences.update", patch: { weekStart: "sunday", defaultView: "calendar" } },
  { kind: "preferences.update", patch: { favorites: { add: [{ kind: "page", id: "home" }, { kind: "list", id: "a" }] } } },
  { kind: "preferences.update", patch: { favorites: { remove: [{ kind: "list", id: "a" }, { kind: "list", id: "b" }, { kind: "list", id: "x" }] } } },
  { kind: "preferences.update", patch: { favorites: { add: [{ kind: "list", id: "c" }, { kind: "page", id: "home" }], remove: [{ kind: "list", id: "b" }], after: null } } },
  { kind: "preferences.update", patch: { favorites: null, pages: null, shortcuts: null } },
  { kind: "preferences.update", patch: { pages: { shown: { home: false, trash: true }, order: ["inbox"] }, shortcuts: { keys: { "go.inbox": null, "go.home": "H" }, singles: true } } },
  { kind: "member.setRole", userId: ben, role: "admin" },
  { kind: "member.deactivate", userId: ben },
  { kind: "role.update", roleId: role.id, patch: { name: "Other", description: "x", capabilities: ["comment"] } },
  { kind: "status.create", statusId: id("1", 9), name: "New", category: "started" },
  { kind: "status.update", statusId: todo.id, patch: { name: "Later" } },
  { kind: "status.move", statusId: done.id },
  { kind: "status.delete", statusId: todo.id, moveTo: doing.id },
  { kind: "list.create", listId: id("2", 9), name: "New" },
  { kind: "list.update", listId: list(1).id, patch: { name: "Other", color: "pink" } },
  { kind: "list.move", listId: list(2).id },
  { kind: "list.update", listId: list(1).id, patch: { icon: null, description: "" } },
  { kind: "list.move", listId: list(1).id, groupId: null },
  { kind: "list.move", listId: list(2).id, groupId: work },
  { kind: "list.archive", listId: list(1).id },
  { kind: "group.create", groupId: id("14", 9), name: "New" },
  { kind: "group.update", groupId: home, patch: { name: "House", color: "pink" } },
  { kind: "group.move", groupId: deep },
  { kind: "group.move", groupId: home, parentGroupId: null, after: deep },
  { kind: "group.delete", groupId: home },
  { kind: "group.delete", groupId: work },
  { kind: "list.unarchive", listId: old.id },
  { kind: "savedView.create", savedViewId: id("13", 2), name: "Late", ...view, columns: [] },
  { kind: "savedView.update", savedViewId: id("13", 1), patch: { name: "Ours", personal: true, layout: "spreadsheet", filter: "", groupBy: "none", sortBy: "manual", descending: false, columns: [] } },
  { kind: "savedView.update", savedViewId: id("13", 1), patch: { display: { ...display, find: "", widths: {} }, icon: null } },
  { kind: "savedView.update", savedViewId: id("13", 3), patch: { display, icon: "flag" } },
  { kind: "savedView.update", savedViewId: id("13", 4), patch: { personal: false } },
  { kind: "savedView.update", savedViewId: id("13", 4), patch: { locked: true } },
  { kind: "savedView.create", savedViewId: id("13", 2), name: "Late", ...view, columns: [], after: id("13", 1) },
  { kind: "savedView.move", savedViewId: id("13", 1), after: id("13", 3) },
  { kind: "savedView.move", savedViewId: id("13", 3) },
  { kind: "savedView.delete", savedViewId: id("13", 1) },
  { kind: "savedView.delete", savedViewId: id("13", 3) },
  { kind: "savedView.delete", savedViewId: id("13", 5) },
  { kind: "baseline.create", baselineId: id("17", 9), name: "New", personal: false },
  { kind: "baseline.update", baselineId: id("17", 1), patch: { name: "Our plan" } },
  { kind: "baseline.delete", baselineId: id("17", 1) },
  { kind: "baseline.delete", baselineId: id("17", 2) },
  { kind: "roadmapPlace.move", items: [{ kind: "sprint", id: next }, { kind: "epic", id: two }], after: { kind: "version", id: spring } },
  { kind: "roadmapPlace.move", items: [{ kind: "epic", id: three }, { kind: "epic", id: one }, { kind: "epic", id: three }] },
  { kind: "roadmapPlace.move", items: [{ kind: "sprint", id: first }, { kind: "version", id: spring }, { kind: "version", id: autumn }], after: { kind: "epic", id: two } },
  { kind: "roadmapPlace.clear", items: [{ kind: "version", id: spring }, { kind: "epic", id: one }, { kind: "sprint", id: first }, { kind: "epic", id: three }] },
  { kind: "template.create", templateId: id("15", 3), name: "New", tickets: [kept("New")] },
  { kind: "template.update", templateId: id("15", 1), patch: { name: "Checks", tickets: [kept("Other")] } },
  { kind: "template.update", templateId: id("15", 2), patch: { list: { color: "pink", icon: "rocket", description: "Up.", views: [] } } },
  { kind: "template.delete", templateId: id("15", 1) },
  { kind: "template.delete", templateId: id("15", 2) },
  { kind: "list.delete", listId: list(1).id, moveTo: list(2).id },
  { kind: "list.delete", listId: list(2).id },
  { kind: "list.restrict", listId: list(1).id },
  { kind: "list.open", listId: board.id },
  { kind: "share.set", listId: board.id, userId: ben, level: "view" },
  { kind: "share.remove", listId: board.id, userId: ben },
  { kind: "ticket.update", ticketId: ticket(6).id, patch: { lists: { add: [list(2).id], remove: [board.id] } } },
  { kind: "ticket.move", ticketId: ticket(6).id, listId: list(1).id },
  { kind: "ticket.move", ticketId: ticket(4).id, listId: board.id },
  // With subtasks, which lose people and lists as well.
  { kind: "ticket.update", ticketId: one, patch: { private: true } },
  { kind: "ticket.update", ticketId: one, patch: { lists: { add: [secret.id], remove: [list(1).id] } } },
  { kind: "ticket.move", ticketId: one, listId: secret.id },
  { kind: "ticket.update", ticketId: ticket(7).id, patch: { lists: { add: [list(2).id], remove: [secret.id] } } },
  { kind: "ticket.move", ticketId: ticket(7).id, listId: board.id },
  { kind: "label.create", labelId: id("3", 9), name: "New" },
  { kind: "label.update", labelId: label(1).id, patch: { name: "Other" } },
  { kind: "label.delete", labelId: label(1).id },
  { kind: "attribute.create", attributeId: id("8", 9), name: "New", type: "multiSelect", options: [{ optionId: id("9", 9), name: "Only" }] },
  { kind: "attribute.update", attributeId: text, patch: { name: "Room", description: "", shownOnCards: true } },
  { kind: "attribute.move", attributeId: sides, after: null },
  { kind: "attribute.move", attributeId: text, after: size },
  { kind: "attribute.delete", attributeId: text },
  { kind: "attribute.delete", attributeId: size },
  { kind: "option.create", optionId: id("9", 9), attributeId: sides, name: "East" },
  { kind: "option.update", optionId: north.optionId, patch: { name: "Far north", color: "teal" } },
  { kind: "option.move", optionId: south.optionId, after: null },
  { kind: "option.move", optionId: north.optionId, after: south.optionId },
  { kind: "option.delete", optionId: north.optionId },
  { kind: "option.delete", optionId: north.optionId, moveTo: south.optionId },
  { kind: "option.delete", optionId: small.optionId },
  { kind: "option.delete", optionId: small.optionId, moveTo: large.optionId },
  { kind: "attribute.delete", attributeId: madeOf },
  { kind: "labelSet.create", attributeId: madeOf, labelSetId: id("16", 9), name: "New", single: true, labelsOrder: [label(2).id] },
  { kind: "labelSet.update", attributeId: madeOf, labelSetId: material, patch: { name: "Stuff", single: false } },
  { kind: "labelSet.update", attributeId: madeOf, labelSetId: material, patch: { labels: { add: [], remove: [label(2).id, label(1).id] } } },
  { kind: "labelSet.update", attributeId: madeOf, labelSetId: sizes, patch: { labels: { add: [label(1).id], remove: [] } } },
  { kind: "labelSet.move", attributeId: madeOf, labelSetId: sizes, after: null },
  { kind: "labelSet.move", attributeId: madeOf, labelSetId: material, after: sizes },
  { kind: "labelSet.moveLabel", attributeId: madeOf, labelSetId: material, labelId: label(2).id, after: null },
  { kind: "labelSet.moveLabel", attributeId: madeOf, labelSetId: sizes, labelId: label(2).id, after: null },
  { kind: "labelSet.delete", attributeId: madeOf, labelSetId: material },
  { kind: "ticket.update", ticketId: two, patch: { fields: { [madeOf]: { add: [label(2).id], remove: [] } } } },
  { kind: "label.delete", labelId: label(2).id },
  { kind: "taskType.create", taskTypeId: id("10", 9), name: "Story", after: bug },
  { kind: "taskType.update", taskTypeId: bug, patch: { name: "Fault", icon: "question", color: "pink", container: true } },
  { kind: "taskType.move", taskTypeId: epic, after: null },
  { kind: "taskType.move", taskTypeId: bug, after: epic },
  { kind: "taskType.delete", taskTypeId: bug },
  { kind: "taskType.delete", taskTypeId: bug, moveTo: epic },
  { kind: "component.create", componentId: id("11", 9), name: "Client", leadUserId: ana },
  { kind: "component.update", componentId: parser, patch: { name: "Reader", description: "", leadUserId: null } },
  { kind: "systemAttribute.set", key: "labels", patch: { name: null, hidden: true } },
  { kind: "systemAttribute.set", key: "status", patch: { name: "Stage" } },
  { kind: "workCalendar.update", patch: { weekdays: { add: ["sunday", "monday"], remove: ["saturday", "friday"] } } },
  { kind: "workCalendar.update", patch: { holidays: { add: [{ date: "2031-01-01", name: "First day" }, { date: "2031-12-25", name: "Christmas" }], remove: ["2031-05-01"] } } },
  { kind: "component.delete", componentId: parser },
  { kind: "component.delete", componentId: parser, moveTo: server },
  { kind: "fixVersion.create", fixVersionId: id("12", 9), name: "Winter", startDate: "2026-12-01" },
  { kind: "fixVersion.update", fixVersionId: spring, patch: { name: "May", description: "x", startDate: null, releaseDate: "2026-06-01", state: "archived" } },
  { kind: "fixVersion.delete", fixVersionId: spring },
  { kind: "fixVersion.delete", fixVersionId: spring, moveTo: autumn },
  { kind: "sprint.create", sprintId: id("14", 9), name: "Third", goal: "x", endDate: "2026-12-01" },
  { kind: "sprint.update", sprintId: next, patch: { name: "Second", goal: "x", startDate: "2026-03-15", endDate: "2026-03-30", state: "active" } },
  { kind: "sprint.update", sprintId: first, patch: { startDate: null, state: "completed" } },
  { kind: "sprint.complete", sprintId: first },
  { kind: "sprint.complete", sprintId: first, moveTo: next },
  { kind: "sprint.delete", sprintId: first },
  { kind: "sprint.delete", sprintId: first, moveTo: next },
  { kind: "ticket.update", ticketId: one, patch: { sprintId: next } },
  { kind: "tickets.update", ticketIds: [one, ticket(4).id], patch: { sprintId: null } },
  { kind: "ticket.update", ticketId: one, patch: { taskTypeId: epic, componentsIds: { add: [], remove: [parser] }, fixVersionsIds: { add: [autumn], remove: [spring] } } },
  { kind: "tickets.update", ticketIds: [one, two, three], patch: { taskTypeId: null } },
  { kind: "ticket.update", ticketId: one, patch: { fields: { [text]: null, [size]: [large.optionId] } } },
  { kind: "ticket.update", ticketId: three, patch: { fields: { [text]: "Cellar" } } },
  { kind: "tickets.update", ticketIds: [one, two], patch: { fields: { [sides]: { add: [south.optionId], remove: [north.optionId] } } } },
  { kind: "tickets.update", ticketIds: [one, two], patch: { fields: { [sides]: [south.optionId] } } },
  { kind: "ticket.update", ticketId: one, patch: { title: "x", priority: "day", dueDate: "2026-02-01", statusId: done.id } },
  { kind: "ticket.update", ticketId: one, patch: { labels: { add: [label(1).id, label(2).id], remove: [] } } },
  { kind: "ticket.update", ticketId: one, patch: { lists: { add: [list(2).id], remove: [list(1).id] } } },
  { kind: "ticket.update", ticketId: two, patch: { parentTicketId: null } },
  { kind: "ticket.update", ticketId: two, patch: { parentTicketId: ticket(4).id } },
  { kind: "ticket.update", ticketId: ticket(4).id, patch: { private: true } },
  { kind: "tickets.update", ticketIds: [one, two, three], patch: { statusId: done.id, assigneesIds: { add: [ana, ben], remove: [] } } },
  { kind: "ticket.trash", ticketId: one },
  { kind: "tickets.trash", ticketIds: [one, two] },
  { kind: "ticket.move", ticketId: three, listId: list(1).id },
  { kind: "ticket.move", ticketId: one, listId: list(2).id, after: three },
  { kind: "tickets.move", ticketIds: [ticket(4).id, one, three], listId: list(1).id },
  { kind: "tickets.move", ticketIds: [two, one], listId: list(2).id, after: three },
  { kind: "subtask.move", ticketId: three },
  { kind: "link.create", linkId: "l2", linkKind: "blocks", fromTicketId: two, toTicketId: three },
  { kind: "link.delete", linkId: "l1" },
  { kind: "link.delete", linkId: "l0" },
  { kind: "linkLag.set", linkId: "l0", days: 5 },
  { kind: "linkLag.set", linkId: "l0", days: 0 },
  { kind: "linkLag.set", linkId: "l0", ends: "finishToFinish" },
  { kind: "linkLag.set", linkId: "l0", ends: "finishToStart" },
  { kind: "linkLag.set", linkId: "l0", days: 0, ends: "finishToStart" },
  { kind: "linkLag.set", linkId: "l3", ends: "startToStart" },
  { kind: "urlLink.create", urlLinkId: "u2", ticketId: two, url: "https://example.org/2" },
  { kind: "urlLink.update", urlLinkId: "u1", patch: { title: "", url: "https://example.org/3" } },
  { kind: "urlLink.delete", urlLinkId: "u1" },
  { kind: "recurrence.set", ticketId: one, period: "day", interval: 1, countedFrom: "dueDate" },
  { kind: "recurrence.set", ticketId: two, period: "week", interval: 1, weekdays: [1, 3], countedFrom: "dueDate" },
  { kind: "recurrence.remove", ticketId: one },
  { kind: "file.delete", fileId: id("14", 1) },
  { kind: "file.restore", fileId: id("14", 2) },
  { kind: "comment.create", commentId: "a2", ticketId: one, message: "new" },
  { kind: "comment.create", commentId: "a2", ticketId: one, message: "new", replyTo: "a1" },
  { kind: "comment.update", commentId: "a1", message: "new" },
  { kind: "comment.resolve", commentId: "a1" },
  { kind: "comment.reopen", commentId: "a3" },
  { kind: "reaction.add", activityId: "a1", emoji: "👍" },
  { kind: "reaction.remove", activityId: "a1", emoji: "🎉" },
  { kind: "ticket.restore", ticketId: ticket(5).id },
  { kind: "tickets.restore", ticketIds: [ticket(5).id] },
  { kind: "ticket.update", ticketId: one, patch: { description: "new" } },
];

/** Kinds that are tested below, or whose inverse is null. */
const otherwise: Command["kind"][] = ["ticket.create", "ticket.delete", "comment.delete", "member.remove", "member.restore", "member.handOver", "role.create", "role.delete"];

function run(world: World, commands: Command[]): void {
  for (const [n, command] of commands.entries()) predict(world, command, { me: ana, workspaceId, at, commandId: `c${n}` });
}

describe("taking a command back", () => {
  it.each(undone)("gives back what was there: %j", (command) => {
    const world = new World(tablesWithRole(), { [one]: held });
    run(world, setUp);
    const before = { tables: world.rows.finish(), details: world.details, me: ana };
    const [tables, details] = [essence(structuredClone(before.tables)), structuredClone(before.details)];
    const inverse = inverseOf({ ...before, rows: new Draft(before.tables) }, command);
    // The draft is changed further, and the state before must not change with it.
    const next = new World(structuredClone(before.tables), before.details);
    run(next, [command]);
    run(next, inverse ?? []);
    expect(inverse).not.toBeNull();
    expect(essence(next.rows.finish())).toEqual(tables);
    const said = (all: typeof details) => [all[one]?.description, all[one]?.activities.map(({ message, data }) => [message, data]), all[one]?.reactions.map(({ emoji, userId }) => [emoji, userId])];
    expect(said(next.details)).toEqual(said(details));
  });

  it("is tested for commands of all kinds that can be taken back", () => {
    const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "vectors.generated.json"), "utf8")) as { command: Command }[];
    const tested = new Set([...undone.map(({ kind }) => kind), ...otherwise]);
    const kinds = new Set(vectors.map(({ command }) => command.kind));
    expect([...kinds].filter((kind) => !tested.has(kind))).toEqual([]);
  });

  it("of a new ticket puts it into the trash", () => {
    const before = { rows: new Draft(tablesWithRole()), details: {}, me: ana };
    const ticketId = id("4", 9);
    expect(inverseOf(before, { kind: "ticket.create", ticketId, title: "x" })).toEqual([{ kind: "ticket.trash", ticketId }]);
  });

  it("of a member who came back deactivates them again", () => {
    const world = new World(tablesWithRole(), {});
    run(world, [{ kind: "member.deactivate", userId: ben }]);
    const before = { rows: world.rows, details: {}, me: ana };
    expect(inverseOf(before, { kind: "member.restore", userId: ben })).toEqual([{ kind: "member.deactivate", userId: ben }]);
    run(world, [{ kind: "member.restore", userId: ben }]);
    expect(world.rows.get("member", ben)).toEqual(tablesWithRole().member[ben]);
  });

  it.each<Command>([
    { kind: "ticket.delete", ticketId: one },
    { kind: "comment.delete", commentId: "a1" },
    { kind: "member.remove", userId: ben },
    { kind: "ticket.update", ticketId: one, patch: { title: "Ticket 1" } },
    { kind: "ticket.update", ticketId: one, patch: { fields: { [text]: null } } },
    { kind: "attribute.delete", attributeId: text },
    { kind: "option.delete", optionId: north.optionId },
    { kind: "tickets.trash", ticketIds: [id("4", 99)] },
  ])("is not offered where nothing can be or has to be given back: %j", (command) => {
    expect(inverseOf({ rows: new Draft(tablesWithRole()), details: {}, me: ana }, command)).toBeNull();
  });
});
