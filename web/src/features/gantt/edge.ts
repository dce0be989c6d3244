/** The width of the strip at an edge in which the chart scrolls along with a drag. */
const strip = 40;
/** The most pixels that it scrolls in a frame. */
const fastest = 18;

/** How many pixels to scroll in a frame: none in the middle, faster the nearer the pointer is to an edge or beyond it. */
export function edgeSpeed(at: number, from: number, to: number): number {
  const [before, after] = [from + strip - at, at - (to - strip)];
  if (before > 0) return -Math.ceil(Math.min(before / strip, 1) * fastest);
  return after > 0 ? Math.ceil(Math.min(after / strip, 1) * fastest) : 0;
}
