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

/** The way that leads on from an edge of the days: in a month up and down, in a week sideways. Null away from the edges. */
export function wayAt({ x, y }: { x: number; y: number }, box: Box, { mode, mirrored, above, below }: Sight): Way | null {
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  if (mode === "week") {
    const side = x < box.left + edgeWidth ? -1 : x > box.right - edgeWidth ? 1 : null;
    return mirrored && side ? (side === 1 ? -1 : 1) : side;
  }
  if (y < box.top + edgeWidth) return above ? null : -1;
  return y > box.bottom - edgeWidth && !below ? 1 : null;
}

/** Turns the calendar each time that a drag has rested where a way leads on. `point` is told whenever the pointer moves. */
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
