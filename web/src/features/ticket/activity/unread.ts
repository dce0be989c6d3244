import type { ReadPosition } from "@/actions/readMark";
import { notifies } from "@/sync/inbox";
import type { Activity } from "@/wire/generated";
import type { Run } from "./gather";
import type { Thread } from "./threads";

/** The entries that were new when the ticket was opened, and those that have arrived since. */
export interface NewEntries {
  ids: ReadonlySet<string>;
  /** The time of the first of them. */
  since: string;
}

/**
 * The entries after a read position; null if there are none, or if the person has never read the ticket or acted on it.
 * `next` is the oldest activity of the loaded pages if older ones exist: the first comments of threads may be older.
 */
export function newEntries(newestFirst: readonly Activity[], next: string | null, position: ReadPosition, me: string | null): NewEntries | null {
  const feed = newestFirst.toReversed();
  const oldest = next === null ? 0 : Math.max(0, indexOf(feed, next));
  const at = firstUnread(feed, oldest, next === null, position, me);
  const entries = at === null ? [] : feed.filter(({ id, userId }, index) => index >= at && (userId !== me || id === position.flaggedId));
  const [first] = entries;
  return first ? { ids: new Set(entries.map(({ id }) => id)), since: first.createdAt } : null;
}

const indexOf = (feed: readonly Activity[], id: string | null) => feed.findIndex((one) => one.id === id);

/** The index of the first unread entry. Entries before the person's own last action count as read, as in the inbox. */
function firstUnread(feed: readonly Activity[], oldest: number, whole: boolean, { readId, flaggedId, lastId }: ReadPosition, me: string | null): number | null {
  const opened = indexOf(feed, lastId);
  const acted = feed.findLastIndex(({ userId, kind }, index) => index <= opened && userId === me && notifies(kind));
  const read = Math.max(indexOf(feed, readId), acted);
  // The last entry that was read is on an older page, so all of these pages are unread.
  const after = read >= 0 ? read + 1 : readId !== null && !whole ? oldest : null;
  const flag = indexOf(feed, flaggedId);
  const flagged = flag >= 0 ? flag : flaggedId !== null && !whole ? oldest : null;
  if (after === null || flagged === null) return after ?? flagged;
  return Math.min(after, flagged);
}

/** True if something in an entry of the feed is new: a change of a run, or the first comment of a thread. */
export function isNewEntry(entry: Thread | Run, { ids, since }: NewEntries, me: string | null): boolean {
  // A run may merge several changes into one, so the time of the last change decides.
  if ("changes" in entry) return entry.userId !== me && entry.at >= since;
  return entry.first ? ids.has(entry.first.id) : entry.replies.length > 0 && entry.replies.every(({ id }) => ids.has(id));
}

/** The first new reply of a thread that is not new as a whole. */
export function firstNewReply(thread: Thread, { ids }: NewEntries): string | null {
  if (thread.first ? ids.has(thread.first.id) : thread.replies.every(({ id }) => ids.has(id))) return null;
  return thread.replies.find(({ id }) => ids.has(id))?.id ?? null;
}
