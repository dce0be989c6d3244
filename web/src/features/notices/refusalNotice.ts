import type { RefusedCommand } from "@/sync/types";

/** How long the author of an edit is assumed to remember it. */
const rememberedMs = 60_000;

/**
 * How the author of an edit is told of its refusal:
 * - `toast`: by a toast. Nothing is lost, and nothing is kept.
 * - `decisionToast`: by a toast that stays until the author keeps or discards the text.
 * - `banner`: by the banner, which waits for the author.
 */
export type RefusalNotice = "toast" | "decisionToast" | "banner";

export interface NoticeConditions {
  /** True if the edit holds words that would be lost with it. */
  hasText: boolean;
  /** True if the edit waited for a connection, so that its author may be somewhere else by now. */
  waited: boolean;
  now: number;
}

/** True if the refused edit holds text, or is too old for its author to remember. */
export function isWorthKeeping({ at }: Pick<RefusedCommand, "at">, { hasText, now }: Omit<NoticeConditions, "waited">): boolean {
  return hasText || now - Date.parse(at) > rememberedMs;
}

export function noticeFor(refused: Pick<RefusedCommand, "at">, { hasText, waited, now }: NoticeConditions): RefusalNotice {
  if (!isWorthKeeping(refused, { hasText, now })) return "toast";
  return waited || isWorthKeeping(refused, { hasText: false, now }) ? "banner" : "decisionToast";
}
