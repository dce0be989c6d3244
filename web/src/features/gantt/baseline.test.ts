import "fake-indexeddb/auto";
import { afterEach, describe, expect, it } from "vitest";
import { BaselineStorage } from "@/sync/storage/baselineStorage";
import { forgetStorage } from "@/sync/storage/databases";
import { ana, ben, id, list, ticket, workspaceId } from "@/sync/testing/rows";
import type { Baseline, Ticket } from "@/wire/generated";
import { datesThen, endOf, freshName, offeredIn, openKept, plannedDates, removeKept, useBaseline } from "./baseline";

const n = (number: number) => id("4", number);
const tableOf = (...rows: Ticket[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

afterEach(() => Promise.all([ana, ben].map(forgetStorage)));

describe("the dates of a baseline", () => {
  const tickets = tableOf(
    ticket(1, { subtasksOrder: [n(2), n(3)], startDate: "2026-05-01", dueDate: "2026-05-02" }),
    ticket(2, { parentTicketId: n(1), dueDate: "2026-05-30" }),
    ticket(3, { parentTicketId: n(1), dueDate: "2026-06-30" }),
    ticket(4, { subtasksOrder: [n(5)] }),
    ticket(5, { parentTicketId: n(4), dueDate: "2026-06-30" }),
  );
  const then = datesThen({ [n(1)]: [null, "2026-03-01"], [n(2)]: ["2026-03-03", "2026-03-05"], [n(3)]: [null, "2026-03-09"], [n(4)]: ["2026-04-01", "2026-04-02"] });

  it("bl6_ of a parent are the days that its subtasks had, whatever the dates are now", () => {
    const planned = plannedDates(then, tickets, false);
    expect(planned.get(n(1))).toEqual({ startDate: "2026-03-03", dueDate: "2026-03-09" });
    expect(planned.get(n(2))).toEqual({ startDate: "2026-03-03", dueDate: "2026-03-05" });
  });

  it("bl6_ of a parent are its own dates if its subtasks had none, and tasks without dates are left out", () => {
    const planned = plannedDates(then, tickets, false);
    expect(planned.get(n(4))).toEqual({ startDate: "2026-04-01", dueDate: "2026-04-02" });
    expect(planned.has(n(5))).toBe(false);
  });

  it("bl6_ are those of each task if parents show their own dates", () => {
    expect(plannedDates(then, tickets, true)).toEqual(then);
  });
});

describe("the baselines that a place offers", () => {
  const baseline = (number: number, over: Partial<Baseline> = {}): Baseline => ({
    id: id("17", number), name: `Plan ${number}`, personal: false, listId: null, createdUserId: ana, takenAt: `2026-03-0${number}T09:00:00Z`, ...over,
  });
  const [one, two] = [list(1).id, list(2).id];
  const rows = Object.fromEntries(
    [baseline(1, { listId: one }), baseline(2, { listId: one }), baseline(3, { listId: one, personal: true }), baseline(4), baseline(5, { listId: two }), baseline(6, { personal: true })].map((row) => [row.id, row]),
  );
  const names = (listId: string | null) => Object.values(offeredIn(rows, listId)).map((group) => group.map(({ name }) => name));

  it("are those of the list, newest first, then the person's own, then those of all tasks", () => {
    expect(names(one)).toEqual([["Plan 2", "Plan 1"], ["Plan 3"], ["Plan 6", "Plan 4"]]);
  });

  it("are those of all tasks where there is no list", () => {
    expect(names(null)).toEqual([["Plan 4"], ["Plan 6"], []]);
  });

  it("do not have the name that is suggested for a new one", () => {
    const nameOf = (number: number) => (number === 1 ? "Plan" : `Plan (${number})`);
    expect(freshName(nameOf, ["Plan", "Plan (2)"])).toBe("Plan (3)");
  });
});

describe("the moment of a baseline of an earlier day", () => {
  it("bl1_ is the end of that day in the time zone of the person", () => {
    const end = new Date(endOf("2026-02-28"));
    expect([end.getMonth() + 1, end.getDate(), end.getHours(), end.getMinutes(), end.getMilliseconds()]).toEqual([2, 28, 23, 59, 999]);
  });
});

describe("the baseline that an earlier version has kept in this browser", () => {
  const keeper = { me: ana, workspaceId, place: "all" };
  const kept = { place: "all", setOn: "2026-03-04", dates: { [n(1)]: [null, "2026-03-09"] as const } };

  it("stays until the person removes it, and comes back by undo", async () => {
    const storage = new BaselineStorage(ana, workspaceId);
    await storage.store(kept);
    await openKept(keeper);
    expect(useBaseline.getState().kept).toEqual({ setOn: "2026-03-04", dates: datesThen(kept.dates) });
    const bringBack = removeKept();
    expect(useBaseline.getState().kept).toBeNull();
    bringBack();
    expect(useBaseline.getState().kept?.setOn).toBe("2026-03-04");
  });

  it("is offered only in its place", async () => {
    await new BaselineStorage(ana, workspaceId).store(kept);
    await openKept({ ...keeper, place: "mine" });
    expect(useBaseline.getState().kept).toBeNull();
  });
});
