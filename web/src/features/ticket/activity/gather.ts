import type { Activity, Reaction } from "@/wire/generated";
import type { Thread } from "./threads";

export interface Gathered {
  emoji: string;
  userIds: string[];
  mine: boolean;
}

/** Reactions by emoji, in the order in which each came first. */
export function gathered(reactions: readonly Reaction[], me: string | null): Gathered[] {
  const groups = new Map<string, Gathered>();
  for (const { emoji, userId } of reactions.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))) {
    const group = groups.get(emoji) ?? { emoji, userIds: [], mine: false };
    if (!group.userIds.includes(userId)) group.userIds.push(userId);
    group.mine ||= userId === me;
    groups.set(emoji, group);
  }
  return [...groups.values()];
}

/** True for one emoji, even of several code points; false for other text. */
export function isEmoji(text: string): boolean {
  const typed = text.trim();
  const parts = [...new Intl.Segmenter().segment(typed)];
  return parts.length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(typed) && new TextEncoder().encode(typed).length <= 32;
}

export type Tab = "all" | "comments" | "history";

/** The feed of a tab, oldest first. */
export function feedOf(newestFirst: readonly Activity[], tab: Tab): Activity[] {
  const shown = newestFirst.filter(({ kind }) => tab === "all" || (kind === "comment") === (tab === "comments"));
  return shown.toReversed();
}

/** Consecutive changes by one person within a minute of each other, shown as one entry. */
export interface Run {
  id: string;
  userId: string;
  /** Oldest first. Several changes of one value or set are merged into one, from the first state to the last. */
  changes: Activity[];
  /** The time of the last change. */
  at: string;
}

/** The longest pause between two changes of one run. The node gathers the last activity of a ticket by the same rule. */
const pauseMs = 60_000;

/** A feed with its changes gathered into runs. Threads stay single. */
export function runsOf(feed: readonly (Activity | Thread)[]): (Thread | Run)[] {
  const gathered: (Thread | Run)[] = [];
  for (const activity of feed) {
    const last = gathered.at(-1);
    if ("replies" in activity) gathered.push(activity);
    else if (last && "changes" in last && continues(last, activity)) {
      last.changes = withChange(last.changes, activity);
      last.at = activity.createdAt;
    } else gathered.push({ id: activity.id, userId: activity.userId, changes: [activity], at: activity.createdAt });
  }
  return gathered;
}

const continues = (run: Run, { userId, createdAt }: Activity) =>
  run.userId === userId && Date.parse(createdAt) - Date.parse(run.at) <= pauseMs;

type Data = NonNullable<Activity["data"]>;

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : []);
const bothOf = (data: Data): [string[], string[]] => [idsIn(data.added), idsIn(data.removed)];

/** Identifies the value or the set that a change is of; null for a change that stands alone. */
function subjectOf({ kind, data }: Activity): string | null {
  if (kind === "description") return kind;
  // The name of a deleted option or status must not be lost.
  if (data === null || "name" in data) return null;
  if ("to" in data) return isObject(data.from) || isObject(data.to) ? null : `${kind} ${String(data.field)}`;
  // A move out of sight names no list.
  if (!("added" in data || "removed" in data) || bothOf(data).flat().length === 0) return null;
  return `set:${kind === "multipleListsChange" ? "listsChange" : kind} ${String(data.field)}`;
}

/** Two changes of one subject as one; null if together they change nothing. */
function merged(before: Activity, next: Activity): Activity | null {
  if (!before.data || !next.data) return { ...next, id: before.id };
  if ("to" in next.data) {
    const { from } = before.data;
    return from === next.data.to ? null : { ...next, id: before.id, data: { ...next.data, from } };
  }
  const [[added, removed], [addedThen, removedThen]] = [bothOf(before.data), bothOf(next.data)];
  const without = (these: string[], those: string[]) => these.filter((id) => !those.includes(id));
  const data = {
    ...next.data,
    added: [...without(added, removedThen), ...without(addedThen, removed)],
    removed: [...without(removed, addedThen), ...without(removedThen, added)],
  };
  return data.added.length + data.removed.length === 0 ? null : { ...next, id: before.id, data };
}

function withChange(changes: readonly Activity[], next: Activity): Activity[] {
  const subject = subjectOf(next);
  const before = subject === null ? undefined : changes.find((one) => subjectOf(one) === subject);
  if (!before) return [...changes, next];
  const others = changes.filter((one) => one !== before);
  const both = merged(before, next);
  if (both) return [...others, both];
  // A value that is back where it started did not change, but a run shows at least one change.
  return others.length > 0 ? others : [...changes, next];
}

const none: readonly Reaction[] = [];

/** The reactions of each activity. Each array stays the same until its reactions change. */
export function reactionsByActivity(reactions: readonly Reaction[]): (activityId: string) => readonly Reaction[] {
  const byActivity = new Map<string, Reaction[]>();
  for (const reaction of reactions) {
    byActivity.set(reaction.activityId, [...(byActivity.get(reaction.activityId) ?? []), reaction]);
  }
  return (activityId) => byActivity.get(activityId) ?? none;
}
