import type { Ticket } from "@/wire/generated";

/** Where a ticket lives: in the scope of its creator, in the workspace scope, or in a restricted list, named by its id. */
export type TicketHome = "private" | "open" | string;

/** What says where a ticket lives. */
interface Homes {
  ticket(id: string): Ticket | undefined;
  isRestricted(listId: string): boolean;
}

/** A subtask lives where the ticket at the top lives. */
export function homeOf(world: Homes, ticket: Pick<Ticket, "id" | "private" | "lists" | "parentTicketId">): TicketHome {
  const seen = new Set<string>();
  let top = ticket;
  while (top.parentTicketId && !seen.has(top.id)) {
    seen.add(top.id);
    const parent = world.ticket(top.parentTicketId);
    if (!parent) break;
    top = parent;
  }
  if (top.private) return "private";
  return top.lists.find(({ listId }) => world.isRestricted(listId))?.listId ?? "open";
}

/** Whether a ticket in one home may name a ticket in another: everybody who sees the first one may see the other. */
export const mayName = (home: TicketHome, other: TicketHome): boolean => home === other || (other === "open" && home !== "private");
