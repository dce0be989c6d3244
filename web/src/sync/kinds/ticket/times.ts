import type { Status, Ticket } from "@/wire/generated";

const secondsBetween = (from: string, to: string) => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000));

/** The end of a plain date, in UTC, as the node counts it. */
const endOf = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString();

/** Puts a ticket into a status, and sets the times that follow from it. */
export function enterStatus(ticket: Ticket, status: Status, by: string, at: string): Ticket {
  const started = status.category === "started";
  const completed = status.category === "completed";
  const since = ticket.inProgressSince;
  const entered: Ticket = {
    ...ticket,
    statusId: status.id,
    previousStatusId: ticket.statusId === status.id ? ticket.previousStatusId : ticket.statusId,
    inProgressSince: started ? (since ?? at) : null,
    inProgressFor: since && !started ? ticket.inProgressFor + secondsBetween(since, at) : ticket.inProgressFor,
    completed,
    completedAt: completed ? (ticket.completedAt ?? at) : null,
    completedByUserId: completed ? (ticket.completed ? ticket.completedByUserId : by) : null,
  };
  return withDurations(entered);
}

/** `completedIn` and `delayedFor` follow from completion, creation and the due date. */
export function withDurations(ticket: Ticket): Ticket {
  const { completedAt, createdAt, dueDate } = ticket;
  return {
    ...ticket,
    completedIn: completedAt ? secondsBetween(createdAt, completedAt) : null,
    delayedFor: completedAt && dueDate ? secondsBetween(endOf(dueDate), completedAt) : null,
  };
}
