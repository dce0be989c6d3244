import { describe, expect, it } from "vitest";
import { list, member, ticket } from "@/sync/testing/rows";
import type { Source, Ticket } from "@/wire/generated";
import { changesBy, dueTasks, latestChanges, stepsTaken } from "./start";

const byId = <T extends { id: string }>(rows: readonly T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const now = "2026-04-15";

describe("the tasks that a person has to do today", () => {
  const mine = (n: number, differing: Partial<Ticket>) => ticket(n, { assigneesIds: ["me"], ...differing });

  it("are overdue or due today, open and theirs, the earliest first", () => {
    const tickets = [
      mine(1, { dueDate: now }),
      mine(2, { dueDate: "2026-04-01" }),
      mine(3, { dueDate: "2026-04-16" }),
      mine(4, { dueDate: "2026-04-01", completed: true }),
      mine(5, { dueDate: "2026-04-01", trashedAt: "2026-04-02T00:00:00Z" }),
      ticket(6, { dueDate: now }),
      mine(7, {}),
    ];
    expect(dueTasks({ tickets: byId(tickets) }, "me", now).map(({ number }) => number)).toEqual([2, 1]);
    expect(dueTasks({ tickets: byId(tickets) }, null, now)).toEqual([]);
  });
});

describe("the latest changes in the lists of a person", () => {
  const by = (userId: string, minute: number) => ({ lastActivity: { id: `a${minute}`, kind: "comment", userId, at: `2026-04-15T08:0${minute}:00Z`, number: 1 } });
  const inList = (id: string) => ({ lists: [{ listId: id, rank: "a" }] });

  it("are those of other people in lists where the person has a task or a star, the latest first", () => {
    const tickets = [
      ticket(1, { ...inList("boats"), ...by("you", 1), assigneesIds: ["me"], createdUserId: "you" }),
      ticket(2, { ...inList("boats"), ...by("you", 3), createdUserId: "you" }),
      ticket(3, { ...inList("boats"), ...by("me", 4), createdUserId: "you" }),
      ticket(4, { ...inList("nets"), ...by("you", 5), createdUserId: "you" }),
      ticket(5, { ...inList("starred"), ...by("you", 2), createdUserId: "you" }),
      ticket(6, { ...inList("boats"), ...by("you", 6), createdUserId: "you", trashedAt: "2026-04-15T09:00:00Z" }),
    ];
    const of = (me: string | null) => latestChanges({ tickets: byId(tickets) }, me, ["starred"]).map(({ number }) => number);
    expect(of("me")).toEqual([2, 5, 1]);
    expect(of(null)).toEqual([]);
  });

  it("are for the page of a person the tasks that this person changed last, in any list", () => {
    const tickets = [ticket(1, { ...inList("boats"), ...by("you", 1) }), ticket(2, { ...inList("nets"), ...by("you", 3) }), ticket(3, by("me", 4)), ticket(4, { ...by("you", 5), trashedAt: "2026-04-15T09:00:00Z" }), ticket(5, {})];
    expect(changesBy({ tickets: byId(tickets) }, "you").map(({ number }) => number)).toEqual([2, 1]);
  });
});

describe("the first steps of a workspace", () => {
  const taken = (rows: { lists?: ReturnType<typeof list>[]; tickets?: Ticket[]; members?: ReturnType<typeof member>[] }) => [...stepsTaken({ lists: byId(rows.lists ?? []), tickets: byId(rows.tickets ?? []), members: byId(rows.members ?? []) })];

  it("are taken once there is a list of its own, a task, a second person and an imported task", () => {
    expect(taken({ lists: [{ ...list(1), suggested: true }], members: [member("a")] })).toEqual([]);
    expect(taken({ lists: [{ ...list(1), suggested: false }], tickets: [ticket(1)], members: [member("a"), member("b")] })).toEqual(["list", "tasks", "invite"]);
    expect(taken({ members: [member("a"), { ...member("b"), state: "left" }] })).toEqual([]);
    expect(taken({ tickets: [ticket(1, { source: { key: "#1" } as Source })] })).toEqual(["tasks", "import"]);
  });
});
