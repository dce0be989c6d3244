import { expect, it } from "vitest";
import { ticket } from "@/sync/testing/rows";
import type { Ticket } from "@/wire/generated";
import { workloadOf } from "./workload";

// A Wednesday.
const now = "2026-04-15";

it("the workload counts the open tasks of a person by the weeks of their due dates", () => {
  const mine = (n: number, differing: Partial<Ticket>) => ticket(n, { assigneesIds: ["me", "you"], ...differing });
  const rows = [
    mine(1, { dueDate: "2026-04-14" }),
    mine(2, { dueDate: now }),
    mine(3, { dueDate: "2026-04-19" }),
    mine(4, { dueDate: "2026-04-20" }),
    mine(5, { dueDate: "2026-05-24" }),
    mine(6, { dueDate: "2026-05-25" }),
    mine(7, {}),
    mine(8, { dueDate: now, completed: true }),
    mine(9, { dueDate: now, trashedAt: "2026-04-02T00:00:00Z" }),
    ticket(10, { dueDate: now, assigneesIds: ["you"] }),
  ];
  const { weeks, ...sums } = workloadOf({ tickets: Object.fromEntries(rows.map((row) => [row.id, row])) }, "me", now, 0);
  expect(sums).toEqual({ overdue: 1, later: 1, undated: 1 });
  expect(weeks.map(({ start, count }) => [start, count])).toEqual([["2026-04-13", 2], ["2026-04-20", 1], ["2026-04-27", 0], ["2026-05-04", 0], ["2026-05-11", 0], ["2026-05-18", 1]]);
  // A week that begins on Sunday.
  const { weeks: sundays } = workloadOf({ tickets: Object.fromEntries(rows.map((row) => [row.id, row])) }, "me", now, 6);
  expect(sundays[0]).toEqual({ start: "2026-04-12", count: 1 });
});
