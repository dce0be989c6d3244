import { t } from "@lingui/core/macro";
import type { Reason, SubscriptionPatch, Ticket, TicketSubscription } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { Kind } from "./kind";
import { ticketName } from "./ticket/words";

/** All reasons, in the order in which a row holds them. */
const reasons: readonly Reason[] = ["manual", "mention", "commented", "created", "assigne"];

/** The reasons to follow a ticket that the ticket itself gives a person. */
export function reasonsOfTicket(ticket: Ticket, me: string): Reason[] {
  const own: [Reason, boolean][] = [
    ["commented", ticket.commentedByUserIds.includes(me)],
    ["created", ticket.createdUserId === me],
    ["assigne", ticket.assigneesIds.includes(me)],
  ];
  return own.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** The person's row about a ticket. A page holds the rows of one person. */
const rowOf = (rows: RowReader, ticketId: string) => rows.rows("ticketSubscription").find((row) => row.ticketId === ticketId);

const blank = (id: string, ticketId: string, me: string, at: string): TicketSubscription => ({
  id,
  ticketId,
  workspaceUserId: me,
  reasons: [],
  firstUnreadActivityId: null,
  lastReadActivityId: null,
  lastReadNumber: 0,
  doneNumber: null,
  muted: false,
  unsubscribed: false,
  snoozedUntil: null,
  createdAt: at,
});

/** The row after a patch; null if the node will refuse the patch. */
function patched(row: TicketSubscription, patch: SubscriptionPatch, ticket: Ticket, me: string): TicketSubscription | null {
  const newest = ticket.lastActivity?.number ?? 0;
  const { manual, lastRead, firstUnreadActivityId, doneNumber, ...rest } = patch;
  if ([lastRead?.number ?? 0, doneNumber ?? 0].some((number) => number < 0 || number > newest)) return null;
  const next = { ...row, ...rest };
  if (lastRead && lastRead.number >= row.lastReadNumber) {
    next.lastReadNumber = lastRead.number;
    next.lastReadActivityId = lastRead.activityId;
  }
  // A mention that this device has not seen yet stays unread.
  if (lastRead?.number === newest) next.firstUnreadActivityId = null;
  if (firstUnreadActivityId !== undefined) next.firstUnreadActivityId = firstUnreadActivityId;
  if (doneNumber !== undefined) next.doneNumber = doneNumber;
  const held = new Set([...row.reasons, ...reasonsOfTicket(ticket, me)]);
  if (manual === true) held.add("manual");
  if (manual === false) held.delete("manual");
  next.reasons = reasons.filter((reason) => held.has(reason));
  return next;
}

/** A person's subscription to a ticket. Each row belongs to one person, and no other person sees it. */
export const ticketSubscription: Kind<"ticketSubscription"> = {
  commands: {
    "subscription.update": {
      predict(world, { ticketId, patch }, { me, at, commandId }) {
        const ticket = world.ticket(ticketId);
        if (!ticket) return;
        const row = rowOf(world.rows, ticketId) ?? blank(commandId, ticketId, me, at);
        const next = patched(row, patch, ticket, me);
        if (next) world.rows.set("ticketSubscription", row.id, next);
      },
      inverse({ rows, me }, { ticketId, patch }) {
        const ticket = rows.get("ticket", ticketId);
        if (!ticket) return null;
        const row = rowOf(rows, ticketId) ?? blank("", ticketId, me, "");
        const { manual, lastRead, ...rest } = patch;
        const back: SubscriptionPatch = Object.fromEntries(Object.keys(rest).map((key) => [key, row[key as keyof typeof rest]]));
        if (manual !== undefined) back.manual = row.reasons.includes("manual");
        // The number that was read never falls, so the ticket is marked as unread instead.
        const last = ticket.lastActivity;
        if (lastRead && (row.firstUnreadActivityId !== null || (last && last.number > row.lastReadNumber && last.userId !== me)))
          back.firstUnreadActivityId = row.firstUnreadActivityId ?? last?.id ?? null;
        return Object.keys(back).length > 0 ? [{ kind: "subscription.update", ticketId, patch: back }] : null;
      },
      touches: ({ ticketId }) => [{ id: ticketId, fields: ["subscription"] }],
      stepName: () => t`changing the inbox`,
      describe: (view, { ticketId }) => ({ what: t`Inbox: ${ticketName(view, ticketId)}`, text: null }),
    },
  },
};
