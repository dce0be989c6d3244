/** A width and a height. */
export interface Size {
  width: number;
  height: number;
}

/** The sizes of pages to choose from; 1 is as wide as the viewer. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** The next larger or smaller size; null at the ends. */
export function zoomed(zoom: number, by: 1 | -1): number | null {
  return steps[steps.indexOf(zoom) + by] ?? null;
}

/** The longest side of a page on screen, in CSS pixels. A page of a hostile file may be a mile high. */
const LONGEST = 16_000;

/** How many CSS pixels a unit of a page takes. */
export function scaleOf(page: Size, room: number, zoom: number): number {
  return Math.min((room * zoom) / page.width, LONGEST / page.width, LONGEST / page.height);
}

/** The most points of a drawn page: 32 MB of memory. */
const MOST_POINTS = 8_000_000;

/** How many points a CSS pixel gets, so that a page is sharp and its memory is bounded. */
export function pointsFor(shown: Size, pixelRatio: number): number {
  return Math.min(pixelRatio, Math.sqrt(MOST_POINTS / (shown.width * shown.height)));
}
