import type { RefusedCommand } from "@/sync/types";

/** For how long after an edit its author is assumed to remember the edit. */
const atHandMs = 60_000;

/**
 * How the author of a refused edit learns of the refusal:
 * - `once`: by a toast. Nothing is lost, and nothing is kept.
 * - `decide`: by a toast that stays until the author has decided what becomes of the text.
 * - `later`: by the banner, which waits for the author.
 */
export type Telling = "once" | "decide" | "later";

export interface Circumstances {
  /** True if the edit holds words that would be lost with it. */
  hasText: boolean;
  /** True if the edit waited for a connection, so that its author may be somewhere else by now. */
  waited: boolean;
  now: number;
}

/** True if the refused edit holds text, or is too old for its author to remember. */
export function isWorthKeeping({ at }: Pick<RefusedCommand, "at">, { hasText, now }: Omit<Circumstances, "waited">): boolean {
  return hasText || now - Date.parse(at) > atHandMs;
}

export function tellingOf(refused: Pick<RefusedCommand, "at">, { hasText, waited, now }: Circumstances): Telling {
  if (!isWorthKeeping(refused, { hasText, now })) return "once";
  return waited || isWorthKeeping(refused, { hasText: false, now }) ? "later" : "decide";
}
