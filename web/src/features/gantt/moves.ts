import type { Dates, Days } from "@/fields/schedule/span";
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
  selected: readonly string[];
  /** True if the ticket shows the days of its subtasks, which move along. */
  isParent: (ticketId: string) => boolean;
}

/** The tickets that a person moves by one of them: the whole selection if the ticket is one of it. An end moves alone. */
export const chosenWith = ({ ticketId, part, selected }: Pick<Wanted, "ticketId" | "part" | "selected">): readonly string[] =>
  part === "move" && selected.includes(ticketId) ? selected : [ticketId];

/** The tickets that a drag moves: those that the person moves, and the subtasks of parents. */
export function movedWith({ tickets, isParent, ...chosen }: Wanted): string[] {
  return [...new Set(chosenWith(chosen).flatMap((id) => (isParent(id) ? withSubtasks(tickets, id) : [id])))];
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

interface Alone {
  tickets: ById<Ticket>;
  ticketIds: readonly string[];
  days: number;
  /** The days that parents show. */
  parents: ReadonlyMap<string, Days>;
}

/** The new dates of tickets that move without their subtasks: a parent gets the days that it shows, moved, as dates of its own. */
export function movesAlone({ tickets, ticketIds, days, parents }: Alone): Map<string, Dates> {
  const moves = new Map<string, Dates>();
  for (const id of ticketIds) {
    const ticket = tickets[id];
    const shown = parents.get(id);
    const to = ticket && shifted(shown ? { startDate: shown.start, dueDate: shown.end } : ticket, "move", days);
    if (to && !sameDates(ticket, to)) moves.set(id, to);
  }
  return moves;
}
