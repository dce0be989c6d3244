import { expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import { attribute, done, id, label, list, ticket, todo } from "@/sync/testing/rows";
import type { SavedView, ViewDisplay } from "@/wire/generated";
import { keptOf, keptOfList } from "./templates";

const createdAt = "2026-01-01T09:00:00Z";

it("tp1: a template keeps the values and the living subtasks of a task, and dates as days after its creation", () => {
  const tickets = [
    ticket(1, { statusId: done.id, labels: [label(1).id], startDate: "2025-12-20", dueDate: "2026-01-04", subtasksOrder: [ticket(2).id, ticket(3).id], fields: { [attribute(1).id]: "rope", [attribute(9).id]: "gone" } }),
    ticket(2, { parentTicketId: ticket(1).id }),
    ticket(3, { parentTicketId: ticket(1).id, trashedAt: createdAt }),
  ];
  const view = { tickets: Object.fromEntries(tickets.map((each) => [each.id, each])), statuses: { [todo.id]: todo, [done.id]: done }, attributes: { [attribute(1).id]: attribute(1) }, shares: {} };
  const [root] = tickets;
  if (!root) throw new Error("a root");
  const kept = keptOf(view, root, { [ticket(2).id]: "Below." });
  expect(kept).toMatchObject({ title: "Ticket 1", statusId: null, labels: [label(1).id], fields: { [attribute(1).id]: "rope" }, startAfter: 0, dueAfter: 3 });
  expect(kept.subtasks.map(({ title, description, statusId }) => [title, description, statusId])).toEqual([["Ticket 2", "Below.", todo.id]]);
});

/** A board whose columns are lists. All columns and lanes are collapsed, and all columns have limits. */
const byLists = (...lists: string[]): ViewDisplay => ({
  subtasks: "nested", frozen: null, widths: {}, lanes: null, collapsed: [...lists, ...lists.map((listId) => `lane:${listId}`)], find: "", openOnly: false,
  board: { card: null, emptyColumns: {}, emptyLanes: {}, limits: { lists: Object.fromEntries(lists.map((listId) => [listId, 3])) } },
});

it("tp4: the views of a template name no other list, and its id stands for the list", () => {
  const view: SavedView = { id: "v", name: "Late", personal: false, createdUserId: "a", listId: list(1).id, layout: "kanban", dateLayout: null, filter: `list = ${list(1).id}, ${list(2).id} and priority = week`, groupBy: "none", sortBy: "manual", descending: false, columns: [], createdAt, icon: "flag", page: null, rank: "V", display: byLists(list(1).id, list(2).id) };
  const state = { ...useTroupe.getState(), lists: { [list(1).id]: list(1), [list(2).id]: list(2) }, savedViews: { v: view, w: { ...view, id: "w", personal: true } } };
  const kept = keptOfList(state, list(1).id, id("15", 1));
  expect(kept?.views.map(({ filter }) => filter)).toEqual([`list = ${id("15", 1)} and priority = week`]);
  expect(kept?.views.map(({ display, icon }) => [display, icon])).toEqual([[byLists(id("15", 1)), "flag"]]);
  expect(keptOfList(state, list(9).id, id("15", 1))).toBeNull();
});
