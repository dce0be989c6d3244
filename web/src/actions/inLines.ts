import type { TicketCreate } from "@/wire/generated";

/** What the part for lines of new tickets does, once it has loaded: reads the values that a typed title names, and tells of tickets that the page does not show. */
export const inLines: { read?: (title: string) => Partial<TicketCreate>; wrote?: (tickets: readonly { ticketId: string }[]) => void } = {};
