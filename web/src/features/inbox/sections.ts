import { t } from "@lingui/core/macro";
import { addDays, today } from "@/lib/plainDate";
import type { InboxLine } from "@/sync/inbox";
import type { View } from "@/sync/types";
import type { Reason } from "@/wire/generated";

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

/** The reasons that the filter offers. Mentions and assigned tasks have tabs. */
export const filterReasons = ["created", "commented", "manual"] as const satisfies readonly Reason[];

/** The tab and the filter in the address. The page shows the lines of the tab that have one of the reasons and are in one of the lists; an empty filter shows all. */
export interface InboxFilter {
  tab: InboxTab;
  reasons: readonly Reason[];
  listIds: readonly string[];
}

/** Reads the address of the page. Unknown tabs and reasons are ignored. */
export function filterAt(search: string): InboxFilter {
  const said = new URLSearchParams(search);
  const named = (parameter: string) => (said.get(parameter) ?? "").split(",").filter((each) => each !== "");
  const reasons = named("reason");
  return { tab: tabNamed(said.get("tab")), reasons: filterReasons.filter((each) => reasons.includes(each)), listIds: [...new Set(named("list"))] };
}

/** The part of the address that says what the page shows. */
export function queryOf({ tab, reasons, listIds }: InboxFilter): string {
  const said = [...(tab === "all" ? [] : [`tab=${tab}`]), ...(reasons.length > 0 ? [`reason=${reasons.join()}`] : []), ...(listIds.length > 0 ? [`list=${listIds.map(encodeURIComponent).join()}`] : [])];
  return said.length === 0 ? "" : `?${said.join("&")}`;
}

/** The filter after one of its reasons or lists is switched on or off. */
export function switched(filter: InboxFilter, id: string): InboxFilter {
  const reason = filterReasons.find((each) => each === id);
  const toggled = <T,>(all: readonly T[], one: T) => (all.includes(one) ? all.filter((each) => each !== one) : [...all, one]);
  return reason === undefined ? { ...filter, listIds: toggled(filter.listIds, id) } : { ...filter, reasons: toggled(filter.reasons, reason) };
}

/** The lines that match the filter. */
export function narrowed(lines: readonly InboxLine[], { reasons, listIds }: InboxFilter, tickets: View["tickets"]): readonly InboxLine[] {
  const hasReason = (line: InboxLine) => reasons.length === 0 || reasons.some((reason) => line.reasons.includes(reason));
  const isInList = ({ ticketId }: InboxLine) => listIds.length === 0 || (tickets[ticketId]?.lists.some(({ listId }) => listIds.includes(listId)) ?? false);
  return reasons.length + listIds.length === 0 ? lines : lines.filter((line) => hasReason(line) && isInList(line));
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

/** The time that a person has chosen by a date and a time of day; null if one of them is missing, or if the time has passed. */
export function chosenTime(date: string, time: string, now: Date): Date | null {
  const until = new Date(`${date}T${time}`);
  return date !== "" && time !== "" && until > now ? until : null;
}
