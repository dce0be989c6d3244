import type { PlainDate } from "@/lib/plainDate";
import type { Scheduled } from "./spans";

/** The part of a task in one week. Columns count the shown days of the week from 0. */
export interface Segment {
  task: Scheduled;
  /** The first and the last column. */
  first: number;
  last: number;
  /** The line of the week that the task has for itself, from 0. */
  lane: number;
  /** True if the task began before the shown days of the week. */
  before: boolean;
  /** True if the task goes on after them. */
  after: boolean;
}

/** A week and the tasks in it. */
export interface Week {
  days: readonly PlainDate[];
  segments: readonly Segment[];
  /** How many lanes are in use. */
  lanes: number;
}

/** More lanes than any screen shows. Tasks beyond them are only counted. */
const mostLanes = 100;

const earliestFirst = (a: Segment, b: Segment) => a.first - b.first || b.last - b.first - (a.last - a.first) || Number(b.before) - Number(a.before);

/**
 * Places tasks in a week: each in the first lane that is free on all of its days. Earlier tasks come first, then longer
 * ones, then the order of the place. `days` may lack weekends; a task on hidden days alone is left out.
 */
export function layOut(days: readonly PlainDate[], tasks: readonly Scheduled[]): Week {
  const [start, end] = [days[0], days.at(-1)];
  if (start === undefined || end === undefined) return { days, segments: [], lanes: 0 };
  const segments: Segment[] = [];
  for (const task of tasks) {
    if (task.to < start || task.from > end) continue;
    const first = days.findIndex((day) => day >= task.from);
    const last = days.findLastIndex((day) => day <= task.to);
    if (last < first) continue;
    segments.push({ task, first, last, lane: 0, before: task.from < start, after: task.to > end });
  }
  segments.sort(earliestFirst);
  /** The first free column of each lane. */
  const free: number[] = [];
  for (const segment of segments) {
    let lane = free.findIndex((column) => column <= segment.first);
    if (lane < 0) lane = Math.min(free.length, mostLanes);
    segment.lane = lane;
    if (lane < mostLanes) free[lane] = segment.last + 1;
  }
  return { days, segments, lanes: segments.reduce((most, { lane }) => Math.max(most, lane + 1), 0) };
}

/** Heights in a week of the month, in px. The style sheet has the same. */
export const headHeight = 26;
export const laneHeight = 24;
const moreHeight = 22;

/** The number of lanes that fit a height. If not all of them fit, there is room for the line that counts the rest. */
export function lanesIn(height: number, lanes: number): number {
  const all = Math.floor((height - headHeight - 2) / laneHeight);
  if (lanes <= all) return lanes;
  return Math.max(0, Math.floor((height - headHeight - moreHeight) / laneHeight));
}

/** How many tasks of each day of a week stand below the shown lanes. */
export function hiddenIn({ days, segments }: Week, shown: number): number[] {
  const counts = days.map(() => 0);
  for (const { first, last, lane } of segments) if (lane >= shown) for (let column = first; column <= last; column += 1) counts[column] = (counts[column] ?? 0) + 1;
  return counts;
}

/** The tasks of a day in the order of their lanes. */
export function tasksOn({ days, segments }: Week, day: PlainDate): Scheduled[] {
  const column = days.indexOf(day);
  return segments
    .filter(({ first, last }) => first <= column && column <= last)
    .toSorted((a, b) => a.lane - b.lane)
    .map(({ task }) => task);
}
