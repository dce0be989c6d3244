import { describe, expect, it } from "vitest";
import type { Dates } from "@/fields/schedule/span";
import { at, march, planOf, task } from "@/fields/schedule/testing/plans";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { conflictOf } from "./conflict";

const plan = planOf([task(1, 4, 6), task(2, 7, 8), task(3, 11, 12), task(4, 6, 6)], [[1, 2], [2, 3], [1, 4, -3]]);
const view = { ...viewOf(smallTables(), workspaceId), ...plan, me: ana, capabilities: capabilitiesOf.member };
const to = (n: number, start: number, due: number): ReadonlyMap<string, Dates> => new Map([[at(n), { startDate: march(start), dueDate: march(due) }]]);

describe("a move that runs into a follower", () => {
  it("names the follower that it runs into the furthest, and what each choice does", () => {
    expect(conflictOf(view, to(1, 6, 8))).toEqual({ fromId: at(1), toId: at(2), ends: "finishToStart", days: 2, push: { count: 2, days: 4 }, keepGap: { count: 3, days: 4 } });
  });

  it("names the kind of the dependency, and counts the days by which the start or the end of the follower is too early", () => {
    const joined = { ...view, ...planOf([task(1, 4, 6), task(2, 5, 8), task(3, 5, 5)], [[1, 2, 0, "finishToFinish"], [1, 3, 1, "startToStart"]]) };
    expect(conflictOf(joined, to(1, 4, 11))).toMatchObject({ toId: at(2), ends: "finishToFinish", days: 3, push: { count: 1, days: 3 } });
    expect(conflictOf(joined, to(1, 7, 8))).toMatchObject({ toId: at(3), ends: "startToStart", days: 3 });
  });

  it("is none if all followers have room, or are moved as well", () => {
    expect(conflictOf(view, to(1, 3, 5))).toBeNull();
    expect(conflictOf(view, new Map([...to(1, 6, 8), ...to(2, 11, 12), ...to(3, 13, 14)]))).toBeNull();
  });
});
