import { useState } from "react";

/** No mark in the first 400 ms of a change: most answers arrive by then. */
const quietMs = 400;

/** The remaining delay of a mark, as a style of its animation. `since` is of the local clock. */
export function useQuiet(since: number): { animationDelay: string } {
  const [now] = useState(Date.now);
  return { animationDelay: `${Math.max(0, quietMs - (now - since))}ms` };
}
