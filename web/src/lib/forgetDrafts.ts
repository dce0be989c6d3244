/** Deletes all drafts of a person who logs out, or whose account was deleted. */
export function forgetDrafts(userId: string): void {
  try {
    const theirs = Object.keys(localStorage).filter((name) => name.startsWith("troupe.draft.") && name.endsWith(`.${userId}`));
    for (const name of theirs) localStorage.removeItem(name);
  } catch {
    // Storage is denied, so there are no drafts.
  }
}
