import type { OptionalPage } from "@/lib/paths";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { Ticket } from "@/wire/generated";

export interface Counts extends Partial<Record<"all" | OptionalPage, number>> {
  byList: Record<string, number>;
  mine: number;
  private: number;
  trash: number;
}

/** The number of open tickets for each line of the sidebar; for the trash, the number of trashed tickets. */
export function countTickets(tickets: Readonly<Record<string, Ticket>>, me: string | null): Counts {
  const counts: Counts = { byList: {}, mine: 0, private: 0, trash: 0 };
  for (const ticket of rowsOf(tickets)) {
    if (ticket.trashedAt !== null) {
      counts.trash += 1;
      continue;
    }
    if (ticket.completed) continue;
    if (ticket.private) counts.private += 1;
    if (me !== null && ticket.assigneesIds.includes(me)) counts.mine += 1;
    for (const { listId } of ticket.lists) counts.byList[listId] = (counts.byList[listId] ?? 0) + 1;
  }
  return counts;
}
