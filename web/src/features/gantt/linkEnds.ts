import { endsJoining } from "@/fields/schedule/ends";
import type { LinkEnds } from "@/wire/generated";

/** The end of a bar from which a link is drawn, or on which it is dropped: before its start, or behind its end. */
export type LinkEnd = "before" | "behind";

/** The dependency that a drawn link makes. */
export interface DrawnEnds {
  /** True if the bar from which the link is drawn is the follower. */
  turned: boolean;
  ends: LinkEnds;
}

/** The default end of the other bar: it makes the link a finish-to-start. */
export const usualEnd = (from: LinkEnd): LinkEnd => (from === "before" ? "behind" : "before");

/**
 * The dependency that is drawn from one end of a bar and dropped on an end of another bar. The bar from which it is drawn is
 * the predecessor. The exception is a link from a start to an end: here the other bar is the predecessor. Such a link is a
 * finish-to-start that is drawn backwards, because people want it far more often than a start-to-finish.
 */
export function drawnEnds(from: LinkEnd, over: LinkEnd): DrawnEnds {
  if (from === "before" && over === "behind") return { turned: true, ends: "finishToStart" };
  return { turned: false, ends: endsJoining({ fromEnd: from === "before" ? "start" : "end", toEnd: over === "before" ? "start" : "end" }) };
}

/**
 * The end of a bar that the pointer means. `share` is the position of the pointer as a share of the width of the bar. If the
 * link is drawn from a start, the first third means the start. If it is drawn from an end, the last third means the end. The
 * rest of the bar means the default end.
 */
export function endUnder(from: LinkEnd, share: number): LinkEnd {
  const isSame = from === "before" ? share < 1 / 3 : share > 2 / 3;
  return isSame ? from : usualEnd(from);
}
