import { t } from "@lingui/core/macro";
import { Check } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { subscriptionOf } from "@/sync/following";
import { inboxOf, isFresh } from "@/sync/inbox";
import { dispatch, dispatchAll, undo, useTroupe } from "@/sync/store";
import type { Answer } from "@/sync/types";
import { tell } from "@/ui/Toast";
import type { Command, SubscriptionPatch, Ticket } from "@/wire/generated";

const change = (ticketId: string, patch: SubscriptionPatch, label: string): Promise<Answer> =>
  dispatch({ kind: "subscription.update", ticketId, patch }, { label });

/** The patch that marks a ticket as read as far as this page knows it. */
function readPatch({ lastActivity }: Pick<Ticket, "lastActivity">): SubscriptionPatch {
  // A mention that this page does not know yet must stay unread, so the mark names how far the page knows the ticket.
  return lastActivity ? { lastRead: { activityId: lastActivity.id, number: lastActivity.number } } : { firstUnreadActivityId: null };
}

/** What reading a ticket stores; null if there is nothing unread. Reading ends a snooze that is over. */
export function readingOf(state: Pick<ReturnType<typeof useTroupe.getState>, "tickets" | "subscriptions" | "me" | "preferences">, ticketId: string, now: number): SubscriptionPatch | null {
  const { tickets, me } = state;
  const ticket = tickets[ticketId];
  const row = subscriptionOf(state, ticketId);
  if (!ticket || me === null) return null;
  const woken = row?.snoozedUntil != null && Date.parse(row.snoozedUntil) <= now;
  const told = row !== undefined || [ticket.createdUserId, ...ticket.assigneesIds, ...ticket.commentedByUserIds].includes(me);
  if (!told || row?.unsubscribed) return null;
  if (row?.firstUnreadActivityId == null && !isFresh(ticket, row, me, state.preferences) && !woken) return null;
  return { ...readPatch(ticket), ...(woken && { snoozedUntil: null }) };
}

/** Marks a ticket as read because the person has it open. This is no step of undo. */
export function readOpened(ticketId: string): void {
  const patch = readingOf(useTroupe.getState(), ticketId, Date.now());
  if (patch) void dispatch({ kind: "subscription.update", ticketId, patch }, { undo: false });
}

/** Marks tickets as read, as one undo step. */
export function markRead(ticketIds: readonly string[]): void {
  const state = useTroupe.getState();
  const commands = ticketIds.flatMap((ticketId): Command[] => {
    const patch = readingOf(state, ticketId, Date.now());
    return patch ? [{ kind: "subscription.update", ticketId, patch }] : [];
  });
  if (commands.length > 0) void dispatchAll(commands, { label: t`marking as read` });
}

export function markUnread(ticketId: string): void {
  const last = useTroupe.getState().tickets[ticketId]?.lastActivity;
  if (last) void change(ticketId, { firstUnreadActivityId: last.id, doneNumber: null }, t`marking as unread`);
}

/** Takes a ticket out of the inbox until something new happens to it. */
export function markDone(ticketId: string): void {
  const ticket = useTroupe.getState().tickets[ticketId];
  if (ticket?.lastActivity) void change(ticketId, { ...readPatch(ticket), doneNumber: ticket.lastActivity.number, snoozedUntil: null }, t`marking as done`);
}

/** Calls `markDone` and offers to undo it, because a finger marks a ticket by mistake more often than a key does. */
export function doneWithUndo(ticketId: string): void {
  markDone(ticketId);
  tell({ text: t`Marked as done`, icon: Check, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
}

export const setMuted = (ticketId: string, muted: boolean): void =>
  void change(ticketId, { muted }, muted ? t`muting a task` : t`unmuting a task`);

/** Hides a ticket until a time; null shows it again. */
export const snooze = (ticketId: string, until: Date | null): void =>
  void change(ticketId, { snoozedUntil: until?.toISOString() ?? null }, until ? t`snoozing a task` : t`ending a snooze`);

/** The longest time that a browser waits at once. */
const longest = 2 ** 31 - 1;

/** The next midnight of the person, which begins another day of the inbox. */
function midnight(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}

/** The inbox, which changes also when a snooze ends, and the time that it is of. */
export function useInbox() {
  const tickets = useTroupe((state) => state.tickets);
  const subscriptions = useTroupe((state) => state.subscriptions);
  const me = useTroupe((state) => state.me);
  const preferences = useTroupe((state) => state.preferences);
  const [now, setNow] = useState(() => Date.now());
  const inbox = useMemo(() => inboxOf({ tickets, subscriptions, me, preferences }, now), [tickets, subscriptions, me, preferences, now]);
  const { wakesAt } = inbox;
  useEffect(() => {
    const next = Math.min(wakesAt ?? Infinity, midnight(now));
    const timer = setTimeout(() => setNow(Date.now()), Math.min(longest, Math.max(0, next - Date.now()) + 50));
    return () => clearTimeout(timer);
  }, [wakesAt, now]);
  return { ...inbox, now };
}
