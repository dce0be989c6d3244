import { create } from "zustand";
import { keepDraft, readDraft } from "@/lib/drafts";
import { isStill } from "@/lib/still";
import type { Passage } from "@/wire/generated";

interface Passages {
  /** The passages that comments are being written on, by task. */
  drafts: Readonly<Record<string, Passage | null>>;
  /** The comments whose passages were looked for in the document, and whether their words are gone. */
  gone: Readonly<Record<string, boolean>>;
  /** The thread that a person wants to see, one of its comments, and how to get there; `times` counts the requests, so that a second one shows the thread again. */
  wanted: { threadId: string; commentId: string; behavior: ScrollBehavior; times: number } | null;
}

export const usePassages = create<Passages>(() => ({ drafts: {}, gone: {}, wanted: null }));

function kept(ticketId: string): Passage | null {
  try {
    const { start, end, words } = JSON.parse(readDraft("passage", ticketId) ?? "{}") as Partial<Passage>;
    return typeof start === "string" && typeof end === "string" && typeof words === "string" ? { start, end, words } : null;
  } catch {
    return null;
  }
}

/** The passage that the next comment on a task will be about. It stays on this machine with the draft. */
export const useDraftPassage = (ticketId: string): Passage | null => {
  const draft = usePassages(({ drafts }) => drafts[ticketId]);
  return draft === undefined ? kept(ticketId) : draft;
};

export function keepPassage(ticketId: string, passage: Passage | null): void {
  keepDraft("passage", ticketId, passage && JSON.stringify(passage));
  usePassages.setState(({ drafts }) => ({ drafts: { ...drafts, [ticketId]: passage } }));
}

/** Notes which of the passages that were looked for are gone. */
export function noteGone(found: Readonly<Record<string, boolean>>): void {
  const { gone } = usePassages.getState();
  if (Object.entries(found).some(([id, is]) => gone[id] !== is)) usePassages.setState({ gone: { ...gone, ...found } });
}

const want = (threadId: string, commentId: string, behavior: ScrollBehavior): void =>
  usePassages.setState(({ wanted }) => ({ wanted: { threadId, commentId, behavior, times: (wanted?.times ?? 0) + 1 } }));

const smooth = (): ScrollBehavior => (isStill() ? "instant" : "smooth");

/** Scrolls to a thread, and marks its first comment for a moment. */
export const showThread = (threadId: string): void => want(threadId, threadId, smooth());

/** The same for one comment of a thread, at once: on a page that is still loading, a slow scroll would stop halfway. */
export const showComment = (threadId: string, commentId: string): void => want(threadId, commentId, "instant");

/** How often a person has asked to see this comment; 0 if another one was asked for last. */
export const useWanted = (commentId: string): number => usePassages(({ wanted }) => (wanted?.commentId === commentId ? wanted.times : 0));

/** Scrolls to a passage in the description. False if the description does not show it. */
export function showPassage(commentId: string): boolean {
  const mark = document.querySelector(`[data-passage~="${commentId}"]`);
  mark?.scrollIntoView({ block: "center", behavior: smooth() });
  return mark !== null;
}
