import { addDays, type PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The rows from which the dates of followers are computed. */
export type Plan = Pick<View, "tickets" | "links" | "linkLags" | "statuses">;

/** A "blocks" link that says when a task may start. */
export interface Tie {
  /** The id of the link. */
  id: string;
  /** The predecessor, which blocks. */
  from: string;
  /** The follower, which is blocked. */
  to: string;
  /** Calendar days between the end of the predecessor and the start of the follower; below 0, they may overlap. */
  lag: number;
}

/** True if a task is completed or canceled. Such a task does not move and does not hold other tasks. */
export function isOver({ statuses }: Pick<Plan, "statuses">, { statusId, completed }: Ticket): boolean {
  const category = statuses[statusId]?.category;
  return completed || category === "completed" || category === "canceled";
}

/** The ties between tasks that are not over and not in the trash, in the order of the links. */
export function tiesOf(plan: Plan): Tie[] {
  const lags = new Map(rowsOf(plan.linkLags).map(({ linkId, days }) => [linkId, days]));
  const counts = (id: string) => {
    const ticket = plan.tickets[id];
    return ticket !== undefined && ticket.trashedAt === null && !isOver(plan, ticket);
  };
  return rowsOf(plan.links)
    .filter(({ kind, fromTicketId, toTicketId }) => kind === "blocks" && fromTicketId !== toTicketId && counts(fromTicketId) && counts(toTicketId))
    .map(({ id, fromTicketId, toTicketId }) => ({ id, from: fromTicketId, to: toTicketId, lag: lags.get(id) ?? 0 }));
}

/** The ties by one of their ends. */
export function tiesBy(ties: readonly Tie[], end: "from" | "to"): Map<string, Tie[]> {
  const found = new Map<string, Tie[]>();
  for (const tie of ties) {
    const known = found.get(tie[end]);
    if (known) known.push(tie);
    else found.set(tie[end], [tie]);
  }
  return found;
}

/** The first day on which a follower may start: the day after the end, and the lag later. */
export const firstDay = (end: PlainDate, { lag }: Pick<Tie, "lag">): PlainDate => addDays(end, lag + 1);

/**
 * The tasks that can be reached from some tasks, these included. Each task comes after all tasks that it follows. In a
 * loop, which the node refuses, one of the tasks comes first.
 */
export function inOrder(starts: Iterable<string>, byFrom: ReadonlyMap<string, readonly Tie[]>): string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path = [{ id: start, next: 0 }];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const tie = byFrom.get(at.id)?.[at.next];
      at.next += 1;
      if (tie === undefined) done.push(path.pop()?.id ?? at.id);
      else if (!seen.has(tie.to)) {
        seen.add(tie.to);
        path.push({ id: tie.to, next: 0 });
      }
    }
  }
  return done.toReversed();
}
