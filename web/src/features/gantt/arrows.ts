import type { End, Joined } from "@/fields/schedule/ends";
import type { Box } from "./boxes";

/** A dependency between an end of one bar and an end of another. */
export interface Ends {
  x1: number;
  y1: number;
  /** The direction in which the arrow leaves its bar: 1 from an end, to the right; -1 from a start, to the left. */
  leaves: 1 | -1;
  x2: number;
  y2: number;
  /** The direction in which the arrow arrives: 1 at a start, to the right; -1 at an end, to the left. */
  arrives: 1 | -1;
}

/** How far an arrow leaves a bar before it turns. */
const stub = 8;
const corner = 4;
const headLength = 6;
const headWidth = 3.5;
/** The distance between the follower and the text of the lag. */
export const lagGap = 8;
/** The width of the longest usual text of a lag, as "−12 d". */
const lagWidth = 30;

type Point = readonly [x: number, y: number];

/** The corners of an arrow. If its follower is too early for a direct path, the arrow goes back between the rows. */
export function cornersOf({ x1, y1, leaves, x2, y2, arrives }: Ends, rowHeight: number): Point[] {
  // The path from a start is the mirror image of the path from an end.
  if (leaves === -1) return cornersOf({ x1: -x1, y1, leaves: 1, x2: -x2, y2, arrives: arrives === 1 ? -1 : 1 }, rowHeight).map(([x, y]) => [-x || 0, y]);
  const out = x1 + stub;
  if (arrives === -1) {
    // The arrow joins two right ends. It goes around the bar that reaches further right.
    const x = Math.max(out, x2 + headLength + stub);
    return [[x1, y1], [x, y1], [x, y2], [x2 + headLength, y2]];
  }
  const into = x2 - stub - headLength;
  if (into >= out - stub) {
    const x = Math.min(out, x2 - headLength - corner);
    return [[x1, y1], [x, y1], [x, y2], [x2 - headLength, y2]];
  }
  const between = y1 + (y2 >= y1 ? 1 : -1) * (rowHeight / 2);
  return [[x1, y1], [out, y1], [out, between], [into, between], [into, y2], [x2 - headLength, y2]];
}

/** A line through points, with round corners. */
export function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first[0]} ${first[1]}`;
  let from = first;
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    if (!next) {
      path += `L${point[0]} ${point[1]}`;
      break;
    }
    const radius = Math.min(corner, distance(from, point) / 2, distance(point, next) / 2);
    const [a, b] = [towards(point, from, radius), towards(point, next, radius)];
    path += `L${a[0]} ${a[1]}Q${point[0]} ${point[1]} ${b[0]} ${b[1]}`;
    from = point;
  }
  return path;
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return [from[0] + ((to[0] - from[0]) / whole) * length, from[1] + ((to[1] - from[1]) / whole) * length];
}

export const arrowPath = (ends: Ends, rowHeight: number): string => roundedPath(cornersOf(ends, rowHeight));

/** The head of an arrow. It points to the bar of the follower. */
export const headPath = ({ x2, y2, arrives }: Ends): string => `M${x2} ${y2}l${-headLength * arrives} ${-headWidth}v${headWidth * 2}z`;

/** The position of an end of a bar, and the direction that points away from the bar. */
export const endOf = ({ left, width }: Box, end: End): { x: number; outwards: 1 | -1 } => (end === "start" ? { x: left, outwards: -1 } : { x: left + width, outwards: 1 });

/** An arrow at the end of a bar: it leaves the bar there, or arrives with the text of its lag. */
export interface Touch {
  arrives: boolean;
  lag: number;
}

/** The room that arrows need between the end of a bar and the label behind it. The label would cover their heads and lags. */
export const roomBehind = (touches: readonly Touch[]): number =>
  touches.reduce((room, { arrives, lag }) => Math.max(room, !arrives ? stub : lag === 0 ? headLength + stub + 2 : lagGap + lagWidth), 0);

/** A link whose two ends are in rows of the chart. */
export interface Drawn extends Joined {
  linkId: string;
  fromId: string;
  toId: string;
  fromLine: number;
  toLine: number;
  lag: number;
}

/** The links that touch or cross the rows in sight. */
export const crossing = (links: readonly Drawn[], from: number, to: number): Drawn[] =>
  links.filter(({ fromLine, toLine }) => Math.min(fromLine, toLine) < to && Math.max(fromLine, toLine) >= from);
