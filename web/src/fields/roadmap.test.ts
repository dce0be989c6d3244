import { describe, expect, it } from "vitest";
import { doing, done, taskType, ticket, todo } from "@/sync/testing/rows";
import type { FixVersion, Sprint, Ticket } from "@/wire/generated";
import { changedDates, dragged } from "./roadmap";
import { roadmapOf as roadmapBy } from "./roadmapGroups";

const epicType = { ...taskType(1), container: true };
const at = "2026-01-02T09:00:00Z";
const version = (id: string, differing: Partial<FixVersion> = {}): FixVersion => ({ id, name: id, description: "", startDate: null, releaseDate: null, state: "unreleased", createdAt: at, ...differing });
const sprint = (id: string, differing: Partial<Sprint> = {}): Sprint => ({ id, name: id, goal: "", startDate: null, endDate: null, state: "planned", startedAt: null, completedAt: null, createdAt: at, ...differing });
const byId = <T extends { id: string }>(rows: readonly T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

function view({ tickets = [], versions = [], sprints = [] }: { tickets?: Ticket[]; versions?: FixVersion[]; sprints?: Sprint[] }) {
  return { tickets: byId(tickets), statuses: byId([todo, doing, done]), taskTypes: byId([epicType]), fixVersions: byId(versions), sprints: byId(sprints), lists: {}, members: {}, roadmapPlaces: {} };
}

const roadmapOf = (of: ReturnType<typeof view>, { openOnly }: { openOnly: boolean }) => roadmapBy(of, { openOnly, group: "kind", order: "date" });

const all = { openOnly: false };
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe("rm1 the roadmap", () => {
  it("shows versions, epics and sprints with days, those that begin first at the top", () => {
    const { groups } = roadmapOf(
      view({
        versions: [version("late", { startDate: "2026-05-01", releaseDate: "2026-06-01" }), version("early", { startDate: "2026-02-01", releaseDate: "2026-06-01" })],
        tickets: [ticket(1, { title: "Epic", taskTypeId: epicType.id, dueDate: "2026-03-01" })],
        sprints: [sprint("one", { startDate: "2026-03-02", endDate: "2026-03-15" })],
      }),
      all,
    );
    expect(groups.map(({ id, rows }) => [id, names(rows)])).toEqual([
      ["version", ["early", "late"]],
      ["epic", ["Epic"]],
      ["sprint", ["one"]],
    ]);
  });

  it("gives a row with one day a bar of that day", () => {
    const { groups } = roadmapOf(view({ versions: [version("v", { releaseDate: "2026-06-01" })] }), all);
    expect(groups[0]?.rows[0]).toMatchObject({ start: null, from: "2026-06-01", to: "2026-06-01" });
  });

  it("counts the tickets of a row by category", () => {
    const tickets = [ticket(1, { fixVersionsIds: ["v"], statusId: done.id }), ticket(2, { fixVersionsIds: ["v"], statusId: doing.id }), ticket(3, { sprintId: "s" })];
    const { groups } = roadmapOf(view({ tickets, versions: [version("v", { releaseDate: "2026-06-01" })], sprints: [sprint("s", { endDate: "2026-06-01" })] }), all);
    expect(groups.map(({ rows }) => rows.map(({ statistics, percent }) => [statistics.all, percent]))).toEqual([[[2, 50]], [[1, 0]]]);
  });

  it("says which epics get their days from the tasks below them", () => {
    const parent = ticket(1, { taskTypeId: epicType.id, dueDate: "2026-03-01", subtasksOrder: [ticket(2).id] });
    const own = ticket(3, { taskTypeId: epicType.id, startDate: "2026-03-01" });
    const { groups } = roadmapOf(view({ tickets: [parent, ticket(2, { dueDate: "2026-04-01" }), own] }), all);
    expect(groups[0]?.rows.map(({ id, isRolledUp }) => [id, isRolledUp])).toEqual([[own.id, false], [parent.id, true]]);
  });
});

describe("rm2 what the roadmap leaves out", () => {
  const rows = view({
    versions: [version("released", { state: "released", releaseDate: "2026-01-01" }), version("archived", { state: "archived", releaseDate: "2026-01-01" }), version("open", { releaseDate: "2026-01-01" })],
    sprints: [sprint("over", { state: "completed", endDate: "2026-01-01" })],
  });
  const shown = (openOnly: boolean) => roadmapOf(rows, { openOnly }).groups.flatMap((group) => names(group.rows));

  it("is archived versions, and completed rows if the person shows only open ones", () => {
    expect(shown(false).toSorted()).toEqual(["open", "over", "released"]);
    expect(shown(true)).toEqual(["open"]);
  });
});

describe("rm3 rows without days", () => {
  it("are listed separately", () => {
    const { groups, unscheduled } = roadmapOf(view({ versions: [version("someday"), version("dated", { startDate: "2026-01-01" })] }), all);
    expect(names(unscheduled)).toEqual(["someday"]);
    expect(groups.flatMap(({ rows }) => names(rows))).toEqual(["dated"]);
  });
});

describe("rm4 a bar that is dragged", () => {
  const bar = { from: "2026-03-01", to: "2026-03-31" };
  const row = (differing: Partial<FixVersion>) => roadmapOf(view({ versions: [version("v", differing)] }), all).groups[0]!.rows[0]!;

  it("by an end follows the pointer, and stops at the other end", () => {
    expect(dragged(bar, "start", -19)).toEqual({ from: "2026-02-10", to: bar.to });
    expect(dragged(bar, "end", 40)).toEqual({ from: bar.from, to: "2026-05-10" });
    expect(dragged(bar, "start", 40)).toEqual({ from: bar.to, to: bar.to });
    expect(dragged(bar, "end", -80)).toEqual({ from: bar.from, to: bar.from });
  });

  it("as a whole keeps its length, and gets no date that it did not have", () => {
    expect(dragged(bar, "whole", -1)).toEqual({ from: "2026-02-28", to: "2026-03-30" });
    const both = row({ startDate: bar.from, releaseDate: bar.to });
    expect(changedDates(both, "whole", dragged(both, "whole", 1))).toEqual({ start: "2026-03-02", end: "2026-04-01" });
    const release = row({ releaseDate: bar.to });
    expect(changedDates(release, "whole", dragged(release, "whole", 1))).toEqual({ end: "2026-04-01" });
    expect(changedDates(release, "whole", dragged(release, "whole", 0))).toEqual({});
  });

  it("by an end gets the date of that end", () => {
    const release = row({ releaseDate: bar.to });
    expect(changedDates(release, "start", dragged(release, "start", -1))).toEqual({ start: "2026-03-30" });
  });
});

describe("rm5 the owners of a row", () => {
  it("are the assignees of an epic", () => {
    const { groups } = roadmapOf(view({ tickets: [ticket(1, { taskTypeId: epicType.id, dueDate: "2026-03-01", assigneesIds: ["ana", "bo"] })], versions: [version("v", { releaseDate: "2026-03-01" })] }), all);
    expect(groups.map(({ rows }) => rows[0]?.ownerIds)).toEqual([[], ["ana", "bo"]]);
  });
});
