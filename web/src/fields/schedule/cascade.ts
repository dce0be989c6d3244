import type { PlainDate } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import { addWorkingDays, nextWorkingDay, workingDaysBetween, workingDaysFrom, type WorkingDays } from "./calendar";
import { spanOf, type Dates } from "./span";
import { firstDay, inOrder, tiesBy, tiesOf, type Plan, type Tie } from "./ties";

/**
 * What followers do when a task moves. `push`: a follower that would start too early starts as soon as it may. `keepGap`: a
 * follower moves by the same number of working days, in either direction. `off`: a follower stays.
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
  const length = Math.max(1, workingDaysBetween(days, startDate, dueDate));
  return { startDate: start, dueDate: addWorkingDays(days, start, length - 1) };
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

const lastEnd = (tasks: readonly Dates[]): PlainDate | null => latest(tasks.flatMap((task) => spanOf(task)?.end ?? []));

/** The start of a follower that its changed predecessors push; null if it stays. */
function pushedStart({ days, changed, ticket, ties }: Follower): PlainDate | null {
  const span = spanOf(ticket);
  if (span === null) return null;
  const wanted = latest(
    ties.flatMap((tie) => {
      const before = changed.get(tie.from);
      const end = before && spanOf(before)?.end;
      return end === undefined ? [] : [firstDay(end, tie)];
    }),
  );
  return wanted !== null && wanted > span.start ? nextWorkingDay(days, wanted) : null;
}

/** The start of a follower that keeps its gaps; null if it stays. A predecessor that does not move lets the follower move later, but not earlier. */
function keptStart({ plan, days, changed, ticket, ties }: Follower): PlainDate | null {
  const span = spanOf(ticket);
  if (span === null) return null;
  const shifts = ties.flatMap(({ from, group = [from] }) => {
    // The tasks of a group have one end together: the last one.
    if (from !== group[0]) return [];
    const before = group.flatMap((id) => plan.tickets[id] ?? []);
    const was = lastEnd(before);
    const now = lastEnd(before.map((ticket) => changed.get(ticket.id) ?? ticket));
    return was === null || now === null ? [] : [workingDaysFrom(days, was, now)];
  });
  const shift = shifts.length === 0 ? 0 : Math.max(...shifts);
  return shift === 0 ? null : addWorkingDays(days, span.start, shift);
}

/** The ids of the "blocks" links whose follower starts too early. */
export function collides(plan: Plan): Set<string> {
  const found = new Set<string>();
  for (const tie of tiesOf(plan)) {
    const [before, after] = [plan.tickets[tie.from], plan.tickets[tie.to]];
    const [one, other] = [before && spanOf(before), after && spanOf(after)];
    if (one && other && other.start < firstDay(one.end, tie)) found.add(tie.id);
  }
  return found;
}
