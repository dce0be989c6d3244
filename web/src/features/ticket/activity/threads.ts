import type { Activity } from "@/wire/generated";

/** A comment with its replies, or the replies to a comment that is not here. */
export interface Thread {
  /** The id of the first comment. */
  id: string;
  /** Null if the first comment was deleted or has not been loaded. */
  first: Activity | null;
  /** Oldest first. */
  replies: readonly Activity[];
}

/** Who has resolved a thread, and when. */
export interface Resolved {
  userId: string;
  at: string;
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The first comment of the thread that a comment answers; null for a comment that begins a thread. */
export const replyTo = ({ kind, data }: Activity): string | null => (kind === "comment" ? textOf(data?.replyTo) : null);

/** Null if the thread of a first comment is open. */
export function resolvedBy({ data }: Activity): Resolved | null {
  const { userId, at } = (data?.resolved ?? {}) as Readonly<Record<string, unknown>>;
  return typeof userId === "string" && typeof at === "string" ? { userId, at } : null;
}

const none: readonly Activity[] = [];

/** A feed, oldest first, in which replies stand with the first comment of their thread. */
export function threadsOf(feed: readonly Activity[]): (Activity | Thread)[] {
  const here = new Set(feed.map(({ id }) => id));
  const replies = new Map<string, Activity[]>();
  for (const activity of feed) {
    const first = replyTo(activity);
    if (first !== null) replies.set(first, [...(replies.get(first) ?? []), activity]);
  }
  const entries: (Activity | Thread)[] = [];
  for (const activity of feed) {
    const first = replyTo(activity);
    if (activity.kind !== "comment") entries.push(activity);
    else if (first === null) entries.push({ id: activity.id, first: activity, replies: replies.get(activity.id) ?? none });
    // The replies to a comment that is not here stand where the first of them was written.
    else if (!here.has(first) && replies.get(first)?.[0] === activity) entries.push({ id: first, first: null, replies: replies.get(first) ?? none });
  }
  return entries;
}
