import type { PlainDate } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import { addWorkingDays, workingDaysFrom, type WorkingDays } from "./calendar";
import { firstDay } from "./ends";
import { lengthOf, startEndingOn, startFor } from "./placing";
import { spanOf, type Dates, type Days } from "./span";
import { asksOf, inOrder, tiesBy, tiesOf, type Plan, type Tie } from "./ties";

/**
 * What followers do when a task moves. `push`: a follower that would start or end too early moves to the first days on which
 * it may start or end. `keepGap`: a follower moves by the same number of working days, in either direction. `off`: a follower
 * stays.
 */
export type CascadeMode = "push" | "keepGap" | "off";

interface Move extends Plan {
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
  if (startDate === null || dueDate === null) return { startDate: startDate && start, dueDate: dueDate && start };
  return { startDate: start, dueDate: addWorkingDays(days, start, lengthOf(days, { start: startDate, end: dueDate }) - 1) };
}

/**
 * The new dates of all tasks that change when some tasks move: the moved tasks and their followers. A task with several
 * predecessors takes the latest of the dates that they require. Completed and canceled tasks do not follow and do not pass
 * a move on. A task that the person moves keeps the dates that the person gave it.
 */
export function cascade({ moves, mode, days, fixed, ...plan }: Move): Map<string, Dates> {
  const changed = new Map<string, Dates>();
  for (const [id, to] of moves) {
    const ticket = plan.tickets[id];
    if (ticket && !same(ticket, to)) changed.set(id, to);
  }
  if (mode === "off" || changed.size === 0) return changed;
  const ties = tiesOf(plan);
  const byTo = tiesBy(ties, "to");
  const startOf = mode === "push" ? pushedStart : keptStart;
  for (const id of inOrder([...changed.keys()], tiesBy(ties, "from"))) {
    const ticket = plan.tickets[id];
    if (!ticket || moves.has(id) || fixed?.has(id)) continue;
    const start = startOf({ plan, days, changed, ticket, ties: byTo.get(id) ?? [] });
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
  /** The ties to its predecessors. */
  ties: readonly Tie[];
}

const latest = (dates: readonly PlainDate[]): PlainDate | null => dates.reduce<PlainDate | null>((last, date) => (last === null || date > last ? date : last), null);

/** Returns the days of a task: those after the move with `changed`, and those before the move without it. */
const daysIn = ({ tickets }: Plan, changed?: ReadonlyMap<string, Dates>) => (id: string): Days | null => {
  const dates = changed?.get(id) ?? tickets[id];
  return dates === undefined ? null : spanOf(dates);
};

/** The start of a follower that its changed predecessors push; null if it stays. */
function pushedStart({ plan, days, changed, ticket, ties }: Follower): PlainDate | null {
  const span = spanOf(ticket);
  if (span === null) return null;
  const pushed: PlainDate[] = [];
  // A task that ends on a day off may end earlier when it starts later. Links that allowed its old end must also allow the new end.
  const kept: PlainDate[] = [];
  const movedLinks = new Set(ties.flatMap(({ id, from }) => (changed.has(from) ? [id] : [])));
  for (const { tie, day } of asksOf(ties, daysIn(plan, changed))) {
    const moves = tie.fromEnd === "end" ? changed.has(tie.from) : movedLinks.has(tie.id);
    const first = firstDay(day, tie);
    const isEarly = span[tie.toEnd] < first;
    if (isEarly && moves) pushed.push(startFor(days, span, tie.toEnd, first));
    else if (!isEarly && tie.toEnd === "end") kept.push(startFor(days, span, "end", first));
  }
  return pushed.length === 0 ? null : latest([...pushed, ...kept]);
}

/** The start of a follower that keeps its gaps; null if it stays. A predecessor that does not move lets the follower move later, but not earlier. */
function keptStart({ plan, days, changed, ticket, ties }: Follower): PlainDate | null {
  const span = spanOf(ticket);
  if (span === null) return null;
  const [was, now] = [countedDays(ties, daysIn(plan)), countedDays(ties, daysIn(plan, changed))];
  const starts = [...was].flatMap(([id, { tie, day }]) => {
    const moved = now.get(id);
    const shift = moved === undefined ? 0 : workingDaysFrom(days, day, moved.day);
    if (shift === 0) return moved === undefined ? [] : [span.start];
    if (tie.toEnd === "start") return [addWorkingDays(days, span.start, shift)];
    const start = startEndingOn(days, span, addWorkingDays(days, span.end, shift));
    // A task that ends on days off loses these days before it moves, so its start could move in the wrong direction.
    return [shift < 0 && start > span.start ? span.start : start];
  });
  const start = latest(starts);
  return start === span.start ? null : start;
}

/** The day from which each link counts. If a link counts from the ends of several tasks, this is the last of these ends. */
function countedDays(ties: readonly Tie[], daysOf: (id: string) => Days | null): Map<string, { tie: Tie; day: PlainDate }> {
  const counted = new Map<string, { tie: Tie; day: PlainDate }>();
  for (const ask of asksOf(ties, daysOf)) {
    const known = counted.get(ask.tie.id);
    if (known === undefined || ask.day > known.day) counted.set(ask.tie.id, ask);
  }
  return counted;
}

/** The ids of the "blocks" links whose follower starts or ends too early. */
export function collides(plan: Plan): Set<string> {
  const found = new Set<string>();
  const daysOf = daysIn(plan);
  for (const [to, ties] of tiesBy(tiesOf(plan), "to")) {
    const days = daysOf(to);
    if (days === null) continue;
    for (const { tie, day } of asksOf(ties, daysOf)) if (days[tie.toEnd] < firstDay(day, tie)) found.add(tie.id);
  }
  return found;
}
