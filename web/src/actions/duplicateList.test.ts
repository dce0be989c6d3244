import { describe, expect, it } from "vitest";
import { ana, ben, id, list, member, ticket, todo } from "@/sync/testing/rows";
import type { Command, SavedView, Share, ViewDisplay } from "@/wire/generated";
import { copyName, copyOf, countInList, takenBack, ticketsOf } from "./duplicateList";

const createdAt = "2026-01-01T09:00:00Z";
const [from, to] = [list(1).id, list(9).id];

/** A board by lists: the column and the lane of one list are collapsed, and the column has a limit. */
const byList = (listId: string): ViewDisplay => ({
  subtasks: "nested", frozen: null, widths: {}, lanes: null, collapsed: [listId, `lane:${listId}`], find: "", openOnly: false,
  board: { card: null, emptyColumns: {}, emptyLanes: {}, limits: { lists: { [listId]: 3 } } },
});

describe("a duplicated list", () => {
  const view = (id: string, over: Partial<SavedView>): SavedView => ({
    id,
    name: id,
    personal: false,
    createdUserId: "a",
    listId: from,
    layout: "kanban",
    dateLayout: null,
    filter: `list = ${from}`,
    groupBy: "status",
    sortBy: "manual",
    descending: false,
    columns: [],
    createdAt,
    display: byList(from),
    icon: "flag",
    page: null,
    rank: "V",
    ...over,
  });
  const views = [view("later", { rank: "W", display: null, icon: null }), view("shared", {}), view("mine", { personal: true }), view("other", { listId: null })];
  const lists = { [from]: { ...list(1), icon: "rocket" as const, description: "Up.", groupId: "gone" } };
  const state = { lists, groups: {}, shares: {}, savedViews: Object.fromEntries(views.map((one) => [one.id, one])) };

  it("has the settings of the other one, a name of its own, and its shared views in their order, which name the copy", () => {
    const [made, ...rest] = copyOf(state, from, to, () => "new");
    expect(made).toEqual({ kind: "list.create", listId: to, name: "List 1 (copy)", color: "blue", after: from, icon: "rocket", description: "Up." });
    expect(rest).toEqual([
      { kind: "savedView.create", savedViewId: "new", name: "shared", personal: false, listId: to, layout: "kanban", filter: `list = ${to}`, groupBy: "status", sortBy: "manual", descending: false, columns: [], display: byList(to), icon: "flag" },
      { kind: "savedView.create", savedViewId: "new", name: "later", personal: false, listId: to, layout: "kanban", filter: `list = ${to}`, groupBy: "status", sortBy: "manual", descending: false, columns: [] },
    ]);
  });

  it("ls1: a copy of a restricted list is restricted, too, and shared with no other person", () => {
    const share: Share = { id: "s", listId: from, userId: "b", level: "manage", createdAt };
    const made = copyOf({ ...state, shares: { s: share } }, from, to, () => "new");
    expect(made[0]).toMatchObject({ kind: "list.create", restricted: true });
    expect(made.some(({ kind }) => kind === "share.set")).toBe(false);
  });

  it("gets the next name that is free, within the limit of names", () => {
    expect(copyName("Pier", ["pier (COPY)"])).toBe("Pier (copy 2)");
    expect(copyName("x".repeat(100), [])).toHaveLength(100);
  });
});

describe("a list that is duplicated with its tasks", () => {
  const idsInOrder = () => {
    let n = 0;
    return () => id("7", (n += 1));
  };
  const at = (rank: string, ...others: string[]) => [{ listId: from, rank }, ...others.map((listId) => ({ listId, rank: "V" }))];
  const outside = ticket(9);
  const tickets = [
    ticket(1, { lists: at("b"), subtasksOrder: [ticket(3).id] }),
    ticket(2, { lists: at("a", list(2).id), assigneesIds: [ben], parentTicketId: outside.id, reportBy: ben }),
    ticket(3, { parentTicketId: ticket(1).id, lists: [{ listId: list(2).id, rank: "V" }] }),
    ticket(4, { lists: at("c"), trashedAt: "2026-01-02T09:00:00Z" }),
    ticket(5, { lists: at("d"), private: true, assigneesIds: [ana] }),
    outside,
  ];
  const known = {
    tickets: Object.fromEntries(tickets.map((each) => [each.id, each])),
    members: { [ana]: member(ana), [ben]: member(ben) },
    roles: {},
    shares: {},
    me: ana,
    statuses: { [todo.id]: todo },
    attributes: {},
  };
  const shares = { s: { id: "s", listId: from, userId: ben, level: "manage", createdAt } satisfies Share };
  const created = (commands: Command[]) => commands.flatMap((command) => (command.kind === "ticket.create" ? [command] : []));

  it("lc1: copies its tasks in their order with all that is below them, into the copy alone", () => {
    const made = created(ticketsOf(known, from, to, { [ticket(3).id]: "Below." }, idsInOrder()));
    expect(made.map(({ title, listIds, parentTicketId, description }) => [title, listIds, parentTicketId, description])).toEqual([
      ["Ticket 2", [to], undefined, undefined],
      ["Ticket 1", [to], undefined, undefined],
      ["Ticket 3", [], id("7", 2), "Below."],
      ["Ticket 5", [to], undefined, undefined],
    ]);
    expect(made.map(({ assigneesIds, private: own }) => [assigneesIds, own])).toEqual([[[ben], false], [[], false], [[], false], [[ana], true]]);
    expect(countInList(known, from)).toBe(4);
  });

  it("lc3: a restricted copy names no other person", () => {
    const [first] = created(ticketsOf({ ...known, shares }, from, to, {}, idsInOrder()));
    expect(first).toMatchObject({ assigneesIds: [], reportBy: ana });
  });

  it("lc4: is taken back in one step, and a restricted copy is archived", () => {
    const views = { v: { id: "v", name: "v", personal: false, createdUserId: ana, listId: from, layout: "kanban", dateLayout: null, filter: "", groupBy: "none", sortBy: "manual", descending: false, columns: [], createdAt, display: null, icon: null, page: null, rank: null } satisfies SavedView };
    const state = { ...known, lists: { [from]: list(1) }, groups: {}, savedViews: views };
    const all = (of: typeof state) => {
      const next = idsInOrder();
      return [...copyOf(of, from, to, next), ...ticketsOf(of, from, to, {}, next)];
    };
    const ticketIds = [2, 3, 4, 5].map((n) => id("7", n));
    expect(takenBack(all(state), to)).toEqual([{ kind: "savedView.delete", savedViewId: id("7", 1) }, { kind: "tickets.trash", ticketIds }, { kind: "list.delete", listId: to }]);
    expect(takenBack(all({ ...state, shares }), to).at(-1)).toEqual({ kind: "list.archive", listId: to });
  });
});
