import type { TicketCreate } from "@/wire/generated";

/** Set by the module for new-ticket lines when it has loaded. `read` returns the values that a typed title names; `wrote` shows a notice for tickets that the page does not show. */
export const inLines: { read?: (title: string) => Partial<TicketCreate>; wrote?: (tickets: readonly { ticketId: string }[]) => void } = {};
