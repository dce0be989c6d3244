import type { LastActivity, NotificationKind, Reason, Ticket, TicketSubscription } from "@/wire/generated";
import { reasonsOf, subscriptionsByTicket } from "./following";
import { rowsOf } from "./tables/tableCopy";
import type { SyncState } from "./types";

/** The line of one ticket in the inbox. */
export interface InboxLine {
  ticketId: string;
  last: LastActivity;
  reasons: readonly Reason[];
  unread: boolean;
  /** A mention, or a mark that the person has set, is unread. */
  flagged: boolean;
  muted: boolean;
  /** The end of the snooze; null if the ticket is not snoozed. */
  snoozedUntil: string | null;
  /** Lines are ordered by this time: that of the last activity, or the end of a snooze. */
  at: string;
}

type Known = Pick<SyncState, "tickets" | "subscriptions" | "me" | "preferences">;

/** The notifications of each kind of activity. A mention is marked apart (NT11). */
const kindsOf: Readonly<Record<string, NotificationKind[]>> = {
  createdAt: ["createTicket", "assigneAdd"],
  comment: ["comment"],
  statusChange: ["status"],
  nameChange: ["name"],
  assigneeChange: ["assigneAdd", "assigneRemove"],
};

/** True if subscribers are notified of activities of a kind (IN2). */
export const notifies = (kind: string): boolean => kind in kindsOf;

/** True if activities of a kind make tickets unread for the person. */
function shows(preferences: Known["preferences"], activity: string): boolean {
  const chosen = Object.values(preferences)[0]?.notifications;
  const kinds = kindsOf[activity];
  return chosen === undefined || kinds === undefined || kinds.some((kind) => chosen[kind]?.includes("inApp") ?? true);
}

/** True if something that the person has not seen has happened to a ticket. Nothing that they did themselves counts. */
export function isFresh({ lastActivity: last, createdUserId }: Pick<Ticket, "lastActivity" | "createdUserId">, row: TicketSubscription | undefined, me: string, preferences: Known["preferences"]): boolean {
  if (last === undefined || last.userId === me) return false;
  // The creation is not among the earlier ones: it is number 1.
  const all = { ...(createdUserId !== me && { createdAt: { userId: createdUserId, number: 1 } }), ...last.earlier, [last.kind]: last };
  const seen = Math.max(row?.lastReadNumber ?? 0, ...Object.values(all).flatMap(({ userId, number }) => (userId === me ? [number] : [])));
  return last.number > seen && Object.entries(all).some(([kind, { number }]) => number > seen && shows(preferences, kind));
}

/** The line of a ticket at a time; null if the inbox does not show the ticket. */
export function lineOf(ticket: Ticket, row: TicketSubscription | undefined, me: string, now: number, preferences: Known["preferences"] = {}): InboxLine | null {
  const last = ticket.lastActivity;
  // Without a row, one's own acts alone are no news.
  if (!last || ticket.trashedAt !== null || (!row && last.userId === me)) return null;
  const reasons = reasonsOf(ticket, row, me);
  if (reasons.length === 0) return null;
  const flagged = row?.firstUnreadActivityId != null;
  const wakes = row?.snoozedUntil ?? null;
  const sleeps = wakes !== null && Date.parse(wakes) > now;
  const muted = row?.muted ?? false;
  const unread = flagged || (!muted && isFresh(ticket, row, me, preferences)) || (wakes !== null && !sleeps);
  const done = row !== undefined && row.doneNumber !== null && row.doneNumber >= row.lastReadNumber;
  if (done && !unread && !sleeps) return null;
  const at = wakes !== null && !sleeps && wakes > last.at ? wakes : last.at;
  return { ticketId: ticket.id, last, reasons, unread, flagged, muted, snoozedUntil: sleeps ? wakes : null, at };
}

const concerns = ({ createdUserId, assigneesIds, commentedByUserIds }: Ticket, me: string): boolean =>
  createdUserId === me || assigneesIds.includes(me) || commentedByUserIds.includes(me);

interface Inbox {
  /** Newest first, those that are snoozed too. */
  lines: readonly InboxLine[];
  /** The number of unread tickets that are not snoozed. */
  unread: number;
  /** Milliseconds at which the next snooze ends; null if nothing is snoozed. */
  wakesAt: number | null;
}

/** The inbox of the person who looks. */
export function inboxOf({ tickets, subscriptions, me, preferences }: Known, now: number): Inbox {
  if (me === null) return { lines: [], unread: 0, wakesAt: null };
  const rows = subscriptionsByTicket(subscriptions);
  const lines: InboxLine[] = [];
  let unread = 0;
  let wakesAt: number | null = null;
  for (const ticket of rowsOf(tickets)) {
    const row = rows.get(ticket.id);
    // This runs with every change of any ticket, so a ticket that does not concern the person must cost next to nothing.
    if (!row && !concerns(ticket, me)) continue;
    const line = lineOf(ticket, row, me, now, preferences);
    if (!line) continue;
    lines.push(line);
    if (line.snoozedUntil !== null) {
      const wakes = Date.parse(line.snoozedUntil);
      wakesAt = wakesAt === null ? wakes : Math.min(wakesAt, wakes);
    } else if (line.unread) unread += 1;
  }
  lines.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.ticketId < b.ticketId ? 1 : -1));
  return { lines, unread, wakesAt };
}

/** The lists with unread tickets that are not snoozed. */
export function unreadLists(lines: readonly InboxLine[], tickets: Known["tickets"]): ReadonlySet<string> {
  const unread = lines.filter((line) => line.unread && line.snoozedUntil === null);
  return new Set(unread.flatMap(({ ticketId }) => tickets[ticketId]?.lists.map(({ listId }) => listId) ?? []));
}
