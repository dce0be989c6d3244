import { plural, t } from "@lingui/core/macro";
import { tellNotLoaded } from "@/actions/tellFailure";
import { changeTickets } from "@/actions/tickets";
import { later } from "@/lib/later";
import { addDays, type PlainDate } from "@/lib/plainDate";
import { tell } from "@/ui/Toast";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { changesOf, ticketsNow, type Carried } from "./drag";
import { moved, resized, unscheduled, type Edge } from "./move";
import { spanOf } from "./spans";

const rescheduling = (count: number) => plural(count, { one: "rescheduling a task", other: "rescheduling # tasks" });
const unscheduling = (count: number) => plural(count, { one: "unscheduling a task", other: "unscheduling # tasks" });

/** Changes tasks one by one, as one step of undo. Returns the number of changed tasks. */
function change(ticketIds: readonly string[], patchOf: (ticket: Ticket) => TicketPatch | null, label: (count: number) => string): number {
  const tickets = ticketsNow();
  const changes = ticketIds.flatMap((ticketId) => {
    const ticket = tickets[ticketId];
    const patch = ticket && !ticket.trashedAt ? patchOf(ticket) : null;
    return patch ? [{ ticketId, patch }] : [];
  });
  if (changes.length > 0) void changeTickets(changes, label(changes.length));
  return changes.length;
}

/** Moves tasks by days. Returns the number of tasks that moved. */
export const moveBy = (ticketIds: readonly string[], days: number): number => change(ticketIds, (ticket) => (spanOf(ticket) ? moved(ticket, days, "") : null), rescheduling);

/** Moves the start or the end of tasks by days. */
export function resizeBy(ticketIds: readonly string[], edge: Edge, days: number): number {
  const patchOf = (ticket: Ticket) => {
    const span = spanOf(ticket);
    return span && resized(ticket, edge, addDays(edge === "end" ? span.to : span.from, days));
  };
  return change(ticketIds, patchOf, rescheduling);
}

/** Takes the dates of tasks away. */
export const unschedule = (ticketIds: readonly string[]): number => change(ticketIds, unscheduled, unscheduling);

const duplicating = later(() => import("@/actions/duplicate"));

/** Drops on a day: the tasks move there, or, with `copies`, copies of them are made there. */
export function dropOn(day: PlainDate, carried: Carried, copies: boolean): void {
  const tickets = ticketsNow();
  const changes = changesOf(carried, day, tickets);
  if (copies) {
    const patches = new Map(changes.map(({ ticketId, patch }) => [ticketId, patch]));
    void duplicating.load().then(
      ({ duplicateTickets }) => duplicateTickets(carried.ids, (ticket) => patches.get(ticket.id) ?? {}),
      () => tellNotLoaded(() => dropOn(day, carried, copies)),
    );
    return;
  }
  const gone = carried.ids.filter((id) => !tickets[id] || tickets[id].trashedAt);
  if (gone.length > 0) tell({ text: t`Some of these tasks are now in the trash` });
  if (changes.length > 0) void changeTickets(changes, rescheduling(changes.length));
}
