import { describe, expect, it } from "vitest";
import { doing, done, taskType, ticket, todo } from "@/sync/testing/rows";
import type { FixVersion, Sprint, Ticket } from "@/wire/generated";
import { dragged, roadmapOf } from "./roadmap";

const epicType = { ...taskType(1), container: true };
const at = "2026-01-02T09:00:00Z";
const version = (id: string, differing: Partial<FixVersion> = {}): FixVersion => ({ id, name: id, description: "", startDate: null, releaseDate: null, state: "unreleased", createdAt: at, ...differing });
const sprint = (id: string, differing: Partial<Sprint> = {}): Sprint => ({ id, name: id, goal: "", startDate: null, endDate: null, state: "planned", startedAt: null, completedAt: null, createdAt: at, ...differing });
const byId = <T extends { id: string }>(rows: readonly T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

function view({ tickets = [], versions = [], sprints = [] }: { tickets?: Ticket[]; versions?: FixVersion[]; sprints?: Sprint[] }) {
  return { tickets: byId(tickets), statuses: byId([todo, doing, done]), taskTypes: byId([epicType]), fixVersions: byId(versions), sprints: byId(sprints) };
}

const all = { openOnly: false };
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe("rm1 the roadmap", () => {
  it("shows versions, epics and sprints with days, those that begin first at the top", () => {
    const { sections } = roadmapOf(
      view({
        versions: [version("late", { startDate: "2026-05-01", releaseDate: "2026-06-01" }), version("early", { startDate: "2026-02-01", releaseDate: "2026-06-01" })],
        tickets: [ticket(1, { title: "Epic", taskTypeId: epicType.id, dueDate: "2026-03-01" })],
        sprints: [sprint("one", { startDate: "2026-03-02", endDate: "2026-03-15" })],
      }),
      all,
    );
    expect(sections.map(({ kind, rows }) => [kind, names(rows)])).toEqual([
      ["version", ["early", "late"]],
      ["epic", ["Epic"]],
      ["sprint", ["one"]],
    ]);
  });

  it("gives a row with one day a bar of that day", () => {
    const { sections } = roadmapOf(view({ versions: [version("v", { releaseDate: "2026-06-01" })] }), all);
    expect(sections[0]?.rows[0]).toMatchObject({ start: null, from: "2026-06-01", to: "2026-06-01" });
  });

  it("counts the tickets of a row by category", () => {
    const tickets = [ticket(1, { fixVersionsIds: ["v"], statusId: done.id }), ticket(2, { fixVersionsIds: ["v"], statusId: doing.id }), ticket(3, { sprintId: "s" })];
    const { sections } = roadmapOf(view({ tickets, versions: [version("v", { releaseDate: "2026-06-01" })], sprints: [sprint("s", { endDate: "2026-06-01" })] }), all);
    expect(sections.map(({ rows }) => rows.map(({ statistics, percent }) => [statistics.all, percent]))).toEqual([[[2, 50]], [[1, 0]]]);
  });

  it("says which epics get their days from the tasks below them", () => {
    const parent = ticket(1, { taskTypeId: epicType.id, dueDate: "2026-03-01", subtasksOrder: [ticket(2).id] });
    const own = ticket(3, { taskTypeId: epicType.id, startDate: "2026-03-01" });
    const { sections } = roadmapOf(view({ tickets: [parent, ticket(2, { dueDate: "2026-04-01" }), own] }), all);
    expect(sections[0]?.rows.map(({ id, isRolledUp }) => [id, isRolledUp])).toEqual([[own.id, false], [parent.id, true]]);
  });
});

describe("rm2 what the roadmap leaves out", () => {
  const rows = view({
    versions: [version("released", { state: "released", releaseDate: "2026-01-01" }), version("archived", { state: "archived", releaseDate: "2026-01-01" }), version("open", { releaseDate: "2026-01-01" })],
    sprints: [sprint("over", { state: "completed", endDate: "2026-01-01" })],
  });
  const shown = (openOnly: boolean) => roadmapOf(rows, { openOnly }).sections.flatMap((section) => names(section.rows));

  it("is archived versions, and completed rows if the person shows only open ones", () => {
    expect(shown(false).toSorted()).toEqual(["open", "over", "released"]);
    expect(shown(true)).toEqual(["open"]);
  });
});

describe("rm3 rows without days", () => {
  it("are listed separately", () => {
    const { sections, unscheduled } = roadmapOf(view({ versions: [version("someday"), version("dated", { startDate: "2026-01-01" })] }), all);
    expect(names(unscheduled)).toEqual(["someday"]);
    expect(sections.flatMap(({ rows }) => names(rows))).toEqual(["dated"]);
  });
});

describe("rm4 an end of a bar that is dragged", () => {
  const bar = { from: "2026-03-01", to: "2026-03-31" };

  it("follows the pointer, and stops at the other end", () => {
    expect(dragged(bar, "start", "2026-02-10")).toEqual({ from: "2026-02-10", to: bar.to });
    expect(dragged(bar, "end", "2026-05-10")).toEqual({ from: bar.from, to: "2026-05-10" });
    expect(dragged(bar, "start", "2026-04-10")).toEqual({ from: bar.to, to: bar.to });
    expect(dragged(bar, "end", "2026-01-10")).toEqual({ from: bar.from, to: bar.from });
  });
});
