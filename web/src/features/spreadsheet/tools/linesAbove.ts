import type { Line } from "../lines";

/** The lines of the sheet at one time. */
export interface Lines {
  lines: readonly Line[];
  /** The place of each line, by its key. */
  indexOf: ReadonlyMap<string, number>;
}

/**
 * By how many lines most of the lines in sight have moved: those from `from` up to `to`. 0 if no distance is shared by more
 * than half of them, as when the sheet is sorted anew. A single row that moves does not count.
 */
export function shiftOf(before: Lines, now: Lines, from: number, to: number): number {
  const inSight = before.lines.slice(from, to);
  const counts = new Map<number, number>();
  for (const [at, { key }] of inSight.entries()) {
    const index = now.indexOf.get(key);
    if (index === undefined) continue;
    const shift = index - (from + at);
    counts.set(shift, (counts.get(shift) ?? 0) + 1);
  }
  const [shift, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  return count * 2 > inSight.length ? shift : 0;
}

/** The keys of the tickets above the line `end` that had no line before. */
export const newAbove = (before: Lines, now: Lines, end: number): string[] =>
  now.lines.slice(0, end).flatMap(({ kind, key }) => (kind === "ticket" && !before.indexOf.has(key) ? [key] : []));
