import { t } from "@lingui/core/macro";
import { AlarmClock, Bell, BellMinus, BellOff, CalendarClock, Check, Clock, Mail, MailOpen } from "lucide-react";
import { leaveTicket } from "@/actions/following";
import { doneWithUndo, markRead, markUnread, setMuted, snooze } from "@/actions/inbox";
import { formatInstant } from "@/lib/instant";
import { openOverlay } from "@/lib/overlays";
import { lineOf, type InboxLine } from "@/sync/inbox";
import type { SyncState } from "@/sync/types";
import type { MenuItem } from "@/ui/Menu";
import type { Ticket, TicketSubscription } from "@/wire/generated";
import { snoozeChoices } from "./sections";

const formatUntil = (until: Date): string => formatInstant(until.toISOString());

/** The lines of a menu that snoozes a ticket. */
export function snoozeItems(ticketId: string, snoozed: boolean): MenuItem[] {
  const choices = snoozeChoices(new Date()).map(({ id, name, until }): MenuItem => ({
    id,
    name: `${name} · ${formatUntil(until)}`,
    icon: Clock,
    onSelect: () => snooze(ticketId, until),
  }));
  const other: MenuItem = { id: "other", name: t`Choose a time…`, icon: CalendarClock, onSelect: () => openOverlay({ kind: "snooze", ticketId }) };
  const wake: MenuItem = { id: "wake", name: t`End snooze`, icon: AlarmClock, apart: true, onSelect: () => snooze(ticketId, null) };
  return [...choices, other, ...(snoozed ? [wake] : [])];
}

/** Lines that take a ticket out of the inbox, for now or until something happens to it. */
export function leavingItems({ ticketId, snoozedUntil }: InboxLine): MenuItem[] {
  return [
    { id: "done", name: t`Mark as done`, icon: Check, onSelect: () => doneWithUndo(ticketId) },
    { id: "snooze", name: t`Snooze`, icon: Clock, items: snoozeItems(ticketId, snoozedUntil !== null) },
  ];
}

/** The line that marks a ticket as read or unread. */
export function readItem({ ticketId, unread }: InboxLine): MenuItem {
  return unread
    ? { id: "read", name: t`Mark as read`, icon: MailOpen, onSelect: () => markRead([ticketId]) }
    : { id: "unread", name: t`Mark as unread`, icon: Mail, onSelect: () => markUnread(ticketId) };
}

/** Lines that mute or unmute a followed ticket, or unsubscribe from it. */
export function followingItems(ticketId: string, muted: boolean): MenuItem[] {
  return [
    muted
      ? { id: "unmute", name: t`Unmute`, icon: Bell, apart: true, onSelect: () => setMuted(ticketId, false) }
      : { id: "mute", name: t`Mute`, icon: BellOff, apart: true, onSelect: () => setMuted(ticketId, true) },
    { id: "leave", name: t`Unsubscribe`, icon: BellMinus, onSelect: () => leaveTicket(ticketId) },
  ];
}

/** The lines about the inbox in the menu of a ticket that the person follows. */
export function itemsOfFollowed(ticket: Ticket, row: TicketSubscription | undefined, me: string, preferences: SyncState["preferences"]): MenuItem[] {
  const line = lineOf(ticket, row, me, Date.now(), preferences);
  const [first, ...others] = line ? [...leavingItems(line), readItem(line)] : [];
  return [...(first ? [{ ...first, apart: true }, ...others] : []), ...followingItems(ticket.id, row?.muted ?? false)];
}
