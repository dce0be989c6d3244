import { addDays, type PlainDate } from "@/lib/plainDate";
import { fixVersionsInOrder, sprintsInOrder } from "@/sync/selectors";
import { noStatistics, percentCompleted, sprintStatistics, versionStatistics, type Statistics } from "@/sync/totals";
import type { View } from "@/sync/types";
import { epicsOf, type Epic } from "./epics";

export const roadmapKinds = ["version", "epic", "sprint"] as const;
export type RoadmapKind = (typeof roadmapKinds)[number];

/** A fix version, an epic or a sprint on the roadmap. */
export interface RoadmapRow {
  kind: RoadmapKind;
  id: string;
  name: string;
  /** The first and the last day; null if there is none. */
  start: PlainDate | null;
  end: PlainDate | null;
  /** True if the days come from the tickets below an epic. They cannot be set on the epic. */
  isRolledUp: boolean;
  statistics: Statistics;
  percent: number | null;
  /** True if the version is released, the epic completed or canceled, or the sprint completed. */
  isOver: boolean;
  /** The assignees of an epic. Fix versions and sprints have no owner. */
  ownerIds: readonly string[];
}

/** A row with at least one day, which therefore has a bar. */
export type ScheduledRow = RoadmapRow & { from: PlainDate; to: PlainDate };

export interface Roadmap {
  /** The rows with a bar by kind, those that begin first at the top. */
  sections: readonly { kind: RoadmapKind; rows: readonly ScheduledRow[] }[];
  /** The rows without days. */
  unscheduled: readonly RoadmapRow[];
}

type Known = Pick<View, "tickets" | "taskTypes" | "statuses" | "fixVersions" | "sprints">;

function ofEpic({ ticket, statistics, percent, startDate, endDate, isOver }: Epic): RoadmapRow {
  const isRolledUp = startDate !== ticket.startDate || endDate !== ticket.dueDate;
  return { kind: "epic", id: ticket.id, name: ticket.title, start: startDate, end: endDate, isRolledUp, statistics, percent, isOver, ownerIds: ticket.assigneesIds };
}

const nobody: readonly string[] = [];

/** All rows of the roadmap. Archived versions are left out. */
function rowsIn(view: Known): RoadmapRow[] {
  const common = (of: ReadonlyMap<string, Statistics>, id: string) => {
    const statistics = of.get(id) ?? noStatistics;
    return { id, isRolledUp: false, statistics, percent: percentCompleted(statistics), ownerIds: nobody };
  };
  const versions = fixVersionsInOrder(view).flatMap(({ id, name, startDate, releaseDate, state }): RoadmapRow[] =>
    state === "archived" ? [] : [{ kind: "version", name, start: startDate, end: releaseDate, isOver: state === "released", ...common(versionStatistics(view), id) }],
  );
  const sprints = sprintsInOrder(view).map(({ id, name, startDate, endDate, state }): RoadmapRow => {
    return { kind: "sprint", name, start: startDate, end: endDate, isOver: state === "completed", ...common(sprintStatistics(view), id) };
  });
  return [...versions, ...epicsOf(view).map(ofEpic), ...sprints];
}

function scheduled(row: RoadmapRow): ScheduledRow[] {
  const from = row.start ?? row.end;
  const to = row.end ?? row.start;
  return from === null || to === null ? [] : [{ ...row, from, to }];
}

/** The roadmap of a workspace, as far as the person sees it. */
export function roadmapOf(view: Known, { openOnly }: { openOnly: boolean }): Roadmap {
  const rows = rowsIn(view).filter(({ isOver }) => !(openOnly && isOver));
  const sections = roadmapKinds.map((kind) => ({
    kind,
    rows: rows.filter((row) => row.kind === kind).flatMap(scheduled).toSorted((a, b) => (a.from === b.from ? a.to.localeCompare(b.to) : a.from < b.from ? -1 : 1)),
  }));
  return { sections: sections.filter((section) => section.rows.length > 0), unscheduled: rows.filter((row) => row.start === null && row.end === null) };
}

/** The part of a bar that is dragged. */
export type BarPart = "start" | "end" | "whole";

interface Days {
  from: PlainDate;
  to: PlainDate;
}

/** The days of a bar after a part of it was dragged by some days. The ends do not pass each other. */
export function dragged({ from, to }: Days, part: BarPart, days: number): Days {
  const [start, end] = [addDays(from, days), addDays(to, days)];
  if (part === "whole") return { from: start, to: end };
  if (part === "start") return { from: start > to ? to : start, to };
  return { from, to: end < from ? from : end };
}

/** The dates that change with the days of a bar. A bar that is moved as a whole gets no date that its row does not have. */
export function changedDates({ start, end, from, to }: ScheduledRow, part: BarPart, days: Days): { start?: PlainDate; end?: PlainDate } {
  const keeps = (date: PlainDate | null) => part === "whole" && date === null;
  return { ...(days.from !== from && !keeps(start) && { start: days.from }), ...(days.to !== to && !keeps(end) && { end: days.to }) };
}
