import { addDays, type PlainDate } from "@/lib/plainDate";
import { fixVersionsInOrder, sprintsInOrder } from "@/sync/selectors";
import { noStatistics, percentCompleted, sprintStatistics, versionStatistics, type Statistics } from "@/sync/totals";
import type { View } from "@/sync/types";
import type { RoadmapItem } from "@/wire/generated";
import { epicsOf, type Epic } from "./epics";

export const roadmapKinds = ["version", "epic", "sprint"] as const satisfies readonly RoadmapItem["kind"][];
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
  /** The lists and the fix versions of an epic. */
  listIds: readonly string[];
  versionIds: readonly string[];
}

/** A row with at least one day, which therefore has a bar. */
export type ScheduledRow = RoadmapRow & { from: PlainDate; to: PlainDate };

export const isScheduled = (row: RoadmapRow): row is ScheduledRow => "from" in row;

type Known = Pick<View, "tickets" | "taskTypes" | "statuses" | "fixVersions" | "sprints">;

function ofEpic({ ticket, statistics, percent, startDate, endDate, isOver }: Epic): RoadmapRow {
  const isRolledUp = startDate !== ticket.startDate || endDate !== ticket.dueDate;
  return { kind: "epic", id: ticket.id, name: ticket.title, start: startDate, end: endDate, isRolledUp, statistics, percent, isOver, ownerIds: ticket.assigneesIds, listIds: ticket.lists.map(({ listId }) => listId), versionIds: ticket.fixVersionsIds ?? none };
}

const none: readonly string[] = [];

/** All rows of the roadmap, as far as the person sees them. Archived versions are left out, and rows that are over if the person shows open ones only. */
export function rowsOfRoadmap(view: Known, { openOnly }: { openOnly: boolean }): RoadmapRow[] {
  const common = (of: ReadonlyMap<string, Statistics>, id: string) => {
    const statistics = of.get(id) ?? noStatistics;
    return { id, isRolledUp: false, statistics, percent: percentCompleted(statistics), ownerIds: none, listIds: none, versionIds: none };
  };
  const versions = fixVersionsInOrder(view).flatMap(({ id, name, startDate, releaseDate, state }): RoadmapRow[] =>
    state === "archived" ? [] : [{ kind: "version", name, start: startDate, end: releaseDate, isOver: state === "released", ...common(versionStatistics(view), id) }],
  );
  const sprints = sprintsInOrder(view).map(({ id, name, startDate, endDate, state }): RoadmapRow => {
    return { kind: "sprint", name, start: startDate, end: endDate, isOver: state === "completed", ...common(sprintStatistics(view), id) };
  });
  return [...versions, ...epicsOf(view).map(ofEpic), ...sprints].filter(({ isOver }) => !(openOnly && isOver)).map(withBar);
}

/** Gives a row with at least one day its bar. */
function withBar(row: RoadmapRow): RoadmapRow | ScheduledRow {
  const from = row.start ?? row.end;
  const to = row.end ?? row.start;
  return from === null || to === null ? row : { ...row, from, to };
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
