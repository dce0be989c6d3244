import { daysBetween, type PlainDate } from "@/lib/plainDate";
import { xOf, type Axis } from "./scale";

export interface Box {
  left: number;
  width: number;
}

/** Half of a milestone's width. */
const milestone = 8;
/** A bar under this width has its label beside it. */
const roomForLabel = 110;
/** Keeps bars of neighbouring days apart. */
const gap = 2;
/** The width of a bar that has no end: it fades out. */
const fading = 72;

/** The box of a bar from its first to its last day. */
export function barBox(axis: Axis, start: PlainDate, end: PlainDate): Box {
  const width = (daysBetween(start, end) + 1) * axis.dayWidth;
  return { left: xOf(axis, start), width: Math.max(width - (width > 8 ? gap : 0), 2) };
}

/** The box of a diamond in the middle of its day. */
export function milestoneBox(axis: Axis, date: PlainDate): Box {
  return { left: xOf(axis, date) + axis.dayWidth / 2 - milestone, width: milestone * 2 };
}

export function boxOf(axis: Axis, { start, end, kind }: { start: PlainDate; end: PlainDate; kind: "bar" | "milestone" | "startOnly" | "parent" }): Box {
  if (kind === "milestone") return milestoneBox(axis, end);
  if (kind === "startOnly") return { left: xOf(axis, start), width: Math.max(fading, axis.dayWidth) };
  return barBox(axis, start, end);
}

export const labelFits = ({ width }: Box): boolean => width >= roomForLabel;
