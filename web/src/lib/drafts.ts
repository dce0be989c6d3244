const kinds = ["comment", "reply", "passage", "description", "title", "entry"] as const;
type Kind = (typeof kinds)[number];

let writer = "";

/** Drafts are kept on this machine until they are sent, so that a reload loses none. Their names end with their writer. */
const key = (kind: Kind, id: string) => `troupe.draft.${kind}.${id}.${writer}`;

/** Names the person whose drafts are read and kept from now on. Drafts of earlier versions, which named nobody, become theirs. */
export function writeDraftsAs(userId: string): void {
  writer = userId;
  try {
    const unnamed = Object.keys(localStorage).filter((name) => /^troupe\.draft\.(?!task\.)\w+\.[^.]+$/.test(name));
    for (const name of unnamed) {
      localStorage.setItem(`${name}.${userId}`, localStorage.getItem(name) ?? "");
      localStorage.removeItem(name);
    }
  } catch {
    // Storage is denied, so there are no drafts.
  }
}

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
