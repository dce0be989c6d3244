import { t } from "@lingui/core/macro";
import { addDays, today } from "@/lib/plainDate";
import type { InboxLine } from "@/sync/inbox";

const tabs = ["all", "unread", "mentions", "assigned", "snoozed"] as const;
export type InboxTab = (typeof tabs)[number];

/** The tab that an address names, or else all. */
export const tabNamed = (word: string | null): InboxTab => tabs.find((tab) => tab === word) ?? "all";

/** The lines of a tab. Only its own tab shows what is snoozed. */
export function linesOf(lines: readonly InboxLine[], tab: InboxTab): readonly InboxLine[] {
  if (tab === "snoozed") return lines.filter(({ snoozedUntil }) => snoozedUntil !== null);
  const awake = lines.filter(({ snoozedUntil }) => snoozedUntil === null);
  if (tab === "unread") return awake.filter(({ unread }) => unread);
  if (tab === "mentions") return awake.filter(({ reasons }) => reasons.includes("mention"));
  return tab === "assigned" ? awake.filter(({ reasons }) => reasons.includes("assigne")) : awake;
}

export interface Section {
  name: string;
  lines: readonly InboxLine[];
}

/** The lines by day: today, yesterday, the week before, and all before that. Empty sections are left out. */
export function sectionsOf(lines: readonly InboxLine[], now: Date): Section[] {
  const day = today(now);
  const since: [string, string][] = [
    [t`Today`, day],
    [t`Yesterday`, addDays(day, -1)],
    [t`This week`, addDays(day, -6)],
    [t`Earlier`, ""],
  ];
  const sections = since.map(([name]): { name: string; lines: InboxLine[] } => ({ name, lines: [] }));
  for (const line of lines) {
    const of = today(new Date(line.at));
    sections[since.findIndex(([, from]) => of >= from)]?.lines.push(line);
  }
  return sections.filter((section) => section.lines.length > 0);
}

/** The choices of a snooze, each with its time. "Later today" is left out in the evening. */
export function snoozeChoices(now: Date): { id: string; name: string; until: Date }[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);
  const later = new Date(now.getTime() + 4 * 3_600_000);
  // Monday of the next week.
  const toMonday = ((8 - now.getDay()) % 7) || 7;
  return [
    ...(later.getDate() === now.getDate() ? [{ id: "later", name: t`Later today`, until: later }] : []),
    { id: "tomorrow", name: t`Tomorrow`, until: morning(1) },
    { id: "days", name: t`In 3 days`, until: morning(3) },
    { id: "week", name: t`Next week`, until: morning(toMonday) },
  ];
}
