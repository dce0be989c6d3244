import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/plainDate";
import { done, sprint, ticket, todo } from "@/sync/testing/rows";
import { amountNow, burndown, daysLeft } from "./burndown";

const active = sprint(1, { state: "active", startDate: "2030-03-01", endDate: "2030-03-05", startedAt: "2030-03-01T09:00:00Z" });
const at = (day: string, total: number, open: number, estimateId: string | null = null) => ({ day, estimateId, total, open, done: total - open });

describe("sp8 the burndown of a sprint", () => {
  it("carries figures over days that change nothing, and ends with what the page knows", () => {
    const days = [at("2030-02-27", 4, 4), at("2030-03-02", 5, 3)];
    const shown = burndown(active, days, { today: "2030-03-04", now: { total: 6, open: 2 }, estimateId: null });
    expect(shown).toEqual([
      { day: "2030-03-01", total: 4, open: 4, ideal: 4 },
      { day: "2030-03-02", total: 5, open: 3, ideal: 3 },
      { day: "2030-03-03", total: 5, open: 3, ideal: 2 },
      { day: "2030-03-04", total: 6, open: 2, ideal: 1 },
    ]);
  });

  it("reads the days of its measure alone", () => {
    const days = [at("2030-03-01", 4, 4), at("2030-03-01", 13, 8, "points")];
    const shown = burndown(active, days, { today: "2030-03-02", now: { total: 13, open: 5 }, estimateId: "points" });
    expect(shown.map(({ total, open }) => [total, open])).toEqual([[13, 8], [13, 5]]);
  });

  it("is empty before the start, and ends on the day of the completion", () => {
    const around = { today: "2030-03-20", now: { total: 1, open: 1 }, estimateId: null };
    expect(burndown(sprint(2), [], around)).toEqual([]);
    const ended = { ...active, state: "completed" as const, completedAt: "2030-03-03T10:00:00Z" };
    expect(burndown(ended, [at("2030-03-01", 2, 2), at("2030-03-09", 9, 9)], around).map(({ day, open }) => [day, open])).toEqual([
      ["2030-03-01", 2],
      ["2030-03-02", 2],
      ["2030-03-03", 2],
    ]);
  });

  it("has one day after another without a gap, and each stored figure on its day, for any history", () => {
    let seed = 11;
    const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides;
    for (let round = 0; round < 60; round++) {
      let total = 0;
      let open = 0;
      const days = Array.from({ length: dice(12) }, (_, n) => addDays("2030-02-20", n * 2 + dice(2))).map((day) => {
        total += dice(5);
        open = dice(total + 1);
        return at(day, total, open);
      });
      const today = addDays("2030-03-01", dice(20));
      const now = { total, open };
      const shown = burndown(active, days, { today, now, estimateId: null });
      expect(shown.map(({ day }) => day)).toEqual(shown.map((_, n) => addDays("2030-03-01", n)));
      expect(shown.at(-1)).toMatchObject({ day: today, ...now });
      for (const each of shown.slice(0, -1)) {
        const known = days.findLast(({ day }) => day <= each.day);
        expect([each.total, each.open]).toEqual([known?.total ?? 0, known?.open ?? 0]);
        expect(each.open).toBeLessThanOrEqual(each.total);
      }
    }
  });
});

it("sp8: counts tasks or estimates, without trashed ones", () => {
  const of = (n: number, over: object) => ticket(n, { sprintId: "s", fields: { points: n }, ...over });
  const rows = [of(1, {}), of(2, { statusId: done.id }), of(3, { trashedAt: "2030-01-01T00:00:00Z" }), of(4, { sprintId: "other" }), of(5, { fields: {} })];
  const view = { tickets: Object.fromEntries(rows.map((row) => [row.id, row])), statuses: { [todo.id]: todo, [done.id]: done } };
  expect(amountNow(view, "s", null)).toEqual({ total: 3, open: 2 });
  expect(amountNow(view, "s", "points")).toEqual({ total: 3, open: 1 });
});

it("says how many days are left", () => {
  expect([active, { ...active, endDate: null }, { ...active, state: "completed" as const }].map((it) => daysLeft(it, "2030-03-03"))).toEqual([2, null, null]);
});
