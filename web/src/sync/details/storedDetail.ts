import type { Activity, Reaction, Ticket } from "@/wire/generated";
import type { SyncState, TicketDetail } from "../types";
import type { Details } from "./details";

/** The details of a ticket as they are stored on this machine. */
export interface StoredDetail {
  ticketId: string;
  description: string | null;
  /** Newest first; older ones are not stored. */
  activities: Activity[];
  reactions: Reaction[];
  /** The last activity that the details include; null for tickets of nodes that did not tell it. */
  last: string | null;
  /** When the details were stored, in milliseconds. */
  at: number;
}

/** The most tickets whose details are stored, and the most activities of each. */
export const most = { tickets: 200, activities: 100 };

type Seen = Pick<SyncState, "tickets" | "details" | "waiting">;

const lastOf = (ticket: Pick<Ticket, "lastActivity"> | undefined): string | null => ticket?.lastActivity?.id ?? null;

/** What to store of the details that have changed since `before`. Details with own edits that wait for an answer are not stored. */
export function detailsToStore(now: Seen, before: Seen["details"], at: number): StoredDetail[] {
  if (now.waiting > 0) return [];
  return Object.entries(now.details).flatMap(([ticketId, detail]) => {
    const ticket = now.tickets[ticketId];
    if (detail.state !== "ready" || detail === before[ticketId] || !ticket) return [];
    const activities = detail.activities.slice(0, most.activities);
    const shown = new Set(activities.map(({ id }) => id));
    const reactions = detail.reactions.filter(({ activityId }) => shown.has(activityId));
    return [{ ticketId, description: detail.description, activities, reactions, last: lastOf(ticket), at }];
  });
}

/** The stored details to delete: details of tickets that the person no longer sees, and the oldest details beyond the maximum. */
export function detailsToDrop(stored: ReadonlyMap<string, number>, tickets: Readonly<Record<string, unknown>>): string[] {
  const newestFirst = [...stored].toSorted(([, a], [, b]) => b - a).map(([ticketId]) => ticketId);
  const here = newestFirst.filter((ticketId) => ticketId in tickets);
  const stay = new Set(here.slice(0, most.tickets));
  return newestFirst.filter((ticketId) => !stay.has(ticketId));
}

/** The tickets that a page shows without details, because the node does not answer. */
export function detailsToShow({ details, connection }: Pick<SyncState, "details" | "connection">): string[] {
  const lacks = (detail: TicketDetail) => detail.state !== "ready" && detail.stored === undefined;
  return Object.entries(details).flatMap(([ticketId, detail]) => (lacks(detail) && (connection === "offline" || detail.state === "failed") ? [ticketId] : []));
}

/** True if nothing has happened to the ticket since its details were stored. */
export const isCurrent = (stored: Pick<StoredDetail, "last">, ticket: Pick<Ticket, "lastActivity"> | undefined): boolean => stored.last === lastOf(ticket);

/** Shows what this machine has stored, until the node answers. */
export function showStored(details: Details, ticketId: string, { description, activities, reactions }: StoredDetail, current: boolean): Details {
  const held = details[ticketId];
  if (!held || held.state === "ready") return details;
  return { ...details, [ticketId]: { ...held, description, activities, reactions, stored: current ? "current" : "outdated" } };
}
