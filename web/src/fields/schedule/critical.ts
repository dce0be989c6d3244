import type { PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import { addWorkingDays, nextWorkingDay, workingDaysBetween, workingDaysFrom, type WorkingDays } from "./calendar";
import { spanOf } from "./span";
import { firstDay, inOrder, isOver, partsOf, tiesBy, tiesOf, type Plan, type Tie } from "./ties";

/** The tasks that decide on which day all work is finished. */
export interface CriticalPath {
  /** The ids of the tasks without slack. */
  critical: ReadonlySet<string>;
  /** The ids of the links along which they follow each other. */
  links: ReadonlySet<string>;
  /** How many working days later a task may end before the last day moves, by the task's id. */
  slack: ReadonlyMap<string, number>;
}

/**
 * The critical path of the tasks that have dates and are not over. A gap between a task and its follower is kept, as an
 * intended wait, so it neither ends the path nor counts as slack. A follower that starts too early counts as pushed.
 */
export function criticalPath({ days, ...plan }: Plan & { days: WorkingDays }): CriticalPath {
  const scheduled = new Map<string, { start: PlainDate; end: PlainDate }>();
  const parts = plan.rolled ? partsOf(plan.tickets) : null;
  for (const ticket of rowsOf(plan.tickets)) {
    // The subtasks of a task count in its place.
    if (parts?.has(ticket.id)) continue;
    const span = ticket.trashedAt === null && !isOver(plan, ticket) ? spanOf(ticket) : null;
    if (span) scheduled.set(ticket.id, span);
  }
  const all = tiesOf(plan).filter(({ from, to }) => scheduled.has(from) && scheduled.has(to));
  const order = inOrder(scheduled.keys(), tiesBy(all, "from"));
  const place = new Map(order.map((id, index) => [id, index]));
  // The link that closes a loop is left out.
  const ties = all.filter(({ from, to }) => (place.get(from) ?? 0) < (place.get(to) ?? 0));
  const { ends, asked } = forward(scheduled, order, tiesBy(ties, "to"), days);
  const slack = backward(order, ends, asked, tiesBy(ties, "from"), days);
  const critical = new Set([...slack].filter(([, left]) => left === 0).map(([id]) => id));
  const drives = (tie: Tie) => critical.has(tie.from) && critical.has(tie.to) && asked.get(tie.to)?.byTie.get(tie) === asked.get(tie.to)?.latest;
  return { critical, links: new Set(ties.filter(drives).map(({ id }) => id)), slack };
}

/** The working days on which the predecessors of a task let it start. */
interface Asked {
  byTie: ReadonlyMap<Tie, PlainDate>;
  latest: PlainDate;
}

/** The last day of each task, and the first day that its predecessors allow. */
function forward(scheduled: ReadonlyMap<string, { start: PlainDate; end: PlainDate }>, order: readonly string[], byTo: ReadonlyMap<string, readonly Tie[]>, days: WorkingDays) {
  const ends = new Map<string, PlainDate>();
  const asked = new Map<string, Asked>();
  for (const id of order) {
    const span = scheduled.get(id);
    if (!span) continue;
    const byTie = new Map<Tie, PlainDate>();
    let latest = "";
    for (const tie of byTo.get(id) ?? []) {
      const day = nextWorkingDay(days, firstDay(ends.get(tie.from) ?? span.start, tie));
      byTie.set(tie, day);
      if (day > latest) latest = day;
    }
    if (latest !== "") asked.set(id, { byTie, latest });
    // A task that starts on a day off is not pushed to the next working day.
    const isPushed = latest !== "" && latest > nextWorkingDay(days, span.start);
    ends.set(id, isPushed ? addWorkingDays(days, latest, Math.max(1, workingDaysBetween(days, span.start, span.end)) - 1) : span.end);
  }
  return { ends, asked };
}

function backward(order: readonly string[], ends: ReadonlyMap<string, PlainDate>, asked: ReadonlyMap<string, Asked>, byFrom: ReadonlyMap<string, readonly Tie[]>, days: WorkingDays): Map<string, number> {
  const slack = new Map<string, number>();
  const last = [...ends.values()].reduce((latest, end) => (end > latest ? end : latest), "");
  for (const id of order.toReversed()) {
    let least = workingDaysFrom(days, ends.get(id) ?? last, last);
    for (const tie of byFrom.get(id) ?? []) {
      const { byTie, latest = "" } = asked.get(tie.to) ?? {};
      const wait = workingDaysFrom(days, byTie?.get(tie) ?? latest, latest);
      least = Math.min(least, wait + (slack.get(tie.to) ?? 0));
    }
    slack.set(id, least);
  }
  return slack;
}
