/** Drafts of new tasks name their writer. The others would appear to the next person who opens the ticket here. */
const namesNobody = (name: string) => /^troupe\.draft\.(?!task\.)/.test(name);
const names = () => Array.from({ length: localStorage.length }, (_, nth) => localStorage.key(nth) ?? "");
/** Drafts of a person whose session has ended. */
const asideKey = (me: string) => `troupe.aside.${me}`;

function aside(me: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(asideKey(me)) ?? "{}");
    const drafts = Object.entries(kept ?? {}).filter((draft): draft is [string, string] => namesNobody(draft[0]) && typeof draft[1] === "string");
    return Object.fromEntries(drafts);
  } catch {
    return {};
  }
}

/** The session of a person has ended: nobody else sees their drafts. The drafts return with the person. */
export function setDraftsAside(me: string): void {
  try {
    const mine = names().filter(namesNobody);
    if (mine.length === 0) return;
    const drafts = { ...aside(me), ...Object.fromEntries(mine.map((name) => [name, localStorage.getItem(name) ?? ""])) };
    localStorage.setItem(asideKey(me), JSON.stringify(drafts));
    for (const name of mine) localStorage.removeItem(name);
  } catch {
    // Storage is denied, so there are no drafts.
  }
}

/** The person has logged in again. */
export function takeDraftsBack(me: string): void {
  try {
    for (const [name, text] of Object.entries(aside(me))) localStorage.setItem(name, text);
    localStorage.removeItem(asideKey(me));
  } catch {
    // Storage is denied, so there are no drafts.
  }
}

/**
 * Deletes the drafts of a person who logs out, or whose account was deleted. Drafts that do not name their writer go too,
 * unless another person is here by now, whose drafts they are.
 */
export function forgetDrafts(me: string, othersToo = true): void {
  try {
    const mine = names().filter((name) => (othersToo && namesNobody(name)) || (name.startsWith("troupe.draft.") && name.endsWith(`.${me}`)));
    for (const name of [...mine, asideKey(me)]) localStorage.removeItem(name);
  } catch {
    // Storage is denied, so there are no drafts.
  }
}
