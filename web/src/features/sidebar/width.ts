import { narrowest, useShell, WIDTH, widest } from "@/lib/shell";

/** The nearest width that the column may have. */
export const within = (width: number): number => Math.round(Math.min(Math.max(width, narrowest), widest));

/** How far an arrow key moves the edge, in px. */
const step = 16;

/** The width after a key: arrows move the edge, Home and End move it as far as it goes; null for every other key. */
export function widthAfter(key: string, width: number): number | null {
  if (key === "ArrowLeft") return within(width - step);
  if (key === "ArrowRight") return within(width + step);
  if (key === "Home") return narrowest;
  return key === "End" ? widest : null;
}

/** Gives the column a width, which this browser remembers. */
export function keepWidth(width: number): void {
  useShell.setState({ width: within(width) });
  try {
    localStorage.setItem(WIDTH, String(within(width)));
  } catch {
    // Storage is denied: the width lasts until the page is left.
  }
}
