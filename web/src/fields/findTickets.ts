import { rowsOf } from "@/sync/tables/tableCopy";
import { ticketByKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

const MOST = 8;

/**
 * Finds tickets by number or by words of their title, the best match first. Without a query, the most recent tickets.
 */
export function findTickets(
  view: Pick<View, "tickets" | "workspace">,
  query: string,
  leftOut: ReadonlySet<string>,
): Ticket[] {
  const fits = (ticket: Ticket) => !leftOut.has(ticket.id) && ticket.trashedAt === null && ticket.number !== 0;
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const exact = ticketByKey(view, query);
  const scored: { ticket: Ticket; score: number }[] = [];
  for (const ticket of rowsOf(view.tickets)) {
    if (!fits(ticket)) continue;
    const score = ticket === exact ? 0 : scoreOf(ticket, words);
    if (score !== null) scored.push({ ticket, score });
  }
  return scored
    .toSorted((a, b) => a.score - b.score || Number(a.ticket.completed) - Number(b.ticket.completed) || latest(a.ticket, b.ticket))
    .slice(0, MOST)
    .map(({ ticket }) => ticket);
}

/** The score of a ticket, lower for a better match; null if a word is missing. */
function scoreOf(ticket: Ticket, words: readonly string[]): number | null {
  const [first] = words;
  if (first === undefined) return 1;
  const [only, ...others] = words;
  const digits = others.length === 0 ? /^(?:[a-z][a-z0-9]*-|#)?(\d+)$/.exec(only ?? "")?.[1] : undefined;
  if (digits !== undefined && String(Math.abs(ticket.number)).startsWith(digits)) return 1;
  const title = ticket.title.toLowerCase();
  if (!words.every((word) => title.includes(word))) return null;
  return title.startsWith(first) ? 2 : 3;
}

const latest = (a: Ticket, b: Ticket) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.number - a.number);
