import { describe, expect, it } from "vitest";
import type { LinkEnds } from "@/wire/generated";
import { allEnds, dependencyOf, endsJoining, firstDay, joinedBy } from "./ends";
import { link, march, planOf } from "./testing/plans";

describe("gs3 the kind of a dependency", () => {
  it("follows from the ends that it joins", () => {
    expect(allEnds).toHaveLength(4);
    for (const ends of allEnds) expect(endsJoining(joinedBy(ends))).toBe(ends);
  });

  it("is finish-to-start without a row, without a kind in the row, and if a later version wrote an unknown kind", () => {
    const { linkLags } = planOf([], [[1, 2], [1, 3, 2], [1, 4, 0, "startToStart"]]);
    expect(dependencyOf({ linkLags }, link(1, 2))).toEqual({ ends: "finishToStart", lag: 0 });
    expect(dependencyOf({ linkLags }, link(1, 3))).toEqual({ ends: "finishToStart", lag: 2 });
    expect(dependencyOf({ linkLags }, link(1, 4))).toEqual({ ends: "startToStart", lag: 0 });
    const later = { l: { id: "l", linkId: "1-5", days: 1, ends: "middleToMiddle" as LinkEnds } };
    expect(dependencyOf({ linkLags: later }, link(1, 5))).toEqual({ ends: "finishToStart", lag: 1 });
  });

  it("says from which day on a follower may start or end: a task fills its first and its last day", () => {
    const first = (ends: LinkEnds, lag = 0) => firstDay(march(4), { ...joinedBy(ends), lag });
    expect(allEnds.map((ends) => first(ends))).toEqual([march(5), march(4), march(4), march(3)]);
    expect(allEnds.map((ends) => first(ends, 2))).toEqual([march(7), march(6), march(6), march(5)]);
  });
});
