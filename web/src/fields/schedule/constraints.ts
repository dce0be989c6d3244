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

/** When a follower may start or end because of one predecessor. A "blocks" link makes one constraint or several. */
export interface Constraint extends Joined {
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

/** The most constraints that one link makes. A link between tasks with so many subtasks that it would make more makes none. */
const mostConstraints = 40_000;

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
 * The constraints between tasks that are not over and not in the trash, in the order of the links. In a rolled plan, the link of a
 * task with subtasks makes a constraint for each of them, and none if it leads to one of them. A link to the end of such a task
 * makes one for the subtask that ends last.
 */
export function constraintsOf(plan: Plan): Constraint[] {
  const counts = (id: string) => {
    const ticket = plan.tickets[id];
    return ticket !== undefined && ticket.trashedAt === null && !isOver(plan, ticket);
  };
  const parts = plan.rolled ? partsOf(plan.tickets) : null;
  const tasksOf = (id: string) => parts?.get(id)?.filter(counts) ?? [id];
  return rowsOf(plan.links)
    .filter(({ kind, fromTicketId, toTicketId }) => kind === "blocks" && fromTicketId !== toTicketId && counts(fromTicketId) && counts(toTicketId))
    .flatMap(({ id, fromTicketId, toTicketId }): Constraint[] => {
      const { ends, lag } = dependencyOf(plan, id);
      const { fromEnd, toEnd } = joinedBy(ends);
      const [before, all] = [tasksOf(fromTicketId), tasksOf(toTicketId)];
      const after = toEnd === "end" ? lastOf(all, plan.tickets) : all;
      const leadsInside = new Set([...before, ...all]).size < before.length + all.length;
      if (leadsInside || before.length * after.length > mostConstraints) return [];
      return before.flatMap((from) => after.map((to) => ({ id, from, to, lag, fromEnd, toEnd })));
    });
}

/** The constraints by their predecessors (`from`) or their followers (`to`). */
export function constraintsBy(constraints: readonly Constraint[], end: "from" | "to"): Map<string, Constraint[]> {
  const found = new Map<string, Constraint[]>();
  for (const constraint of constraints) {
    const known = found.get(constraint[end]);
    if (known) known.push(constraint);
    else found.set(constraint[end], [constraint]);
  }
  return found;
}

/** A constraint with the day from which its lag counts: the start or the end of the predecessor. */
export interface Bound {
  constraint: Constraint;
  day: PlainDate;
}

/**
 * The constraints of a follower that bind it. A predecessor without days does not bind. If one link counts from the starts of
 * several tasks, only the task that starts first binds.
 */
export function boundsOf(constraints: readonly Constraint[], daysOf: (ticketId: string) => Days | null | undefined): Bound[] {
  const bounds: Bound[] = [];
  const firsts = new Map<string, Bound>();
  for (const constraint of constraints) {
    const days = daysOf(constraint.from);
    if (!days) continue;
    const bound = { constraint, day: days[constraint.fromEnd] };
    const known = firsts.get(constraint.id);
    if (constraint.fromEnd === "end") bounds.push(bound);
    else if (!known || bound.day < known.day) firsts.set(constraint.id, bound);
  }
  return [...bounds, ...firsts.values()];
}

/**
 * The tasks that can be reached from some tasks, these included. Each task comes after all tasks that it follows. In a
 * loop, which the node refuses, one of the tasks comes first.
 */
export function inDependencyOrder(starts: Iterable<string>, byFrom: ReadonlyMap<string, readonly Constraint[]>): string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path = [{ id: start, next: 0 }];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const constraint = byFrom.get(at.id)?.[at.next];
      at.next += 1;
      if (constraint === undefined) done.push(path.pop()?.id ?? at.id);
      else if (!seen.has(constraint.to)) {
        seen.add(constraint.to);
        path.push({ id: constraint.to, next: 0 });
      }
    }
  }
  return done.toReversed();
}
