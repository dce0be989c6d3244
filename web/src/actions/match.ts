import { t } from "@lingui/core/macro";
import type { Answer } from "@/sync/types";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { changeTickets } from "./tickets";

interface Match {
  ticketId: string;
  patch: TicketPatch;
}

/**
 * The changes that replace an imported person with a member: as assignee, as reporter, and as reporter of the tickets
 * that the person created and that name no reporter. Comments and history keep the imported name.
 */
export function matches(tickets: Iterable<Ticket>, personId: string, memberId: string): Match[] {
  const found: Match[] = [];
  for (const ticket of tickets) {
    const patch: TicketPatch = {};
    if (ticket.assigneesIds.includes(personId)) patch.assigneesIds = { add: [memberId], remove: [personId] };
    const reported = ticket.reportBy ?? ticket.createdUserId;
    if (reported === personId) patch.reportBy = memberId;
    if (Object.keys(patch).length > 0) found.push({ ticketId: ticket.id, patch });
  }
  return found;
}

/** Applies matches in commands of at most 700 tickets, as one undo step. */
export const matchPerson = (found: readonly Match[]): Promise<Answer[]> => changeTickets(found, t`matching an imported person`);
