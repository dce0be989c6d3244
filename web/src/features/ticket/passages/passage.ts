import type { Activity, Passage } from "@/wire/generated";
import { resolvedBy } from "../activity/threads";

/** A comment on words of the description, as the description needs it. */
export interface Highlight {
  commentId: string;
  passage: Passage;
}

/** The words of the description that a comment is about; null for other comments. */
export function passageOf({ kind, data }: Activity): Passage | null {
  const { start, end, words } = ((kind === "comment" && data?.passage) || {}) as Readonly<Record<string, unknown>>;
  return typeof start === "string" && typeof end === "string" && typeof words === "string" ? { start, end, words } : null;
}

/** The most passages that are highlighted at once; the newest come first. */
const mostHighlights = 200;

/** The highlighted passages: pages highlight the passages of open threads only. */
export const highlightsOf = (activities: readonly Activity[]): Highlight[] =>
  activities
    .flatMap((comment) => {
      const passage = resolvedBy(comment) === null ? passageOf(comment) : null;
      return passage ? [{ commentId: comment.id, passage }] : [];
    })
    .slice(0, mostHighlights);

/** Equal for equal lists. */
export const keyOfHighlights = (highlights: readonly Highlight[]): string => highlights.map(({ commentId }) => commentId).join();

/** The most characters of the words of a passage; a node takes 2,000 bytes. */
export const mostWords = 500;
