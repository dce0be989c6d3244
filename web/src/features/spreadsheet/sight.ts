/** The lines in sight: the first, and the one behind the last. */
export interface Sight {
  from: number;
  to: number;
}

/** Lines above and below the window that exist too, so that a fast scroll shows no empty lines. */
const margin = 8;

/** The lines of a window of `height` pixels at `scrollTop`, with the margin on both sides. */
export function sightAt(scrollTop: number, height: number, lineHeight: number): Sight {
  return {
    from: Math.max(0, Math.floor(scrollTop / lineHeight) - margin),
    to: Math.ceil((scrollTop + height) / lineHeight) + margin,
  };
}

/** The lines to draw, in order: those in sight, and those that must exist wherever they are. */
export function drawnLines({ from, to }: Sight, count: number, kept: readonly number[]): number[] {
  const last = Math.min(to, count);
  const first = Math.min(from, last);
  const lines = Array.from({ length: last - first }, (_, at) => first + at);
  const others = kept.filter((line) => line < count && (line < first || line >= last));
  return others.length === 0 ? lines : [...new Set([...others, ...lines])].sort((a, b) => a - b);
}

interface Window {
  scrollTop: number;
  height: number;
  lineHeight: number;
  /** Pixels at the top and the bottom of the window that are covered. */
  above: number;
  below: number;
}

/** The smallest change of `scrollTop` that shows a line whole; null if the line is in sight already. */
export function scrollTopFor(line: number, { scrollTop, height, lineHeight, above, below }: Window): number | null {
  const top = line * lineHeight;
  if (top < scrollTop + above) return Math.max(0, top - above);
  const bottom = top + lineHeight;
  return bottom > scrollTop + height - below ? bottom - height + below : null;
}
