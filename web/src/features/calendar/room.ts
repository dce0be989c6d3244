import { hiddenIn, type Segment, type Week } from "./layout";

/** The most bars over a week, and the most tasks below them on a day. More tasks are counted. */
export const mostBars = 12;
export const mostSingles = 40;

export interface SplitWeek {
  /** By column: the bars that begin there. */
  bars: Segment[][];
  /** By column: the tasks of only that day. */
  singles: Segment[][];
  /** By column: how many tasks are not shown, and how many there are. */
  hidden: number[];
  counts: number[];
  /** How many lanes the bars take. */
  barLanes: number;
}

/** Splits a week into bars of several days, with lanes of their own, and the tasks of single days. */
export function splitWeek(week: Week): SplitWeek {
  const { days, segments } = week;
  const isSingle = ({ task: { from, to } }: Segment) => from === to;
  const free: number[] = [];
  const long = segments
    .filter((segment) => !isSingle(segment))
    .map((segment) => {
      let lane = free.findIndex((column) => column <= segment.first);
      if (lane < 0) lane = Math.min(free.length, mostBars);
      if (lane < mostBars) free[lane] = segment.last + 1;
      return { ...segment, lane };
    });
  const bars = days.map((_, column) => long.filter(({ first, lane }) => first === column && lane < mostBars));
  const all = days.map((_, column) => segments.filter((segment) => isSingle(segment) && segment.first === column).toSorted((a, b) => a.lane - b.lane));
  const without = hiddenIn({ days, segments: long, lanes: free.length }, mostBars);
  return {
    bars,
    singles: all.map((some) => some.slice(0, mostSingles)),
    hidden: days.map((_, column) => (without[column] ?? 0) + Math.max(0, (all[column]?.length ?? 0) - mostSingles)),
    counts: hiddenIn(week, 0),
    barLanes: free.length,
  };
}
