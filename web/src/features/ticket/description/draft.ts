/**
 * A description that is being written, beside the one that everybody sees. Pure: every step
 * answers the next state.
 */
export interface Draft {
  /** The text of everybody that the own one began from, or was last saved as. */
  readonly base: string;
  /** What is written here. */
  readonly text: string;
  /** The text that another person wrote meanwhile; nothing is saved until one of the two is chosen. */
  readonly theirs: string | null;
  /** What was sent and not answered yet. */
  readonly sent: string | null;
  /** What the node said no to: the same text is not sent again by itself. */
  readonly refused: string | null;
}

export const begin = (text: string): Draft => ({ base: text, text, theirs: null, sent: null, refused: null });

export const write = (draft: Draft, text: string): Draft => ({ ...draft, text });

/** Takes in the description that everybody sees now, one's own edit that came back included. */
export function arrive(draft: Draft, now: string): Draft {
  // Shown before it is answered: it may still be taken back.
  if (now === draft.sent) return { ...draft, theirs: null };
  if (now === draft.text) return { ...draft, base: now, theirs: null };
  if (now === draft.base) return draft.theirs === null ? draft : { ...draft, theirs: null };
  return isTouched(draft) ? { ...draft, theirs: now } : begin(now);
}

/** What is to be saved now, if anything. */
export function toSave({ base, text, theirs, sent, refused }: Draft): string | null {
  return theirs === null && text !== base && text !== sent && text !== refused ? text : null;
}

export const send = (draft: Draft, text: string): Draft => ({ ...draft, sent: text, refused: null });

/** The answer to what was sent. After a no the text stays as it is, and differs from everybody's. */
export function answer(draft: Draft, sent: string, ok: boolean): Draft {
  if (draft.sent !== sent) return draft;
  if (!ok) return { ...draft, sent: null, refused: sent };
  const saved = { ...draft, base: sent, sent: null };
  // Another person has saved since, and this draft has not changed since: the other text is simply newer.
  return saved.theirs !== null && !isTouched(saved) ? begin(saved.theirs) : saved;
}

/** Mine replaces theirs, with the next save. */
export const keepMine = (draft: Draft): Draft => (draft.theirs === null ? draft : { ...draft, base: draft.theirs, theirs: null });

/** Theirs stands; what was written is left to the caller, who offers it again. */
export const takeTheirs = (draft: Draft): Draft => (draft.theirs === null ? draft : begin(draft.theirs));

export const isTouched = ({ base, text }: Draft): boolean => text !== base;

/** A draft as it is kept over a reload. */
export const pack = ({ base, text }: Draft): string => JSON.stringify({ base, text });

/** The kept draft beside the description of now; null where there is none, or nothing was written. */
export function unpack(packed: string | null, now: string): Draft | null {
  if (packed === null) return null;
  try {
    const kept = JSON.parse(packed) as { base?: unknown; text?: unknown };
    if (typeof kept.base !== "string" || typeof kept.text !== "string") return null;
    const draft = arrive(write(begin(kept.base), kept.text), now);
    return isTouched(draft) ? draft : null;
  } catch {
    return null;
  }
}
