import type { Activity, Reaction } from "@/wire/generated";

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

/** Consecutive changes by one person, shown under one name. */
export interface Run {
  id: string;
  userId: string;
  /** Oldest first. Several changes of one value are merged into one, from the first state to the last. */
  changes: Activity[];
  /** The time of the last change. */
  at: string;
}

/** The longest pause between two changes of one run. */
const pauseMs = 10 * 60_000;

const isComment = ({ kind }: Activity) => kind === "comment";

/** A feed with its changes gathered into runs. Comments stay single. */
export function runsOf(feed: readonly Activity[]): (Activity | Run)[] {
  const gathered: (Activity | Run)[] = [];
  for (const activity of feed) {
    const last = gathered.at(-1);
    if (isComment(activity)) gathered.push(activity);
    else if (last && "changes" in last && continues(last, activity)) {
      last.changes = withChange(last.changes, activity);
      last.at = activity.createdAt;
    } else gathered.push({ id: activity.id, userId: activity.userId, changes: [activity], at: activity.createdAt });
  }
  return gathered;
}

const continues = (run: Run, { userId, createdAt }: Activity) =>
  run.userId === userId && Date.parse(createdAt) - Date.parse(run.at) <= pauseMs;

const isObject = (value: unknown) => typeof value === "object" && value !== null;

/** Identifies the value that a change replaces; null for a change that adds or removes something. */
function valueOf({ kind, data }: Activity): string | null {
  if (kind === "description") return kind;
  const single = data !== null && "to" in data && !isObject(data.from) && !isObject(data.to);
  return single ? `${kind} ${String(data.field)}` : null;
}

function withChange(changes: readonly Activity[], next: Activity): Activity[] {
  const value = valueOf(next);
  const before = value === null ? undefined : changes.find((one) => valueOf(one) === value);
  if (!before) return [...changes, next];
  const data = next.data && before.data ? { ...next.data, from: before.data.from } : next.data;
  const others = changes.filter((one) => one !== before);
  if (value !== "description" && data?.from === data?.to) {
    // A value that is back where it started did not change, but a run shows at least one change.
    return others.length > 0 ? others : [...changes, next];
  }
  return [...others, { ...next, id: before.id, data }];
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
