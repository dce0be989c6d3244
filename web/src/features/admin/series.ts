import { t } from "@lingui/core/macro";
import type { NodeFigures, Overview } from "@/wire/http.generated";
import { shownNumber } from "@/words/region";

/** The instance at one moment, in the figures that are drawn. */
export interface Sample {
  /** Milliseconds. */
  at: number;
  sockets: number;
  /** Commands without an answer. */
  waiting: number;
  outboxBytes: number;
  memoryBytes: number;
  /** Requests a second since the sample before. Null for the first sample, and if the count has begun anew. */
  requests: number | null;
  events: number | null;
  /** The messages of other nodes that each node has received. */
  bus: ReadonlyMap<string, BusFigures>;
}

type BusFigures = Pick<NodeFigures["bus"], "told" | "lateMs">;

/** The number of samples in two minutes. */
const kept = 60;

const sum = <T>(things: readonly T[], of: (thing: T) => number) => things.reduce((total, thing) => total + of(thing), 0);

/** The growth of a counter in a second. Null if a node came or went, because its count comes or goes with it. */
function growth(before: number, now: number, seconds: number): number | null {
  return seconds > 0 && now >= before ? (now - before) / seconds : null;
}

/** Counts only nodes in both readings: the time in between is unknown for others. */
function requestsBetween(before: Overview, now: Overview): number | null {
  const pairs = now.nodes.flatMap((node) => {
    const earlier = before.nodes.find(({ id }) => id === node.id);
    const seconds = earlier ? (Date.parse(node.seenAt) - Date.parse(earlier.seenAt)) / 1000 : 0;
    // A node without a new report counts with its last one: it adds nothing.
    const grown = earlier && growth(earlier.requests, node.requests, seconds);
    return grown === undefined || grown === null ? [] : [grown];
  });
  return pairs.length === 0 ? null : sum(pairs, (each) => each);
}

export function sampleOf(now: Overview, before: Overview | null): Sample {
  const seconds = before ? (Date.parse(now.at) - Date.parse(before.at)) / 1000 : 0;
  return {
    at: Date.parse(now.at),
    sockets: sum(now.nodes, (node) => node.sockets),
    waiting: sum(now.nodes, (node) => node.waiting),
    outboxBytes: sum(now.nodes, (node) => node.outboxBytes),
    memoryBytes: sum(now.nodes, (node) => node.memoryBytes),
    requests: before && requestsBetween(before, now),
    events: before && growth(before.totals.events, now.totals.events, seconds),
    bus: new Map(now.nodes.map(({ id, bus }) => [id, bus])),
  };
}

/**
 * The average delay of events from other nodes at a node, in milliseconds. It covers only the time that is drawn, so
 * that an hour of calm does not hide a bad minute.
 */
export function behindOf({ id, bus }: NodeFigures, samples: readonly Sample[]): number | null {
  const before = samples.slice(0, -1).find(({ bus }) => bus.has(id))?.bus.get(id) ?? { told: 0, lateMs: 0 };
  const told = bus.told - before.told;
  return told > 0 ? (bus.lateMs - before.lateMs) / told : null;
}

export const withSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => [...samples, sample].slice(-kept);

export interface Point {
  x: number;
  y: number;
}

/** Values as points of lines, the newest at the right edge. A gap in the values begins a new line. */
export function linesOf(values: readonly (number | null)[], width: number, height: number): Point[][] {
  const top = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const step = width / (kept - 1);
  const lines: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push({ x: width - (values.length - 1 - index) * step, y: height - (value / top) * height });
  }
  return lines.filter((line) => line.length > 0);
}

/** "3 KB", "412 MB", "1.4 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return bytes === 0 ? "0" : t`${Math.ceil(bytes / 1e3)} KB`;
  const mb = bytes / 1e6;
  return mb < 1000 ? t`${Math.round(mb)} MB` : t`${(mb / 1000).toFixed(1)} GB`;
}

/** "0.4", "12", "1,240". */
export function formatRate(rate: number): string {
  return rate > 0 && rate < 10 ? rate.toFixed(1) : shownNumber(Math.round(rate));
}
