import type { PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById, View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { once } from "../options";
import { dependencyOf, joinedBy, type Joined } from "./ends";
import { parentSpans, spanOf, type Days } from "./span";

/** The rows from which the dates of followers are computed. */
export interface Plan extends Pick<View, "tickets" | "links" | "linkLags" | "statuses"> {
  /** True if a task with subtasks takes the days of these: what it waits for holds them all, and what waits for it waits for them all. */
  rolled?: boolean | undefined;
}

/** A "blocks" link that says when a task may start or end. */
export interface Tie extends Joined {
  /** The id of the link. */
  id: string;
  /** The predecessor, which blocks. */
  from: string;
  /** The follower, which is blocked. */
  to: string;
  /** The calendar days between the two ends. Below 0, the follower may be earlier. */
  lag: number;
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

/** The task that ends last, as a list; empty if there are no tasks. */
function lastOf(ids: readonly string[], tickets: ById<Ticket>): readonly string[] {
  const endOf = (id: string) => {
    const ticket = tickets[id];
    return (ticket && spanOf(ticket)?.end) ?? "";
  };
  return ids.length < 2 ? ids : [ids.reduce((last, id) => (endOf(id) > endOf(last) ? id : last))];
}

/**
 * The ties between tasks that are not over and not in the trash, in the order of the links. In a rolled plan, the link of a
 * task with subtasks ties all of the subtasks, and none if it leads to one of them. A link to the end of such a task ties only
 * the subtask that ends last.
 */
export function tiesOf(plan: Plan): Tie[] {
  const counts = (id: string) => {
    const ticket = plan.tickets[id];
    return ticket !== undefined && ticket.trashedAt === null && !isOver(plan, ticket);
  };
  const parts = plan.rolled ? partsOf(plan.tickets) : null;
  const tasksOf = (id: string) => parts?.get(id)?.filter(counts) ?? [id];
  return rowsOf(plan.links)
    .filter(({ kind, fromTicketId, toTicketId }) => kind === "blocks" && fromTicketId !== toTicketId && counts(fromTicketId) && counts(toTicketId))
    .flatMap(({ id, fromTicketId, toTicketId }): Tie[] => {
      const { ends, lag } = dependencyOf(plan, id);
      const { fromEnd, toEnd } = joinedBy(ends);
      const [before, all] = [tasksOf(fromTicketId), tasksOf(toTicketId)];
      const after = toEnd === "end" ? lastOf(all, plan.tickets) : all;
      const leadsInside = new Set([...before, ...all]).size < before.length + all.length;
      if (leadsInside || before.length * after.length > mostTies) return [];
      return before.flatMap((from) => after.map((to) => ({ id, from, to, lag, fromEnd, toEnd })));
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

/** A tie, and the day from which it counts: the start or the end of the predecessor. */
export interface Ask {
  tie: Tie;
  day: PlainDate;
}

/**
 * What the ties of a follower ask of it. Ties to predecessors without days ask nothing. If one link counts from the starts of
 * several tasks, only the tie to the task that starts first asks.
 */
export function asksOf(ties: readonly Tie[], daysOf: (ticketId: string) => Days | null | undefined): Ask[] {
  const asks: Ask[] = [];
  const firsts = new Map<string, Ask>();
  for (const tie of ties) {
    const days = daysOf(tie.from);
    if (!days) continue;
    const ask = { tie, day: days[tie.fromEnd] };
    const known = firsts.get(tie.id);
    if (tie.fromEnd === "end") asks.push(ask);
    else if (!known || ask.day < known.day) firsts.set(tie.id, ask);
  }
  return [...asks, ...firsts.values()];
}

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
