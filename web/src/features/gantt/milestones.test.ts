import { describe, expect, it } from "vitest";
import { fixVersion, sprint, ticket } from "@/sync/testing/rows";
import { milestonesOf, recordsOf, roomsOf } from "./milestones";
import { axisFor } from "./scale";

const tableOf = <T extends { id: string }>(...rows: T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

describe("the milestones of a place", () => {
  const fixVersions = tableOf(
    fixVersion(1, { releaseDate: "2026-05-12" }),
    fixVersion(2, { releaseDate: "2026-04-28", state: "released" }),
    fixVersion(3, { releaseDate: "2026-04-01", state: "archived" }),
    fixVersion(4),
    fixVersion(5, { releaseDate: "2026-04-02" }),
  );
  const sprints = tableOf(sprint(1, { endDate: "2026-05-01" }), sprint(2));
  const tickets = [
    ticket(1, { fixVersionsIds: [fixVersion(1).id, fixVersion(2).id], sprintId: sprint(1).id }),
    ticket(2, { fixVersionsIds: [fixVersion(1).id, fixVersion(3).id, fixVersion(4).id], sprintId: sprint(2).id }),
  ];

  const milestones = milestonesOf({ fixVersions, sprints }, recordsOf(tickets));

  it("are the releases and the ends of sprints that its tasks name, by day", () => {
    expect(milestones.map(({ name, date, isOver }) => [name, date, isOver])).toEqual([
      ["Version 2", "2026-04-28", true],
      ["Sprint 1 ends", "2026-05-01", false],
      ["Version 1", "2026-05-12", false],
    ]);
    expect(milestonesOf({ fixVersions, sprints }, [])).toEqual([]);
  });

  it("have names where there is room up to the next one", () => {
    const axis = axisFor("week", "2026-04-15", null);
    expect(roomsOf(axis, milestones)).toEqual([44, 236, 240]);
    expect(roomsOf(axisFor("quarter", "2026-04-15", null), milestones)).toEqual([0, 0, 240]);
  });
});
