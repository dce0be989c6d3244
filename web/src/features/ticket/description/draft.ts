/**
 * A description that is being edited, beside the saved one that all members see. Pure: every function returns the next
 * state.
 */
export interface Draft {
  /** The saved text that the draft began from, or was last saved as. */
  readonly base: string;
  /** The person's own text. */
  readonly text: string;
  /** The text that another person saved meanwhile. Nothing is saved until one of the two is chosen. */
  readonly theirs: string | null;
  /** The text that was sent and has no answer yet. */
  readonly sent: string | null;
  /** The text that the node refused: it is not sent again by itself. */
  readonly refused: string | null;
}

export const begin = (text: string): Draft => ({ base: text, text, theirs: null, sent: null, refused: null });

export const write = (draft: Draft, text: string): Draft => ({ ...draft, text });

/** Takes the present saved description, which may be the person's own edit. */
export function arrive(draft: Draft, now: string): Draft {
  // The own edit is shown before its answer, and may still be refused.
  if (now === draft.sent) return { ...draft, theirs: null };
  if (now === draft.text) return { ...draft, base: now, theirs: null };
  if (now === draft.base) return draft.theirs === null ? draft : { ...draft, theirs: null };
  return isTouched(draft) ? { ...draft, theirs: now } : begin(now);
}

/** The text to save now; null if there is none. */
export function toSave({ base, text, theirs, sent, refused }: Draft): string | null {
  return theirs === null && text !== base && text !== sent && text !== refused ? text : null;
}

export const send = (draft: Draft, text: string): Draft => ({ ...draft, sent: text, refused: null });

/** Takes the answer to a sent text. After a refusal the draft stays, and differs from the saved text. */
export function answer(draft: Draft, sent: string, ok: boolean): Draft {
  if (draft.sent !== sent) return draft;
  if (!ok) return { ...draft, sent: null, refused: sent };
  const saved = { ...draft, base: sent, sent: null };
  // Another person has saved since, and this draft has not changed since: the other text is simply newer.
  return saved.theirs !== null && !isTouched(saved) ? begin(saved.theirs) : saved;
}

/** The person's own text replaces the other with the next save. */
export const keepMine = (draft: Draft): Draft => (draft.theirs === null ? draft : { ...draft, base: draft.theirs, theirs: null });

/** The other text stays. The caller offers the person's own text again. */
export const takeTheirs = (draft: Draft): Draft => (draft.theirs === null ? draft : begin(draft.theirs));

export const isTouched = ({ base, text }: Draft): boolean => text !== base;

/** A draft as it is kept over a reload. */
export const pack = ({ base, text }: Draft): string => JSON.stringify({ base, text });

/** The kept draft, compared with the present description; null if there is none, or it has no changes. */
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
