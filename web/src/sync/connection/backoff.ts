const floorMs = 500;
const ceilingMs = 30_000;

/**
 * Full jitter: anywhere between the floor and the doubled bound, so that
 * clients which lost the same node do not come back together.
 * `atLeastMs` is what the node asked for.
 */
export function backoffMs(attempt: number, random: () => number, atLeastMs = 0): number {
  const bound = Math.min(ceilingMs, floorMs * 2 ** Math.min(attempt, 10));
  const jittered = floorMs + random() * (bound - floorMs);
  return Math.max(atLeastMs, Math.round(jittered));
}
