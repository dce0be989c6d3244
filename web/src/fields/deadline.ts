import { today } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import type { DateValue } from "./value";

/** True if a ticket is past its deadline. A ticket that is done is never late. */
export function isLate({ deadline, read }: DateValue, ticket: Ticket): boolean {
  const date = deadline && !ticket.completed ? read(ticket) : null;
  return date !== null && date < today();
}
