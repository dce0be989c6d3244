import type { PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import { addWorkingDays, nextWorkingDay, workingDaysFrom, type WorkingDays } from "./calendar";
import { firstDay } from "./ends";
import { lengthOf, startFor } from "./placing";
import { spanOf, type Days } from "./span";
import { boundsOf, constraintsBy, constraintsOf, inDependencyOrder, isOver, partsOf, type Constraint, type Plan } from "./constraints";

/** The tasks that decide on which day all work is finished. */
export interface CriticalPath {
  /** The ids of the tasks without slack. */
  critical: ReadonlySet<string>;
  /** The ids of the links along which they follow each other. */
  links: ReadonlySet<string>;
  /** By how many working days a task may move later before the last day moves, by the id of the task. */
  slack: ReadonlyMap<string, number>;
}

/**
 * The critical path of the tasks that have dates and are not over. A gap between a task and its follower is kept, as an
 * intended wait, so it neither ends the path nor counts as slack. A follower that starts or ends too early counts as pushed.
 */
export function criticalPath({ days, ...plan }: Plan & { days: WorkingDays }): CriticalPath {
  const scheduled = new Map<string, Days>();
  const parts = plan.rolled ? partsOf(plan.tickets) : null;
  for (const ticket of rowsOf(plan.tickets)) {
    // The subtasks of a task count in its place.
    if (parts?.has(ticket.id)) continue;
    const span = ticket.trashedAt === null && !isOver(plan, ticket) ? spanOf(ticket) : null;
    if (span) scheduled.set(ticket.id, span);
  }
  const all = constraintsOf(plan).filter(({ from, to }) => scheduled.has(from) && scheduled.has(to));
  const order = inDependencyOrder(scheduled.keys(), constraintsBy(all, "from"));
  const place = new Map(order.map((id, index) => [id, index]));
  // The link that closes a loop is left out.
  const constraints = all.filter(({ from, to }) => (place.get(from) ?? 0) < (place.get(to) ?? 0));
  const { planned, earliest } = forward(scheduled, order, constraintsBy(constraints, "to"), days);
  const slack = backward(order, planned, earliest, constraintsBy(constraints, "from"), days);
  const critical = new Set([...slack].filter(([, left]) => left === 0).map(([id]) => id));
  const drives = (constraint: Constraint) => critical.has(constraint.from) && critical.has(constraint.to) && earliest.get(constraint.to)?.byConstraint.get(constraint) === earliest.get(constraint.to)?.latest;
  return { critical, links: new Set(constraints.filter(drives).map(({ id }) => id)), slack };
}

/** The working days on which the predecessors of a task let it start. A constraint that does not bind is absent. */
interface EarliestStarts {
  byConstraint: ReadonlyMap<Constraint, PlainDate>;
  latest: PlainDate;
}

/** The days of each task, pushed where they are too early, and the first day that its predecessors allow. */
function forward(scheduled: ReadonlyMap<string, Days>, order: readonly string[], byTo: ReadonlyMap<string, readonly Constraint[]>, days: WorkingDays) {
  const planned = new Map<string, Days>();
  const earliest = new Map<string, EarliestStarts>();
  for (const id of order) {
    const span = scheduled.get(id);
    if (!span) continue;
    const byConstraint = new Map<Constraint, PlainDate>();
    let latest = "";
    let isPushed = false;
    for (const { constraint, day } of boundsOf(byTo.get(id) ?? [], (from) => planned.get(from))) {
      const first = firstDay(day, constraint);
      const start = startFor(days, span, constraint.toEnd, first);
      byConstraint.set(constraint, start);
      if (start > latest) latest = start;
      // A task that starts on a day off is not pushed to the next working day.
      isPushed ||= constraint.toEnd === "end" ? first > span.end : start > nextWorkingDay(days, span.start);
    }
    if (latest !== "") earliest.set(id, { byConstraint, latest });
    planned.set(id, isPushed ? { start: latest, end: addWorkingDays(days, latest, lengthOf(days, span) - 1) } : span);
  }
  return { planned, earliest };
}

function backward(order: readonly string[], planned: ReadonlyMap<string, Days>, earliest: ReadonlyMap<string, EarliestStarts>, byFrom: ReadonlyMap<string, readonly Constraint[]>, days: WorkingDays): Map<string, number> {
  const slack = new Map<string, number>();
  const last = [...planned.values()].reduce((latest, { end }) => (end > latest ? end : latest), "");
  for (const id of order.toReversed()) {
    let least = workingDaysFrom(days, planned.get(id)?.end ?? last, last);
    for (const constraint of byFrom.get(id) ?? []) {
      const { byConstraint, latest = "" } = earliest.get(constraint.to) ?? {};
      const start = byConstraint?.get(constraint);
      if (start !== undefined) least = Math.min(least, workingDaysFrom(days, start, latest) + (slack.get(constraint.to) ?? 0));
    }
    slack.set(id, least);
  }
  return slack;
}
