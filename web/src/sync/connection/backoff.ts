const floorMs = 500;
const ceilingMs = 30_000;

/**
 * Full jitter: a random pause between the floor and the doubled bound, so that clients that lost the same node do not
 * reconnect together. `atLeastMs` is the floor that the node asked for.
 */
export function backoffMs(attempt: number, random: () => number, atLeastMs = 0): number {
  const bound = Math.min(ceilingMs, floorMs * 2 ** Math.min(attempt, 10));
  const jittered = floorMs + random() * (bound - floorMs);
  return Math.max(atLeastMs, Math.round(jittered));
}
