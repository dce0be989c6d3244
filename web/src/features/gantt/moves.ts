import type { Dates } from "@/fields/schedule/span";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { sameDates, shifted, type Part } from "./dates";

/** A ticket and all that is below it, without the trash. */
export function withSubtasks(tickets: ById<Ticket>, ticketId: string): string[] {
  const ids = [ticketId];
  const seen = new Set(ids);
  for (const id of ids) {
    for (const child of tickets[id]?.subtasksOrder ?? []) {
      if (seen.has(child) || !tickets[child] || tickets[child].trashedAt !== null) continue;
      seen.add(child);
      ids.push(child);
    }
  }
  return ids;
}

interface Wanted {
  tickets: ById<Ticket>;
  ticketId: string;
  part: Part;
  days: number;
  selected: readonly string[];
  /** True if the ticket shows the days of its subtasks, which move along. */
  isParent: (ticketId: string) => boolean;
}

/** The tickets that a drag moves: the whole selection if the ticket is one of it, and the subtasks of parents. An end moves alone. */
export function movedWith({ tickets, ticketId, part, selected, isParent }: Omit<Wanted, "days">): string[] {
  const ids = part === "move" && selected.includes(ticketId) ? selected : [ticketId];
  return [...new Set(ids.flatMap((id) => (isParent(id) ? withSubtasks(tickets, id) : [id])))];
}

/** The new dates of these tickets. Tickets without dates, and those that stay, have none. */
export function movesOf(tickets: ById<Ticket>, ticketIds: readonly string[], part: Part, days: number): Map<string, Dates> {
  const moves = new Map<string, Dates>();
  for (const id of ticketIds) {
    const ticket = tickets[id];
    const to = ticket && shifted(ticket, part, days);
    if (ticket && to && !sameDates(ticket, to)) moves.set(id, to);
  }
  return moves;
}
