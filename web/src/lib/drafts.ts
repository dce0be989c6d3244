const kinds = ["comment", "reply", "passage", "description", "title"] as const;
type Kind = (typeof kinds)[number];

/** Drafts are kept on this machine until they are sent, so that a reload loses none. */
const key = (kind: Kind, id: string) => `troupe.draft.${kind}.${id}`;

export function readDraft(kind: Kind, ticketId: string): string | null {
  try {
    return localStorage.getItem(key(kind, ticketId));
  } catch {
    return null;
  }
}

/** Keeps a draft; null deletes it. */
export function keepDraft(kind: Kind, ticketId: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key(kind, ticketId));
    else localStorage.setItem(key(kind, ticketId), text);
  } catch {
    // Storage is denied: the draft lasts only as long as the page.
  }
}

/** Deletes the drafts of tickets that the person may no longer see. */
export function dropDrafts(ticketIds: Iterable<string>): void {
  for (const ticketId of ticketIds) for (const kind of kinds) keepDraft(kind, ticketId, null);
}
