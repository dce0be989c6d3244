import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysBetween } from "@/lib/plainDate";
import { done } from "@/sync/testing/rows";
import { mondayToFriday } from "./calendar";
import { criticalPath } from "./critical";
import { spanOf } from "./span";
import { anyDays, anyPlan, at, link, march, planOf, task } from "./testing/plans";
import { constraintsOf, isOver, type Constraint, type Plan } from "./constraints";

const days = mondayToFriday;

describe("gs4 the critical path", () => {
  const plan = planOf([task(1, 4, 8), task(2, 4, 5), task(3, 11, 12), task(4, 20, 22), task(5, 4, 19)], [[1, 3], [2, 3], [3, 4]]);

  it("is the chain to the last day, across gaps", () => {
    const { critical, links } = criticalPath({ ...plan, days });
    expect([...critical].toSorted()).toEqual([at(1), at(3), at(4)]);
    expect([...links].toSorted()).toEqual([link(1, 3), link(3, 4)]);
  });

  it("says by how many working days the other tasks may end later", () => {
    const { slack } = criticalPath({ ...plan, days });
    expect(slack.get(at(2))).toBe(3);
    expect(slack.get(at(5))).toBe(3);
    expect(slack.get(at(4))).toBe(0);
  });

  it("counts lags, and treats a follower that starts too early as pushed", () => {
    const late = planOf([task(1, 4, 8), task(2, 4, 5), task(3, 4, 4), task(4, 4, 15)], [[1, 3, 3], [2, 3, 8]]);
    const { critical, slack } = criticalPath({ ...late, days });
    expect([...critical]).toEqual([at(4)]);
    // The third task would be pushed from Monday 4 to Thursday 14, by the lag behind the second.
    expect([slack.get(at(3)), slack.get(at(2)), slack.get(at(1))]).toEqual([1, 1, 3]);
  });

  it("follows the ends that a link joins", () => {
    const kinds = planOf([task(1, 4, 6), task(2, 5, 22), task(3, 4, 20), task(4, 20, 21)], [[1, 2, 0, "startToStart"], [3, 4, 0, "finishToFinish"]]);
    const { critical, links, slack } = criticalPath({ ...kinds, days });
    expect([...critical].toSorted()).toEqual([at(1), at(2)]);
    expect([[...links], slack.get(at(3)), slack.get(at(4))]).toEqual([[link(1, 2)], 1, 1]);
  });

  it("takes the subtasks of a task in its place, if it takes their days", () => {
    const rolled = planOf([task(1, 4, 29), task(2, 4, 5, { parentTicketId: at(1) }), task(3, 6, 8, { parentTicketId: at(1) }), task(4, 11, 12)], [[1, 4]]);
    const { critical, links, slack } = criticalPath({ ...rolled, days, rolled: true });
    expect([...critical].toSorted()).toEqual([at(3), at(4)]);
    expect([[...links], slack.get(at(2)), slack.has(at(1))]).toEqual([[link(1, 4)], 3, false]);
  });

  it("lets only the first subtask decide if a link counts from the start of its parent", () => {
    const rolled = planOf([task(1, null, null), task(2, 4, 5, { parentTicketId: at(1) }), task(3, 6, 8, { parentTicketId: at(1) }), task(4, 4, 12)], [[1, 4, 0, "startToStart"]]);
    const { critical, slack } = criticalPath({ ...rolled, days, rolled: true });
    expect([...critical].toSorted()).toEqual([at(2), at(4)]);
    expect(slack.get(at(3))).toBe(2);
  });

  it("leaves out tasks without dates, and those that are over or in the trash", () => {
    const some = planOf([task(1, 4, 4), task(2, 5, 29, { statusId: done.id }), task(3, null, null), task(4, 4, 28, { trashedAt: "2030-01-01T00:00:00Z" })], [[1, 2], [1, 3]]);
    const { critical, slack } = criticalPath({ ...some, days });
    expect([...critical]).toEqual([at(1)]);
    expect([...slack.keys()]).toEqual([at(1)]);
  });

  it("is empty without dates, and stops in a loop of links", () => {
    expect(criticalPath({ ...planOf([task(1, null, null)], []), days }).critical.size).toBe(0);
    const around = planOf([task(1, 4, 4), task(2, 5, 5), task(3, 6, 6)], [[1, 2], [2, 3], [3, 1]]);
    expect(criticalPath({ ...around, days }).critical.size).toBe(3);
  });

  it("exists in every plan with dates, links only critical tasks, and has no slack below 0", () => {
    fc.assert(
      fc.property(anyPlan({ loops: true }), anyDays, (any, own) => {
        const { critical, links, slack } = criticalPath({ ...any, days: own });
        expect([...slack.values()].every((left) => left >= 0)).toBe(true);
        expect(critical.size > 0).toBe(slack.size > 0);
        const joined = constraintsOf(any).filter(({ id }) => links.has(id));
        expect(joined.every(({ from, to }) => critical.has(from) && critical.has(to))).toBe(true);
      }),
      { seed: 51, numRuns: 300 },
    );
  });

  it("gives the most days by which a task may move later: one more day moves the last day, with all gaps kept", () => {
    const daily = { weekdays: [], holidays: new Set<string>() };
    fc.assert(
      fc.property(anyPlan({ loops: false }), fc.integer({ min: 1, max: 8 }), (plan, n) => {
        const left = criticalPath({ ...plan, days: daily }).slack.get(at(n));
        if (left === undefined) return;
        const last = lastDay(plan, n, 0);
        expect(lastDay(plan, n, left)).toBe(last);
        expect(lastDay(plan, n, left + 1)).toBeGreaterThan(last);
      }),
      { seed: 52, numRuns: 400 },
    );
  });
});

/** The last day of a plan whose links go to higher numbers, if one task starts and ends some days later and every gap is kept. */
function lastDay(plan: Plan, late: number, by: number): number {
  const dayOf = (date: string) => daysBetween(march(0), date);
  const ends = new Map<string, { length: number; planned: number; now: number }>();
  for (const row of Object.values(plan.tickets).toSorted((a, b) => a.number - b.number)) {
    const span = isOver(plan, row) ? null : spanOf(row);
    if (!span) continue;
    const length = daysBetween(span.start, span.end);
    const before = constraintsOf(plan).filter((constraint) => constraint.to === row.id && ends.has(constraint.from));
    /** The first start that a constraint allows. An end is the evening of its day, so it counts one day more than a start. */
    const askedBy = ({ from, lag, fromEnd, toEnd }: Constraint, which: "planned" | "now") => {
      const { [which]: end = 0, length: long = 0 } = ends.get(from) ?? {};
      return (fromEnd === "end" ? end + 1 : end - long) + lag - (toEnd === "end" ? length + 1 : 0);
    };
    const asks = (which: "planned" | "now") => Math.max(...before.map((constraint) => askedBy(constraint, which)));
    const start = Math.max(dayOf(span.start), asks("planned"));
    const shift = Number.isFinite(asks("planned")) ? asks("now") - asks("planned") : 0;
    ends.set(row.id, { length, planned: start + length, now: start + length + shift + (row.id === at(late) ? by : 0) });
  }
  return Math.max(...[...ends.values()].map(({ now }) => now));
}
