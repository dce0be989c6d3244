import { describe, expect, it } from "vitest";
import { ana, ben, doing, done, fixVersion, list, member, sprint, taskType, ticket, todo } from "@/sync/testing/rows";
import type { FixVersion, Member, Ticket } from "@/wire/generated";
import { roadmapOf, type RoadmapChoice } from "./roadmapGroups";

const epicType = { ...taskType(1), container: true };
const byId = <T extends { id: string }>(rows: readonly T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const dated = { startDate: "2026-03-01", dueDate: "2026-03-31" };
const epic = (n: number, over: Partial<Ticket> = {}) => ticket(n, { title: `Epic ${n}`, taskTypeId: epicType.id, ...dated, ...over });
const inLists = (...lists: number[]) => ({ lists: lists.map((n) => ({ listId: list(n).id, rank: "V" })) });
const spring = fixVersion(1, { name: "Spring", releaseDate: "2026-06-01" });
const autumn = fixVersion(2, { name: "Autumn", releaseDate: "2026-10-01" });
const person = (id: string, firstname: string, state: Member["state"] = "active"): Member => ({ ...member(id), firstname, lastname: "", state });

function view(tickets: readonly Ticket[], versions: readonly FixVersion[] = [spring, autumn]) {
  return {
    tickets: byId(tickets),
    statuses: byId([todo, doing, done]),
    taskTypes: byId([epicType]),
    fixVersions: byId(versions),
    sprints: byId([sprint(1, { startDate: "2026-03-02", endDate: "2026-03-15" })]),
    lists: byId([list(1, "V"), list(2, "M")]),
    members: byId([person(ana, "Zora"), person(ben, "Ben"), person("gone", "Abe", "left")]),
    roadmapPlaces: {},
  };
}

/** The groups by name, each with the names of its rows, the head first. */
function groupsBy(group: RoadmapChoice["group"], of: ReturnType<typeof view>, choice: Partial<RoadmapChoice> = {}) {
  const { groups } = roadmapOf(of, { openOnly: false, order: "date", ...choice, group });
  return groups.map(({ name, head, rows }) => [name, ...(head ? [`(${head.name})`] : []), ...rows.map((row) => row.name)]);
}

describe("rm6 the rows of the roadmap", () => {
  it("are grouped by kind, and groups without rows are not shown", () => {
    expect(groupsBy("kind", view([epic(1)]))).toEqual([["Fix versions", "Spring", "Autumn"], ["Epics", "Epic 1"], ["Sprints", "Sprint 1"]]);
    expect(groupsBy("kind", view([]))).toEqual([["Fix versions", "Spring", "Autumn"], ["Sprints", "Sprint 1"]]);
  });

  it("are grouped by list, in the order of the lists: an epic of two lists is in both groups", () => {
    const tickets = [epic(1, inLists(1)), epic(2, inLists(1, 2)), epic(3), epic(4, { lists: [{ listId: "hidden", rank: "V" }] })];
    expect(groupsBy("list", view(tickets))).toEqual([
      ["List 2", "Epic 2"],
      ["List 1", "Epic 1", "Epic 2"],
      ["No list", "Epic 3", "Epic 4"],
      ["Fix versions and sprints", "Sprint 1", "Spring", "Autumn"],
    ]);
  });

  it("are grouped by owner, by name, people who have left last", () => {
    const tickets = [epic(1, { assigneesIds: [ana] }), epic(2, { assigneesIds: [ana, ben] }), epic(3, { assigneesIds: ["gone"] }), epic(4)];
    expect(groupsBy("owner", view(tickets))).toEqual([
      ["Ben", "Epic 2"],
      ["Zora", "Epic 1", "Epic 2"],
      ["Abe", "Epic 3"],
      ["No owner", "Epic 4"],
      ["Fix versions and sprints", "Sprint 1", "Spring", "Autumn"],
    ]);
  });

  it("are grouped by version: the version is at the head of its epics", () => {
    const tickets = [epic(1, { fixVersionsIds: [autumn.id] }), epic(2, { fixVersionsIds: [spring.id, autumn.id] }), epic(3)];
    expect(groupsBy("version", view(tickets))).toEqual([
      ["Spring", "(Spring)", "Epic 2"],
      ["Autumn", "(Autumn)", "Epic 1", "Epic 2"],
      ["No fix version", "Epic 3"],
      ["Sprints", "Sprint 1"],
    ]);
  });

  it("are under the name of a version that has no bar: without days, released and left out, or archived", () => {
    const versions = [fixVersion(1, { name: "Someday" }), fixVersion(2, { name: "Past", state: "released", releaseDate: "2026-01-01" }), fixVersion(3, { name: "Old", state: "archived", releaseDate: "2025-01-01" })];
    const tickets = versions.map(({ id }, n) => epic(n + 1, { fixVersionsIds: [id] }));
    const groups = [["Someday", "Epic 1"], ["Old", "Epic 3"]];
    expect(groupsBy("version", view(tickets, versions), { openOnly: true })).toEqual([["Past", "Epic 2"], ...groups, ["Sprints", "Sprint 1"]]);
    expect(groupsBy("version", view(tickets, versions))).toEqual([["Past", "(Past)", "Epic 2"], ...groups, ["Sprints", "Sprint 1"]]);
    expect(groupsBy("version", view([], versions))).toEqual([["Past", "(Past)"], ["Sprints", "Sprint 1"]]);
  });

  it("without days are not grouped", () => {
    const { groups, unscheduled } = roadmapOf(view([epic(1, { startDate: null, dueDate: null, ...inLists(1) })]), { openOnly: false, order: "date", group: "list" });
    expect(groups.map(({ name }) => name)).toEqual(["Fix versions and sprints"]);
    expect(unscheduled.map(({ name }) => name)).toEqual(["Epic 1"]);
  });
});

describe("rm7 the order by hand", () => {
  const places = (...keys: [kind: "epic" | "version" | "sprint", itemId: string][]) =>
    byId(keys.map(([kind, itemId], n) => ({ id: `${kind} ${itemId}`, kind, itemId, rank: `V00${n + 1}` })));
  const late = epic(1, { startDate: "2026-09-01", dueDate: "2026-09-30", fixVersionsIds: [autumn.id], ...inLists(1) });
  const early = epic(2, { startDate: "2026-01-01", dueDate: "2026-09-30", fixVersionsIds: [spring.id], ...inLists(1) });

  it("is one order for all groupings", () => {
    const ordered = { ...view([late, early]), roadmapPlaces: places(["version", autumn.id], ["epic", late.id], ["sprint", sprint(1).id]) };
    const byHand = { order: "hand" } as const;
    expect(groupsBy("kind", ordered, byHand)).toEqual([["Fix versions", "Autumn", "Spring"], ["Epics", "Epic 1", "Epic 2"], ["Sprints", "Sprint 1"]]);
    expect(groupsBy("list", ordered, byHand)).toEqual([["List 1", "Epic 1", "Epic 2"], ["Fix versions and sprints", "Autumn", "Sprint 1", "Spring"]]);
    expect(groupsBy("version", ordered, byHand)).toEqual([["Autumn", "(Autumn)", "Epic 1"], ["Spring", "(Spring)", "Epic 2"], ["Sprints", "Sprint 1"]]);
    expect(groupsBy("kind", ordered)[1]).toEqual(["Epics", "Epic 2", "Epic 1"]);
  });

  it("puts rows that nobody has moved last, by date, also among the rows without days", () => {
    const [none, other] = [fixVersion(1, { name: "None" }), fixVersion(2, { name: "Other" })];
    const ordered = { ...view([late, early, epic(3)], [none, other]), roadmapPlaces: places(["epic", epic(3).id], ["version", other.id]) };
    expect(groupsBy("kind", ordered, { order: "hand" })[0]).toEqual(["Epics", "Epic 3", "Epic 2", "Epic 1"]);
    const { unscheduled } = roadmapOf(ordered, { openOnly: false, order: "hand", group: "kind" });
    expect(unscheduled.map(({ name }) => name)).toEqual(["Other", "None"]);
  });
});
