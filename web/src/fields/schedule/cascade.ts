import type { PlainDate } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import { addWorkingDays, workingDaysFrom, type WorkingDays } from "./calendar";
import { firstDay } from "./ends";
import { lengthOf, startEndingOn, startFor } from "./placing";
import { spanOf, type Dates, type Days } from "./span";
import { boundsOf, constraintsBy, constraintsOf, inDependencyOrder, type Bound, type Constraint, type Plan } from "./constraints";

/**
 * What followers do when a task moves. `push`: a follower that would start or end too early moves to the first days on which
 * it may start or end. `keepGap`: a follower moves by the same number of working days, in either direction. `off`: a follower
 * stays.
 */
export type CascadeMode = "push" | "keepGap" | "off";

interface CascadeInput extends Plan {
  /** The new dates of the tasks that a person moves. */
  moves: ReadonlyMap<string, Dates>;
  mode: CascadeMode;
  days: WorkingDays;
  /** Tasks that stay although they would follow. */
  fixed?: ReadonlySet<string>;
}

const same = (a: Dates, b: Dates) => a.startDate === b.startDate && a.dueDate === b.dueDate;

/** The days that the node accepts: `PlainDate::YEARS` in `actors/src/domain/date.rs`. */
const [firstOfAll, lastOfAll] = ["1900-01-01", "2999-12-31"];

/** The dates of a task that starts on another day and takes the same number of working days, at least one. */
function startingOn(days: WorkingDays, { startDate, dueDate }: Dates, start: PlainDate): Dates {
  // A date that is not set stays unset.
  if (startDate === null || dueDate === null) return { startDate: startDate && start, dueDate: dueDate && start };
  return { startDate: start, dueDate: addWorkingDays(days, start, lengthOf(days, { start: startDate, end: dueDate }) - 1) };
}

/**
 * The new dates of all tasks that change when some tasks move: the moved tasks and their followers. A task with several
 * predecessors takes the latest of the dates that they require. Completed and canceled tasks do not follow and do not pass
 * a move on: `constraintsOf` leaves them out. A task that the person moves keeps the dates that the person gave it. A follower
 * stays if its new dates would be outside the years that the node accepts. With `rolled`, a link of a task with subtasks makes
 * constraints for the subtasks (`constraintsOf`).
 */
export function cascade({ moves, mode, days, fixed, ...plan }: CascadeInput): Map<string, Dates> {
  const changed = new Map<string, Dates>();
  for (const [id, to] of moves) {
    const ticket = plan.tickets[id];
    if (ticket && !same(ticket, to)) changed.set(id, to);
  }
  if (mode === "off" || changed.size === 0) return changed;
  const constraints = constraintsOf(plan);
  const byTo = constraintsBy(constraints, "to");
  const startOf = mode === "push" ? startWhenPushed : startWithSameGaps;
  for (const id of inDependencyOrder([...changed.keys()], constraintsBy(constraints, "from"))) {
    const ticket = plan.tickets[id];
    if (!ticket || moves.has(id) || fixed?.has(id)) continue;
    const start = startOf({ plan, days, changed, ticket, constraints: byTo.get(id) ?? [] });
    if (start === null) continue;
    const to = startingOn(days, ticket, start);
    const [first, last] = [to.startDate ?? start, to.dueDate ?? start];
    if (!same(ticket, to) && first >= firstOfAll && last <= lastOfAll) changed.set(id, to);
  }
  return changed;
}

interface Follower {
  plan: Plan;
  days: WorkingDays;
  changed: ReadonlyMap<string, Dates>;
  ticket: Ticket;
  /** The constraints to its predecessors. */
  constraints: readonly Constraint[];
}

const latest = (dates: readonly PlainDate[]): PlainDate | null => dates.reduce<PlainDate | null>((last, date) => (last === null || date > last ? date : last), null);

/** Returns the days of a task: those after the move with `changed`, and those before the move without it. */
const daysIn = ({ tickets }: Plan, changed?: ReadonlyMap<string, Dates>) => (id: string): Days | null => {
  const dates = changed?.get(id) ?? tickets[id];
  return dates === undefined ? null : spanOf(dates);
};

/** The start of a follower that its changed predecessors push; null if it stays. */
function startWhenPushed({ plan, days, changed, ticket, constraints }: Follower): PlainDate | null {
  const span = spanOf(ticket);
  if (span === null) return null;
  const pushed: PlainDate[] = [];
  // When a task that ends on days off moves, it loses them, and its end may become earlier. So a link to its end
  // also counts if the old end satisfied it.
  const alsoBinding: PlainDate[] = [];
  const movedLinks = new Set(constraints.flatMap(({ id, from }) => (changed.has(from) ? [id] : [])));
  for (const { constraint, day } of boundsOf(constraints, daysIn(plan, changed))) {
    // A link from the starts of several subtasks depends only on the first start. If that subtask moves later, another subtask,
    // which has not moved, may now start first. So the link is treated as moved if any of its subtasks has moved.
    const hasMoved = constraint.fromEnd === "end" ? changed.has(constraint.from) : movedLinks.has(constraint.id);
    const first = firstDay(day, constraint);
    const isTooEarly = span[constraint.toEnd] < first;
    if (isTooEarly && hasMoved) pushed.push(startFor(days, span, constraint.toEnd, first));
    else if (!isTooEarly && constraint.toEnd === "end") alsoBinding.push(startFor(days, span, "end", first));
  }
  return pushed.length === 0 ? null : latest([...pushed, ...alsoBinding]);
}

/** The start of a follower that keeps its gaps; null if it stays. A predecessor that does not move lets the follower move later, but not earlier. */
function startWithSameGaps({ plan, days, changed, ticket, constraints }: Follower): PlainDate | null {
  const span = spanOf(ticket);
  if (span === null) return null;
  const [was, now] = [lastBounds(constraints, daysIn(plan)), lastBounds(constraints, daysIn(plan, changed))];
  const starts = [...was].flatMap(([id, { constraint, day }]) => {
    const moved = now.get(id);
    if (moved === undefined) return [];
    const shift = workingDaysFrom(days, day, moved.day);
    // The start or end of the predecessor stays on the same working day. So this link keeps the follower from starting earlier.
    if (shift === 0) return [span.start];
    if (constraint.toEnd === "start") return [addWorkingDays(days, span.start, shift)];
    const start = startEndingOn(days, span, addWorkingDays(days, span.end, shift));
    // A task that ends on days off loses them when it moves. So its start could move later although its end moves earlier. In
    // that case, the start stays.
    return [shift < 0 && start > span.start ? span.start : start];
  });
  const start = latest(starts);
  return start === span.start ? null : start;
}

/** The bound of each link, by the id of the link. If a link counts from the ends of several tasks, this is the last of these ends. */
function lastBounds(constraints: readonly Constraint[], daysOf: (id: string) => Days | null): Map<string, Bound> {
  const last = new Map<string, Bound>();
  for (const bound of boundsOf(constraints, daysOf)) {
    const known = last.get(bound.constraint.id);
    if (known === undefined || bound.day > known.day) last.set(bound.constraint.id, bound);
  }
  return last;
}

/** The ids of the "blocks" links whose follower starts or ends too early. */
export function collidingLinks(plan: Plan): Set<string> {
  const found = new Set<string>();
  const daysOf = daysIn(plan);
  for (const [to, constraints] of constraintsBy(constraintsOf(plan), "to")) {
    const days = daysOf(to);
    if (days === null) continue;
    for (const { constraint, day } of boundsOf(constraints, daysOf)) if (days[constraint.toEnd] < firstDay(day, constraint)) found.add(constraint.id);
  }
  return found;
}
