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

/** One emoji, perhaps made of several code points, and no word. */
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

const none: readonly Reaction[] = [];

/** The reactions of each activity, one array each for as long as it stays the same. */
export function reactionsByActivity(reactions: readonly Reaction[]): (activityId: string) => readonly Reaction[] {
  const byActivity = new Map<string, Reaction[]>();
  for (const reaction of reactions) {
    byActivity.set(reaction.activityId, [...(byActivity.get(reaction.activityId) ?? []), reaction]);
  }
  return (activityId) => byActivity.get(activityId) ?? none;
}
