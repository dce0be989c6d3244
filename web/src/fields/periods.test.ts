import { describe, expect, it } from "vitest";
import { ticket } from "@/sync/testing/views";
import { NONE } from "./options";
import { completionPeriods, duePeriods } from "./periods";

// A Wednesday.
const now = "2026-04-15";

describe("the periods of due dates", () => {
  const of = (dueDate: string | null, completed = false) => duePeriods.of(ticket("t1", { dueDate, completed }), now);

  it.each([
    ["yesterday", "2026-04-14", "overdue"],
    ["today", "2026-04-15", "today"],
    ["tomorrow", "2026-04-16", "week"],
    ["on Sunday", "2026-04-19", "week"],
    ["on Monday", "2026-04-20", "later"],
    ["never", null, NONE],
  ])("hold a ticket that is due %s", (_, date, period) => {
    expect(of(date)).toBe(period);
  });

  it("never call a completed ticket overdue", () => {
    expect(of("2026-04-14", true)).toBe("past");
    expect(of("2026-04-15", true)).toBe("today");
  });

  it("leave this week empty on a Sunday", () => {
    expect(duePeriods.of(ticket("t1", { dueDate: "2026-04-20" }), "2026-04-19")).toBe("later");
  });

  it("give a ticket a date, except periods in the past", () => {
    expect(["today", "week", "later", NONE].map((period) => duePeriods.day(period, now))).toEqual([now, "2026-04-19", "2026-04-20", null]);
    expect(["overdue", "past"].map((period) => duePeriods.day(period, now))).toEqual([undefined, undefined]);
    for (const period of ["today", "week", "later"]) expect(of(duePeriods.day(period, now) ?? null)).toBe(period);
  });
});

describe("the periods of completion dates", () => {
  const of = (day: string | null) => completionPeriods.of(ticket("t1", { completedAt: day === null ? null : new Date(`${day}T12:00:00`).toISOString() }), now);

  it("are days, then weeks and months", () => {
    expect(["2026-04-15", "2026-04-14", "2026-04-13", "2026-04-12", "2026-04-01", "2026-03-31", null].map(of)).toEqual(["today", "yesterday", "week", "month", "month", "earlier", NONE]);
  });

  it("give a ticket no date, because only completing a ticket does", () => {
    expect(completionPeriods.day("today", now)).toBeUndefined();
  });
});
