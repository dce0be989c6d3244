import { create } from "zustand";
import { keepDraft, readDraft } from "@/lib/drafts";
import type { Passage } from "@/wire/generated";

interface Passages {
  /** The passages that comments are being written on, by task. */
  drafts: Readonly<Record<string, Passage | null>>;
  /** The comments whose passages were looked for in the document, and whether their words are gone. */
  gone: Readonly<Record<string, boolean>>;
  /** The thread that a person wants to see, and one of its comments; `times` counts the requests, so that a second one shows the thread again. */
  wanted: { threadId: string; commentId: string; times: number } | null;
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

/** Shows a thread, and marks one of its comments, or else the first, for a moment. */
export const showThread = (threadId: string, commentId = threadId): void =>
  usePassages.setState(({ wanted }) => ({ wanted: { threadId, commentId, times: (wanted?.times ?? 0) + 1 } }));

/** How often a person has asked to see this comment; 0 if another one was asked for last. */
export const useWanted = (commentId: string): number => usePassages(({ wanted }) => (wanted?.commentId === commentId ? wanted.times : 0));

/** Scrolls to a passage in the description. False if the description does not show it. */
export function showPassage(commentId: string): boolean {
  const mark = document.querySelector(`[data-passage~="${commentId}"]`);
  mark?.scrollIntoView({ block: "center", behavior: "smooth" });
  return mark !== null;
}
