/**
 * Deletes all drafts of a person who logs out, or whose account was deleted, the views that they used last in lists, and
 * what they have chosen in the palette.
 */
export function forgetDrafts(userId: string): void {
  try {
    const theirs = Object.keys(localStorage).filter((name) => /^troupe\.(draft|used|views)\./.test(name) && name.endsWith(`.${userId}`));
    for (const name of theirs) localStorage.removeItem(name);
  } catch {
    // Storage is denied, so there are no drafts.
  }
}
