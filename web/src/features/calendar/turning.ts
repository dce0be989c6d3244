import { stepped, type Mode } from "./weeks";

/** To the period before, or to the one after. */
export type Way = -1 | 1;

/** How long a drag rests before the calendar goes on, and how near to the edge of the days. */
export const restMs = 700;
export const edgeWidth = 24;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Sight {
  mode: Mode;
  mirrored: boolean;
  /** True if the days can still scroll up, or down: then the edge scrolls them first. */
  above: boolean;
  below: boolean;
}

/** The direction in which an edge of the days turns the calendar: the upper and lower edges in a month, the sides in a week. Null away from these edges. */
export function wayAt({ x, y }: { x: number; y: number }, box: Box, { mode, mirrored, above, below }: Sight): Way | null {
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  if (mode === "week") {
    const side = x < box.left + edgeWidth ? -1 : x > box.right - edgeWidth ? 1 : null;
    return mirrored && side ? (side === 1 ? -1 : 1) : side;
  }
  if (y < box.top + edgeWidth) return above ? null : -1;
  return y > box.bottom - edgeWidth && !below ? 1 : null;
}

/** Calls `turn` each time that a drag has rested for `restMs` at an edge or on a button. The caller passes every move of the pointer to `point`. */
export function turner(turn: (way: Way) => void, hint: (way: Way | null) => void) {
  let at: Way | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = (way: Way) => {
    timer = setTimeout(() => {
      rest(way);
      turn(way);
    }, restMs);
  };
  const point = (way: Way | null) => {
    if (way === at) return;
    at = way;
    clearTimeout(timer);
    if (way) rest(way);
    hint(way);
  };
  return { point, stop: () => point(null) };
}

/** The day of the next period; null if it lies outside of the years that tasks can have. */
export function turned(mode: Mode, day: string, way: Way): string | null {
  const next = stepped(mode, day, way);
  return next >= "1900-01-01" && next <= "2999-12-31" ? next : null;
}
