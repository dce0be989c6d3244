import type { Axis } from "./scale";

/** The days in sight and some around them. `to` is the day after the last one. */
export interface DayRange {
  from: number;
  to: number;
}

/** The width of a block in pixels. The chart draws whole blocks, so it renders once for each block and not for each step of a scroll. */
const block = 480;

/** The days to draw for a window of `width` pixels. */
export function daysInSight({ days, dayWidth }: Axis, scrollLeft: number, width: number): DayRange {
  const from = Math.floor((scrollLeft - block) / block) * block;
  const to = Math.ceil((scrollLeft + width + block) / block) * block;
  const day = (x: number) => Math.min(Math.max(x / dayWidth, 0), days);
  return { from: Math.floor(day(from)), to: Math.ceil(day(to)) };
}

/** The side of the window on which a box is out of sight; null if any of it is in sight. */
export function sideOf({ left, width }: { left: number; width: number }, scrollLeft: number, seen: number): "before" | "after" | null {
  if (seen <= 0) return null;
  if (left + width <= scrollLeft) return "before";
  return left >= scrollLeft + seen ? "after" : null;
}
