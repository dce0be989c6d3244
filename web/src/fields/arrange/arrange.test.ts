import { describe, expect, it } from "vitest";
import { member, status, ticket, viewOf } from "@/sync/testing/views";
import { builtIn } from "../builtIn";
import { fieldById } from "../field";
import { NONE } from "../options";
import { arrange, arranger, keepSame } from "./arrange";
import { meets, passes } from "./filter";
import { defaultsOf, readSettings, storedSettings, type Filtering } from "./settings";
import type { Place } from "./place";
import { sorted } from "./sort";
import type { TicketSubscription } from "@/wire/generated";

const defaults = defaultsOf(builtIn);

const todo = status("todo", "To do", "byDefault", "a");
const done = status("done", "Done", "completed", "b");
const ana = member("ana", "Ana");
const list = { collection: "list", listId: "list" } as const;
const all = { collection: "all", listId: null } as const;

const first = ticket("t1", { title: "Decoding errors", priority: "month", dueDate: "2026-05-03", lists: [{ listId: "list", rank: "b" }] });
const second = ticket("t2", { title: "early data", priority: "day", lists: [{ listId: "list", rank: "a" }], assigneesIds: ["ana", "bob"] });
const third = ticket("t3", { title: "Key labels", statusId: "done", dueDate: "2026-04-01", labels: ["editorial"], lists: [{ listId: "list", rank: "c" }] });
const gone = ticket("t4", { title: "Gone", trashedAt: "2026-04-02T00:00:00Z", lists: [{ listId: "list", rank: "d" }] });
const view = { ...viewOf({ tickets: [first, second, third, gone], statuses: [todo, done], members: [ana] }), me: "ana" };

const ids = (groups: readonly { ticketIds: readonly string[] }[]) => groups.map(({ ticketIds }) => ticketIds);

describe("an arrangement", () => {
  it("shows a list in its own order, by status, without what is in the trash", () => {
    const { groups, shown, total } = arrange(view, list, defaults, builtIn);
    expect(groups).toEqual([
      { id: "todo", ticketIds: ["t2", "t1"] },
      { id: "done", ticketIds: ["t3"] },
    ]);
    expect([shown, total]).toEqual([3, 3]);
  });

  it("leaves subtasks out if they are hidden, and does not count them", () => {
    const below = { ...view, tickets: { ...view.tickets, t1: { ...first, parentTicketId: "t2" } } };
    const { groups, shown, total } = arrange(below, list, { ...defaults, rootsOnly: true }, builtIn);
    expect([ids(groups), shown, total]).toEqual([[["t2"], ["t3"]], 2, 2]);
  });

  it("puts a ticket of two people under both, and tickets without an assignee last", () => {
    const { groups } = arrange(view, list, { ...defaults, group: "assignees" }, builtIn);
    expect(groups.map(({ id }) => id)).toEqual(["ana", NONE, "bob"]);
    expect(ids(groups)).toEqual([["t2"], ["t1", "t3"], ["t2"]]);
  });

  it("groups by priority from the nearest horizon to none", () => {
    const { groups } = arrange(view, list, { ...defaults, group: "priority" }, builtIn);
    expect(groups.filter(({ ticketIds }) => ticketIds.length > 0).map(({ id }) => id)).toEqual(["day", "month", NONE]);
  });

  it("gathers what is assigned to the person, what they wrote and what lies in the trash", () => {
    const flat = { ...defaults, group: "none" } as const;
    expect(ids(arrange(view, { collection: "mine", listId: null }, flat, builtIn).groups)).toEqual([["t2"]]);
    expect(ids(arrange(view, { collection: "trash", listId: null }, flat, builtIn).groups)).toEqual([["t4"]]);
    expect(ids(arrange(view, all, flat, builtIn).groups)[0]).toHaveLength(3);
  });

  it("gathers the tasks that a person has completed, has to do and follows", () => {
    const tickets = [
      ticket("t1", { completed: true, completedByUserId: "ana" }),
      ticket("t2", { completed: true, completedByUserId: "bob" }),
      ticket("t3", { assigneesIds: ["bob"] }),
      ticket("t4", { createdUserId: "ana" }),
      ticket("t5", { createdUserId: "ana", trashedAt: "2026-04-02T00:00:00Z" }),
      ticket("t6"),
    ];
    const rows = { ...viewOf({ tickets, statuses: [todo, done], members: [ana] }), me: "ana" };
    const flat = { ...defaults, group: "none" } as const;
    const there = (place: Place, state = rows) => ids(arrange(state, place, flat, builtIn).groups)[0]?.toSorted();
    expect(there({ collection: "completed", listId: null })).toEqual(["t1"]);
    expect(there({ collection: "person", listId: null, recordId: "bob" })).toEqual(["t3"]);
    const followed = { collection: "subscribed", listId: null } as const;
    expect(there(followed)).toEqual(["t4"]);
    const row = (ticketId: string, differing: Partial<TicketSubscription>) => ({ [ticketId]: { ticketId, reasons: [], muted: false, unsubscribed: false, ...differing } as unknown as TicketSubscription });
    const subscribed = { ...rows, subscriptions: { ...row("t4", { muted: true }), ...row("t6", { reasons: ["manual"] }), ...row("t3", { reasons: ["manual"], unsubscribed: true }) } };
    expect(there(followed, subscribed)).toEqual(["t6"]);
    const follow = arranger(followed, flat, builtIn);
    expect(ids(follow(rows).groups)).toEqual([["t4"]]);
    expect(ids(follow(subscribed).groups)).toEqual([["t6"]]);
  });

  it("leaves completed tickets out of the place if the person shows only open ones", () => {
    const tickets = [ticket("t1", { completed: true }), ticket("t2")];
    const { shown, total } = arrange({ ...viewOf({ tickets }), me: "ana" }, all, { ...defaults, openOnly: true }, builtIn);
    expect([shown, total]).toEqual([1, 1]);
  });

  it("puts what the person completed today below their open tasks, and counts it neither as shown nor as there", () => {
    const now = new Date();
    const at = (hours: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate(), 0, 0, hours).toISOString();
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 23).toISOString();
    const over = { completed: true, assigneesIds: ["ana"] };
    const tickets = [
      ticket("t1", { assigneesIds: ["ana"] }),
      ticket("t2", { ...over, completedAt: at(1) }),
      ticket("t3", { ...over, completedAt: at(2), dueDate: "2026-04-01" }),
      ticket("t4", { ...over, completedAt: yesterday }),
      ticket("t5", { ...over, completedAt: at(3), assigneesIds: ["bob"] }),
      ticket("t6", { ...over, completedAt: at(3), parentTicketId: "t1" }),
    ];
    const rows = { ...viewOf({ tickets }), me: "ana" };
    const mine = { collection: "mine", listId: null } as const;
    const usual = { ...defaults, openOnly: true, group: "dueDate", rootsOnly: true };
    const { groups, shown, total } = arrange(rows, mine, usual, builtIn);
    expect(groups.slice(-2)).toEqual([{ id: NONE, ticketIds: ["t1"] }, { id: "completedToday", ticketIds: ["t3", "t2"] }]);
    expect([shown, total]).toEqual([1, 1]);
    const last = (place: Place, settings: Partial<typeof usual>) => arrange(rows, place, { ...usual, ...settings }, builtIn).groups.at(-1)?.id;
    expect(last(mine, { find: "t" })).toBe(NONE);
    expect(last(mine, { filters: { priority: [NONE] } })).toBe(NONE);
    expect(last(mine, { openOnly: false })).toBe(NONE);
    expect(last(mine, { group: "priority" })).not.toBe("completedToday");
    expect(last(all, {})).toBe(NONE);
    expect(arrange(rows, mine, usual, builtIn, () => () => true).groups.at(-1)?.id).toBe(NONE);
  });

  it("groups by due date, from overdue to no date", () => {
    const { groups } = arrange(view, list, { ...defaults, group: "dueDate" }, builtIn);
    expect(groups.map(({ id }) => id)).toEqual(["overdue", "today", "week", "later", "past", NONE]);
    expect(groups.at(-1)?.ticketIds).toEqual(["t2"]);
  });

  it("counts what the filters leave, of all", () => {
    const { shown, total } = arrange(view, list, { ...defaults, filters: { priority: ["day", NONE] } }, builtIn);
    expect([shown, total]).toEqual([2, 3]);
  });
});

describe("an arrangement that follows the view", () => {
  const follow = arranger(list, defaults, builtIn);
  const state = view;

  it("is the same while nothing changes that it depends on", () => {
    const before = follow(state);
    const renamed = { ...state, tickets: { ...state.tickets, t1: { ...first, title: "Another title" } } };
    expect(follow(renamed)).toBe(before);
  });

  it("keeps the groups that a move does not touch", () => {
    const before = arrange(view, list, defaults, builtIn);
    const moved = {
      ...viewOf({
        tickets: [{ ...first, lists: [{ listId: "list", rank: "0" }] }, second, third],
        statuses: [todo, done],
        members: [ana],
      }),
      me: "ana",
    };
    const now = keepSame(before, arrange(moved, list, defaults, builtIn));
    expect(now.groups[0]).not.toBe(before.groups[0]);
    expect(now.groups[1]).toBe(before.groups[1]);
  });
});

describe("a filter", () => {
  const left = (filters: Filtering["filters"], find = "") =>
    [first, second, third].filter(passes({ filters, find }, view, builtIn)).map(({ id }) => id);

  it("finds part of a title, whatever its case", () => {
    expect(left({}, " EARLY ")).toEqual(["t2"]);
  });

  it("finds a number as it is written anywhere", () => {
    expect(left({}, "KEY-3")).toEqual(["t3"]);
    expect(left({}, "#3")).toEqual(["t3"]);
    expect(left({}, "3")).toEqual(["t3"]);
  });

  it("asks for one value of a kind and for all kinds at once", () => {
    expect(left({ assignees: ["bob", NONE] })).toEqual(["t1", "t2", "t3"]);
    expect(left({ assignees: ["me"] })).toEqual(["t2"]);
    expect(left({ assignees: [NONE], status: ["done"] })).toEqual(["t3"]);
    expect(left({ labels: ["editorial"], status: ["todo"] })).toEqual([]);
  });
});

describe("a sort", () => {
  const by = (id: string) => fieldById(builtIn, id)?.sort;
  const order = (id: string, descending = false) => sorted([second, first, third], by(id), descending, view).map(({ id }) => id);

  it("goes from Day to Year by priority, in the order of the horizons", () => {
    const any = (["year", "month", null, "day", "quarter", "week"] as const).map((priority) => ticket(`p-${priority}`, { priority }));
    const ids = (descending: boolean) => sorted(any, by("priority"), descending, view).map(({ priority }) => priority);
    expect(ids(false)).toEqual(["day", "week", "month", "quarter", "year", null]);
    expect(ids(true)).toEqual(["year", "quarter", "month", "week", "day", null]);
  });

  it("puts what has no value last, both ways", () => {
    expect(order("dueDate")).toEqual(["t3", "t1", "t2"]);
    expect(order("dueDate", true)).toEqual(["t1", "t3", "t2"]);
    expect(order("priority")).toEqual(["t2", "t1", "t3"]);
    expect(order("priority", true)).toEqual(["t1", "t2", "t3"]);
  });

  it("orders by the day on which work begins", () => {
    const begun = [ticket("b1", { startDate: "2026-03-02" }), ticket("b2", {}), ticket("b3", { startDate: "2026-03-01" })];
    expect(sorted(begun, by("startDate"), false, view).map(({ id }) => id)).toEqual(["b3", "b1", "b2"]);
  });

  it("orders by status, by the names of labels and of people, and by the last change, the latest first", () => {
    const label = (id: string, name: string) => ({ id, name, color: "red" as const });
    const rows = { ...viewOf({ tickets: [], statuses: [todo, done], members: [ana, member("bob", "Bob")] }), me: "ana", labels: { x: label("x", "Wood"), y: label("y", "Iron") } } as unknown as typeof view;
    const some = [
      ticket("s1", { statusId: "done", labels: ["x"], assigneesIds: ["bob"], updatedAt: "2026-03-02T12:00:00Z" }),
      ticket("s2", { statusId: "todo", labels: ["x", "y"], assigneesIds: ["bob", "ana"], updatedAt: "2026-03-03T12:00:00Z" }),
      ticket("s3", { statusId: "todo", labels: ["y"], assigneesIds: [], updatedAt: "2026-03-01T12:00:00Z" }),
    ];
    const order = (id: string, descending = false) => sorted(some, by(id), descending, rows).map(({ id }) => id);
    expect([order("status"), order("status", true)]).toEqual([["s2", "s3", "s1"], ["s1", "s2", "s3"]]);
    expect([order("labels"), order("labels", true)]).toEqual([["s3", "s2", "s1"], ["s1", "s2", "s3"]]);
    expect([order("assignees"), order("assignees", true)]).toEqual([["s2", "s1", "s3"], ["s1", "s2", "s3"]]);
    expect([order("updatedAt"), order("updatedAt", true)]).toEqual([["s2", "s1", "s3"], ["s3", "s1", "s2"]]);
  });

  it("orders by the names of lists and of the reporter, without values last in both directions", () => {
    const list = (id: string, name: string) => ({ id, name, color: "red" as const, suggested: false, archivedAt: null });
    const rows = { ...viewOf({ tickets: [], statuses: [todo, done], members: [ana, member("bob", "Bob")] }), me: "ana", lists: { x: list("x", "Wood 10"), y: list("y", "Wood 9") }, shares: {} } as unknown as typeof view;
    const inLists = (...ids: string[]) => ids.map((listId) => ({ listId, rank: "a" }));
    const some = [
      ticket("s1", { lists: inLists("x"), reportBy: "bob" }),
      ticket("s2", { lists: [], reportBy: null }),
      ticket("s3", { lists: inLists("x", "y"), reportBy: "ana" }),
    ];
    const order = (id: string, descending = false) => sorted(some, by(id), descending, rows).map(({ id }) => id);
    expect([order("lists"), order("lists", true)]).toEqual([["s3", "s1", "s2"], ["s1", "s3", "s2"]]);
    expect([order("reporter"), order("reporter", true)]).toEqual([["s3", "s1", "s2"], ["s1", "s3", "s2"]]);
  });

  it("orders by the day of completion, and filters by it as by a date, with open tickets last or left out", () => {
    const closed = [ticket("c1", { completedAt: "2026-03-02T12:00:00Z" }), ticket("c2", { completedAt: "2026-03-01T12:00:00Z" }), ticket("c3", {})];
    const field = fieldById(builtIn, "completed")!;
    expect(sorted(closed, field.sort, false, view).map(({ id }) => id)).toEqual(["c2", "c1", "c3"]);
    expect(sorted(closed, field.sort, true, view).map(({ id }) => id)).toEqual(["c1", "c2", "c3"]);
    const passing = (word: string) => closed.filter(meets(field.value, [word], "2026-03-02")).map(({ id }) => id);
    expect([passing("0d..0d"), passing("-1d.."), passing(NONE)]).toEqual([["c1"], ["c1", "c2"], ["c3"]]);
  });

  it("tells tickets of one moment apart by their numbers, and so does a place that lies newest first", () => {
    expect(order("createdAt")).toEqual(["t1", "t2", "t3"]);
    expect(order("createdAt", true)).toEqual(["t3", "t2", "t1"]);
    expect(ids(arrange(view, all, { ...defaults, group: "none" }, builtIn).groups)).toEqual([["t3", "t2", "t1"]]);
  });

  it("reads titles as a person does", () => {
    expect(order("title")).toEqual(["t1", "t2", "t3"]);
  });

  it("leaves the order of the place where nothing else is asked for", () => {
    expect(order("manual")).toEqual(["t2", "t1", "t3"]);
    expect(order("manual", true)).toEqual(["t3", "t1", "t2"]);
  });
});

describe("kept settings", () => {
  it("are read back", () => {
    const kept = { ...defaults, filters: { labels: ["a"] }, group: "assignees", sort: "dueDate", columns: ["status", "labels"] };
    expect(readSettings(JSON.parse(JSON.stringify(storedSettings(kept, builtIn))), builtIn)).toEqual(kept);
  });

  it("name fields by the words that builds before this one stored", () => {
    const older = { filters: { status: [], assignees: ["ana"], labels: [], priority: ["day"], text: "" }, group: "assignee", sort: "created", descending: true };
    const read = { ...defaults, filters: { assignees: ["ana"], priority: ["day"] }, group: "assignees", sort: "createdAt", descending: true };
    expect(readSettings(older, builtIn)).toEqual(read);
    expect(storedSettings(read, builtIn)).toMatchObject({ group: "assignee", sort: "created", filters: { assignees: ["ana"] } });
  });

  it("are repaired if another program has written them", () => {
    expect(readSettings(null, builtIn)).toEqual(defaults);
    expect(readSettings({ group: "swimlane", sort: 3, columns: ["labels", "nonsense", "status"], collapsed: [1, "a"] }, builtIn)).toEqual({
      ...defaults,
      columns: ["labels", "status"],
      collapsed: ["a"],
    });
  });

  it("forget what was looked for", () => {
    expect(readSettings({ find: "psk", filters: { text: "psk" } }, builtIn).find).toBe("");
  });
});
