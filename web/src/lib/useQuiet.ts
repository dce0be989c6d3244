import { useState } from "react";

/** No mark for the first 400 ms of a change: most answers are there by then. */
const quietMs = 400;

/** How long a mark still waits before it shows, as a style of its animation. `since` is of the local clock. */
export function useQuiet(since: number): { animationDelay: string } {
  const [now] = useState(Date.now);
  return { animationDelay: `${Math.max(0, quietMs - (now - since))}ms` };
}
