import { addDays, type PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById, View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { once } from "../options";
import { parentSpans, spanOf } from "./span";

/** The rows from which the dates of followers are computed. */
export interface Plan extends Pick<View, "tickets" | "links" | "linkLags" | "statuses"> {
  /** True if a task with subtasks takes the days of these: what it waits for holds them all, and what waits for it waits for them all. */
  rolled?: boolean | undefined;
}

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
  /** All tasks that the follower waits for, if the predecessor stands for several. */
  group?: readonly string[];
}

/** True if a task is completed or canceled. Such a task does not move and does not hold other tasks. */
export function isOver({ statuses }: Pick<Plan, "statuses">, { statusId, completed }: Ticket): boolean {
  const category = statuses[statusId]?.category;
  return completed || category === "completed" || category === "canceled";
}

/** A link between tasks with so many subtasks that it would make more ties than these ties none of them. */
const mostTies = 40_000;

/** The dated tasks below each task that takes the days of its subtasks, without those that take such days themselves. */
export const partsOf = once((tickets: ById<Ticket>): ReadonlyMap<string, readonly string[]> => {
  const parents = parentSpans(tickets);
  const parts = new Map<string, string[]>();
  for (const ticket of rowsOf(tickets)) {
    if (ticket.trashedAt !== null || parents.has(ticket.id) || spanOf(ticket) === null) continue;
    const seen = new Set([ticket.id]);
    for (let above = ticket.parentTicketId; above !== null && !seen.has(above); above = tickets[above]?.parentTicketId ?? null) {
      seen.add(above);
      const known = parts.get(above);
      if (known) known.push(ticket.id);
      else parts.set(above, [ticket.id]);
    }
  }
  return parts;
});

/**
 * The ties between tasks that are not over and not in the trash, in the order of the links. In a rolled plan, the link of a
 * task with subtasks ties all of these, and none if it leads to one of them.
 */
export function tiesOf(plan: Plan): Tie[] {
  const lags = new Map(rowsOf(plan.linkLags).map(({ linkId, days }) => [linkId, days]));
  const counts = (id: string) => {
    const ticket = plan.tickets[id];
    return ticket !== undefined && ticket.trashedAt === null && !isOver(plan, ticket);
  };
  const parts = plan.rolled ? partsOf(plan.tickets) : null;
  const tasksOf = (id: string) => parts?.get(id)?.filter(counts) ?? [id];
  return rowsOf(plan.links)
    .filter(({ kind, fromTicketId, toTicketId }) => kind === "blocks" && fromTicketId !== toTicketId && counts(fromTicketId) && counts(toTicketId))
    .flatMap(({ id, fromTicketId, toTicketId }): Tie[] => {
      const [before, after] = [tasksOf(fromTicketId), tasksOf(toTicketId)];
      const leadsInside = new Set([...before, ...after]).size < before.length + after.length;
      if (leadsInside || before.length * after.length > mostTies) return [];
      const lag = lags.get(id) ?? 0;
      return before.flatMap((from) => after.map((to) => ({ id, from, to, lag, ...(before.length > 1 && { group: before }) })));
    });
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
