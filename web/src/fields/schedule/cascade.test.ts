import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { done } from "@/sync/testing/rows";
import { isWorkingDay, mondayToFriday, workingDaysBetween, workingDaysFrom, type WorkingDays } from "./calendar";
import { cascade, collidingLinks, type CascadeMode } from "./cascade";
import { spanOf, type Dates, type Span } from "./span";
import { after, anyDays, anyMoves, anyPlan, at, link, march, planOf, task } from "./testing/plans";
import { constraintsOf, type Constraint, type Plan } from "./constraints";

/** March 2030 begins on a Friday: 4, 11, 18 and 25 are Mondays. */
const days = mondayToFriday;
const to = (start: number | null, due: number | null): Dates => ({ startDate: start === null ? null : march(start), dueDate: due === null ? null : march(due) });
const moved = (plan: Plan, mode: CascadeMode, moves: [number, Dates][], fixed?: ReadonlySet<string>) =>
  Object.fromEntries(cascade({ ...plan, moves: new Map(moves.map(([n, dates]) => [at(n), dates])), mode, days, ...(fixed && { fixed }) }));

/** The length of a bar in working days, at least one; one day for a task without both dates. */
const lengthOf = (own: WorkingDays, { kind, start, end }: Span) => (kind === "bar" ? Math.max(1, workingDaysBetween(own, start, end)) : 1);

describe("gs1 a follower that is pushed", () => {
  const plan = planOf([task(1, 4, 6), task(2, 7, 8), task(3, 11, 12), task(4, 20, 21)], [[1, 2], [2, 3], [3, 4]]);

  it("starts on the first working day after its predecessor, and takes as many working days as before", () => {
    expect(moved(plan, "push", [[1, to(5, 7)]])).toEqual({ [at(1)]: to(5, 7), [at(2)]: to(8, 11), [at(3)]: to(12, 13) });
  });

  it("stays where nothing collides, and never moves earlier", () => {
    expect(moved(plan, "push", [[1, to(1, 4)]])).toEqual({ [at(1)]: to(1, 4) });
  });

  it("waits for the lag, counted in calendar days; a lag below 0 lets it overlap", () => {
    const lagging = planOf([task(1, 4, 6), task(2, 7, 8), task(3, 7, 8)], [[1, 2, 2], [1, 3, -2]]);
    expect(moved(lagging, "push", [[1, to(4, 7)]])).toEqual({ [at(1)]: to(4, 7), [at(2)]: to(11, 12) });
    expect(moved(lagging, "push", [[1, to(5, 8)]])[at(3)]).toBeUndefined();
    expect(moved(lagging, "push", [[1, to(5, 11)]])[at(3)]).toEqual(to(11, 12));
  });

  it("starts when its predecessor starts, ends when it ends, or ends before it starts, depending on the kind of the link", () => {
    const kinds = planOf([task(1, 4, 6), task(2, 4, 5), task(3, 5, 6), task(4, 4, 4)], [[1, 2, 0, "startToStart"], [1, 3, 0, "finishToFinish"], [1, 4, 0, "startToFinish"]]);
    expect(collidingLinks(kinds).size).toBe(0);
    expect(moved(kinds, "push", [[1, to(4, 7)]])).toEqual({ [at(1)]: to(4, 7), [at(3)]: to(6, 7) });
    expect(moved(kinds, "push", [[1, to(6, 6)]])).toEqual({ [at(1)]: to(6, 6), [at(2)]: to(6, 7), [at(4)]: to(5, 5) });
  });

  it("ends on the first working day after days off, and starts as many working days before", () => {
    const ends = planOf([task(1, 4, 6), task(2, 4, 6)], [[1, 2, 2, "finishToFinish"]]);
    expect(moved(ends, "push", [[1, to(4, 7)]])[at(2)]).toEqual(to(7, 11));
  });

  it("does not end too early when it loses days off at its end", () => {
    const weekend = planOf([task(1, 4, 10), task(2, 9, 17), task(3, 9, 10)], [[1, 2], [3, 2, 7, "finishToFinish"]]);
    expect([...collidingLinks(weekend)]).toEqual([link(1, 2)]);
    expect(moved(weekend, "push", [[1, to(5, 10)]])[at(2)]).toEqual(to(12, 18));
  });

  it("takes the later of two ways", () => {
    const diamond = planOf([task(1, 4, 4), task(2, 5, 5), task(3, 5, 7), task(4, 8, 8)], [[1, 2], [1, 3], [2, 4], [3, 4]]);
    expect(moved(diamond, "push", [[1, to(5, 5)]])).toEqual({ [at(1)]: to(5, 5), [at(2)]: to(6, 6), [at(3)]: to(6, 8), [at(4)]: to(11, 11) });
  });

  it("gets no date that it lacked before", () => {
    const open = planOf([task(1, 4, 6), task(2, null, 7), task(3, 7, null), task(4, null, null)], [[1, 2], [1, 3], [1, 4]]);
    expect(moved(open, "push", [[1, to(4, 8)]])).toEqual({ [at(1)]: to(4, 8), [at(2)]: to(null, 11), [at(3)]: to(11, null) });
  });

  it("takes one working day if it took none", () => {
    const weekend = planOf([task(1, 4, 6), task(2, 9, 10)], [[1, 2]]);
    expect(moved(weekend, "push", [[1, to(4, 11)]])[at(2)]).toEqual(to(12, 12));
  });

  it("follows a task that had no dates before", () => {
    const undated = planOf([task(1, null, null), task(2, 4, 5)], [[1, 2]]);
    expect(moved(undated, "push", [[1, to(4, 4)]])).toEqual({ [at(1)]: to(4, 4), [at(2)]: to(5, 6) });
  });

  it("stays if it is over, in the trash, fixed or moved itself, and passes nothing on", () => {
    for (const over of [{ statusId: done.id }, { statusId: "canceled" }, { trashedAt: "2030-01-01T00:00:00Z" }]) {
      const held = planOf([task(1, 4, 6), task(2, 7, 8, over), task(3, 8, 8)], [[1, 2], [2, 3]]);
      expect(moved(held, "push", [[1, to(4, 8)]])).toEqual({ [at(1)]: to(4, 8) });
    }
    expect(moved(plan, "push", [[1, to(5, 7)]], new Set([at(2)]))).toEqual({ [at(1)]: to(5, 7) });
    expect(moved(plan, "push", [[1, to(5, 7)], [2, to(6, 7)]])).toEqual({ [at(1)]: to(5, 7), [at(2)]: to(6, 7) });
  });

  it("stays if it would leave the years that a plan may name", () => {
    const far = planOf([task(1, 4, 6), task(2, 7, 8)], [[1, 2]]);
    expect(Object.keys(moved(far, "push", [[1, { startDate: march(4), dueDate: "2999-12-31" }]]))).toEqual([at(1)]);
  });

  it("does not move if the setting is off", () => {
    expect(moved(plan, "off", [[1, to(5, 12)]])).toEqual({ [at(1)]: to(5, 12) });
  });

  const run = (plan: Plan, moves: ReadonlyMap<string, Dates>, ownDays = days) => cascade({ ...plan, moves, mode: "push", days: ownDays });

  it("leaves no colliding link to a follower of a changed task, and makes no other link collide", () => {
    fc.assert(
      fc.property(anyPlan({ loops: false }), anyMoves, anyDays, (plan, moves, own) => {
        const changes = run(plan, moves, own);
        const before = collidingLinks(plan);
        const now = collidingLinks(after(plan, changes));
        for (const { id, from, to: follower } of constraintsOf(plan)) {
          if (moves.has(follower)) continue;
          expect(now.has(id) && (changes.has(from) || !before.has(id))).toBe(false);
        }
      }),
      { seed: 41, numRuns: 400 },
    );
  });

  it("only ever moves later, to a working day, and keeps its length in working days", () => {
    fc.assert(
      fc.property(anyPlan({ loops: true }), anyMoves, anyDays, (plan, moves, own) => {
        for (const [id, dates] of run(plan, moves, own)) {
          const [was, now] = [spanOf(plan.tickets[id] ?? to(null, null)), spanOf(dates)];
          if (moves.has(id) || !was || !now) continue;
          expect(now.start > was.start).toBe(true);
          expect(isWorkingDay(own, now.start)).toBe(true);
          expect(lengthOf(own, now)).toBe(lengthOf(own, was));
        }
      }),
      { seed: 42, numRuns: 400 },
    );
  });

  it("is pushed no further than needed: it starts or ends on the first working day that a predecessor allows", () => {
    fc.assert(
      fc.property(anyPlan({ loops: false }), anyMoves, (plan, moves) => {
        const changes = run(plan, moves);
        const then = after(plan, changes);
        for (const [id, dates] of changes) {
          const now = spanOf(dates);
          if (moves.has(id) || !now) continue;
          const earlier = { ...then, tickets: { ...then.tickets, [id]: { ...then.tickets[id], ...shiftedBack(dates) } } } as Plan;
          const before = collidingLinks(plan);
          const tight = constraintsOf(earlier).filter((one) => one.to === id && (changes.has(one.from) || !before.has(one.id)));
          expect(tight.some((one) => collidingLinks(earlier).has(one.id))).toBe(true);
        }
      }),
      { seed: 43, numRuns: 200 },
    );
  });

  it("moves nothing when the same move is made again, also in loops", () => {
    fc.assert(
      fc.property(anyPlan({ loops: true }), anyMoves, anyDays, (plan, moves, own) => {
        const once = run(plan, moves, own);
        expect(run(after(plan, once), moves, own).size).toBe(0);
      }),
      { seed: 44, numRuns: 400 },
    );
  });

  /** The same task, one working day earlier. */
  function shiftedBack({ startDate, dueDate }: Dates): Dates {
    const back = (date: string | null) => {
      if (date === null) return null;
      let n = 1;
      while (workingDaysBetween(days, addBack(date, n), addBack(date, 1)) < 1) n += 1;
      return addBack(date, n);
    };
    return { startDate: back(startDate), dueDate: back(dueDate) };
  }
  const addBack = (date: string, n: number) => march(Math.round((Date.parse(date) - Date.parse("2030-02-28")) / 86_400_000) - n);
});

describe("gs7 a link of a task that takes the days of its subtasks", () => {
  const below = (parent: number) => ({ parentTicketId: at(parent) });
  const rolled = (plan: Plan): Plan => ({ ...plan, rolled: true });
  const before = rolled(planOf([task(1, null, null), task(2, 4, 6, below(1)), task(3, 7, 8, below(1)), task(4, 11, 12)], [[1, 4]]));
  const behind = rolled(planOf([task(1, null, null), task(2, 11, 12, below(1)), task(3, 13, 14, below(1)), task(4, 7, 8), task(5, 15, 15)], [[4, 1], [1, 5]]));

  it("lets a follower wait for all of them", () => {
    expect(moved(before, "push", [[3, to(7, 11)]])).toEqual({ [at(3)]: to(7, 11), [at(4)]: to(12, 13) });
    expect(moved(before, "push", [[2, to(5, 8)]])).toEqual({ [at(2)]: to(5, 8) });
    expect(moved({ ...before, rolled: false }, "push", [[3, to(7, 11)]])).toEqual({ [at(3)]: to(7, 11) });
  });

  it("pushes those that start too early, and what follows them", () => {
    expect(moved(behind, "push", [[4, to(7, 11)]])).toEqual({ [at(4)]: to(7, 11), [at(2)]: to(12, 13) });
    expect(moved(behind, "push", [[4, to(8, 14)]])).toEqual({ [at(4)]: to(8, 14), [at(2)]: to(15, 18), [at(3)]: to(15, 18), [at(5)]: to(19, 19) });
  });

  it("keeps the gap to the last day of all of them", () => {
    expect(moved(before, "keepGap", [[3, to(8, 11)]])).toEqual({ [at(3)]: to(8, 11), [at(4)]: to(12, 13) });
    expect(moved(before, "keepGap", [[2, to(5, 7)]])).toEqual({ [at(2)]: to(5, 7) });
    expect(moved(behind, "keepGap", [[4, to(8, 11)]])).toEqual({ [at(4)]: to(8, 11), [at(2)]: to(12, 13), [at(3)]: to(14, 15), [at(5)]: to(18, 18) });
  });

  it("collides if the first of them starts too early, and binds nothing within the task", () => {
    expect([...collidingLinks(rolled(planOf([task(1, null, null), task(2, 11, 12, below(1)), task(4, 7, 11)], [[4, 1]])))]).toEqual([link(4, 1)]);
    expect(constraintsOf(rolled(planOf([task(1, null, null), task(2, 4, 6, below(1)), task(3, 7, 8, below(1))], [[1, 2], [3, 1]])))).toEqual([]);
  });

  it("counts from the subtask that starts first if the link counts from a start", () => {
    const first = rolled(planOf([task(1, null, null), task(2, 4, 6, below(1)), task(3, 6, 8, below(1)), task(4, 5, 5)], [[1, 4, 0, "startToStart"]]));
    expect(collidingLinks(first).size).toBe(0);
    expect(moved(first, "push", [[2, to(11, 13)]])).toEqual({ [at(2)]: to(11, 13), [at(4)]: to(6, 6) });
    expect(moved(first, "push", [[3, to(11, 13)]])).toEqual({ [at(3)]: to(11, 13) });
    expect(moved(first, "keepGap", [[2, to(5, 7)]])).toEqual({ [at(2)]: to(5, 7), [at(4)]: to(6, 6) });
  });

  it("holds the subtask that ends last if the link holds an end", () => {
    const last = rolled(planOf([task(1, null, null), task(2, 4, 6, below(1)), task(3, 7, 8, below(1)), task(4, 7, 8)], [[4, 1, 0, "finishToFinish"]]));
    expect(collidingLinks(last).size).toBe(0);
    expect(moved(last, "push", [[4, to(8, 11)]])).toEqual({ [at(4)]: to(8, 11), [at(3)]: to(8, 11) });
  });

  it("counts for nothing if the task is over", () => {
    const over = rolled(planOf([task(1, null, null, { statusId: done.id }), task(2, 4, 6, below(1)), task(4, 7, 8)], [[1, 4]]));
    expect(constraintsOf(over)).toEqual([]);
  });
});

describe("gs2 a follower that keeps its gap", () => {
  const plan = planOf([task(1, 4, 6), task(2, 8, 11), task(3, 12, null)], [[1, 2], [2, 3]]);

  it("moves by as many working days as its predecessor's end, in either direction", () => {
    expect(moved(plan, "keepGap", [[1, to(6, 8)]])).toEqual({ [at(1)]: to(6, 8), [at(2)]: to(12, 13), [at(3)]: to(14, null) });
    expect(moved(plan, "keepGap", [[1, to(1, 5)]])).toEqual({ [at(1)]: to(1, 5), [at(2)]: to(7, 8), [at(3)]: to(11, null) });
  });

  it("stays if only the start of its predecessor changes", () => {
    expect(moved(plan, "keepGap", [[1, to(5, 6)]])).toEqual({ [at(1)]: to(5, 6) });
  });

  it("moves by as many days as the start or the end of its predecessor, depending on the kind of the link", () => {
    const kinds = planOf([task(1, 4, 6), task(2, 4, 5), task(3, 7, 8), task(4, 4, 4)], [[1, 2, 0, "startToStart"], [1, 3, 0, "finishToFinish"], [1, 4, 0, "startToFinish"]]);
    expect(moved(kinds, "keepGap", [[1, to(4, 7)]])).toEqual({ [at(1)]: to(4, 7), [at(3)]: to(8, 11) });
    expect(moved(kinds, "keepGap", [[1, to(5, 6)]])).toEqual({ [at(1)]: to(5, 6), [at(2)]: to(5, 6), [at(4)]: to(5, 5) });
  });

  it("takes the later of two ways, and does not move before a predecessor that stays", () => {
    const two = planOf([task(1, 4, 6), task(2, 4, 6), task(3, 7, 8)], [[1, 3], [2, 3]]);
    expect(moved(two, "keepGap", [[1, to(4, 7)], [2, to(6, 8)]])[at(3)]).toEqual(to(11, 12));
    expect(moved(two, "keepGap", [[1, to(1, 5)]])[at(3)]).toBeUndefined();
    expect(moved(two, "keepGap", [[1, to(4, 7)]])[at(3)]).toEqual(to(8, 11));
  });

  it("keeps the working days between it and the latest of its predecessors, and its length", () => {
    fc.assert(
      fc.property(anyPlan({ loops: false }), anyMoves, anyDays, (plan, moves, own) => {
        const changes = cascade({ ...plan, moves, mode: "keepGap", days: own });
        const then = after(plan, changes);
        const gap = ({ tickets }: Plan, { from, to: follower, fromEnd, toEnd }: Constraint) => {
          const [one, other] = [spanOf(tickets[from] ?? to(null, null))?.[fromEnd], spanOf(tickets[follower] ?? to(null, null))?.[toEnd]];
          return one && other && isWorkingDay(own, one) && isWorkingDay(own, other) ? workingDaysFrom(own, one, other) : null;
        };
        const constraints = constraintsOf(plan);
        for (const [id, dates] of changes) {
          if (moves.has(id)) continue;
          const gaps = constraints.filter((one) => one.to === id).map((one) => [gap(plan, one), gap(then, one)] as const);
          const known = gaps.filter(([was, now]) => was !== null && now !== null);
          // Gaps grow where another predecessor moves further; none shrinks, and one stays.
          expect(known.every(([was, now]) => (now ?? 0) >= (was ?? 0))).toBe(true);
          expect(known.length < gaps.length || known.some(([was, now]) => was === now)).toBe(true);
          const [before, now] = [spanOf(plan.tickets[id] ?? to(null, null)), spanOf(dates)];
          expect(now && lengthOf(own, now)).toBe(before && lengthOf(own, before));
        }
      }),
      { seed: 45, numRuns: 400 },
    );
  });

  it("stops in a loop of links", () => {
    const around = planOf([task(1, 4, 4), task(2, 5, 5), task(3, 6, 6)], [[1, 2], [2, 3], [3, 1]]);
    expect(Object.keys(moved(around, "keepGap", [[1, to(5, 5)]]))).toHaveLength(3);
    expect(Object.keys(moved(around, "push", [[2, to(6, 6)]]))).toEqual([at(2), at(3), at(1)]);
  });
});

describe("gs3 a link collides", () => {
  it("if its follower starts before the end of the predecessor and the lag", () => {
    const plan = planOf([task(1, 4, 6), task(2, 6, 8), task(3, 7, 8), task(4, 8, 8), task(5, null, null)], [[1, 2], [1, 3], [1, 4, 2], [1, 5]]);
    expect([...collidingLinks(plan)]).toEqual([link(1, 2), link(1, 4)]);
  });

  it("if the ends that its kind joins are too close", () => {
    const tasks = [task(1, 5, 7), task(2, 4, 8), task(3, 5, 5), task(4, 4, 6), task(5, 4, 7), task(6, 1, 1), task(7, 4, 4)];
    const plan = planOf(tasks, [
      [1, 2, 0, "startToStart"],
      [1, 3, 0, "startToStart"],
      [1, 4, 0, "finishToFinish"],
      [1, 5, 0, "finishToFinish"],
      [1, 6, 0, "startToFinish"],
      [1, 7, 0, "startToFinish"],
    ]);
    expect([...collidingLinks(plan)]).toEqual([link(1, 2), link(1, 4), link(1, 6)]);
    const lagging = planOf(tasks, [[1, 3, 1, "startToStart"], [1, 2, -1, "startToStart"], [1, 5, 1, "finishToFinish"], [1, 4, -1, "finishToFinish"], [1, 7, 1, "startToFinish"]]);
    expect([...collidingLinks(lagging)].toSorted()).toEqual([link(1, 3), link(1, 5), link(1, 7)]);
  });

  it("never if one of its tasks is over", () => {
    expect(collidingLinks(planOf([task(1, 4, 6, { statusId: done.id }), task(2, 4, 6)], [[1, 2]])).size).toBe(0);
  });
});
