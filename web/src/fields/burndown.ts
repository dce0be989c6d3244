import { addDays, daysBetween, type PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Sprint, Status, Ticket } from "@/wire/generated";
import type { SprintDay } from "@/wire/http.generated";

/** How much a sprint has by one measure: tasks, or the estimates of an attribute. */
export interface Amount {
  total: number;
  /** Neither completed nor canceled. */
  open: number;
}

export interface BurndownDay extends Amount {
  day: PlainDate;
  /** What would be left if the same amount was done each day; null after the end, and in a sprint without an end. */
  ideal: number | null;
}

/** The days of a node are in UTC. */
export const utcDay = (instant: string): PlainDate => new Date(instant).toISOString().slice(0, 10);

/** The present day of a node. */
export const utcToday = (): PlainDate => utcDay(new Date().toISOString());

/** The longest sprint that is drawn. */
const mostDays = 400;

/** What a ticket counts: 1 as a task, or its estimate. */
const amountOf = (ticket: Ticket, estimateId: string | null): number => {
  const value = estimateId === null ? 1 : ticket.fields?.[estimateId];
  return typeof value === "number" ? value : 0;
};

/** How much a sprint has now, of the tickets that the person sees. */
export function amountNow({ tickets, statuses }: { tickets: ById<Ticket>; statuses: ById<Status> }, sprintId: string, estimateId: string | null): Amount {
  const sum = { total: 0, open: 0 };
  for (const ticket of rowsOf(tickets)) {
    if (ticket.sprintId !== sprintId || ticket.trashedAt) continue;
    const amount = amountOf(ticket, estimateId);
    const category = statuses[ticket.statusId]?.category;
    sum.total += amount;
    if (category !== "completed" && category !== "canceled") sum.open += amount;
  }
  return sum;
}

/** The days of a sprint from the one on which it was started to its last, or to today; empty for a sprint that has not begun. */
export function burndown(
  { endDate, startedAt, completedAt, state }: Pick<Sprint, "endDate" | "startedAt" | "completedAt" | "state">,
  days: readonly SprintDay[],
  { today, now, estimateId }: { today: PlainDate; now: Amount; estimateId: string | null },
): BurndownDay[] {
  if (state === "planned" || startedAt === null) return [];
  const known = days.filter((each) => each.estimateId === estimateId);
  const first = utcDay(startedAt);
  const last = completedAt === null ? today : utcDay(completedAt);
  const count = Math.min(Math.max(daysBetween(first, last), 0) + 1, mostDays);
  const length = endDate === null ? 0 : daysBetween(first, endDate);
  const shown: BurndownDay[] = [];
  let next = 0;
  let amount: Amount = { total: 0, open: 0 };
  for (let place = 0; place < count; place++) {
    const day = addDays(first, place);
    for (let each = known[next]; each !== undefined && each.day <= day; each = known[++next]) amount = { total: each.total, open: each.open };
    // The node adds a change to its day some seconds later, and the page knows the present day itself.
    if (completedAt === null && day === today) amount = now;
    const planned = shown[0]?.open ?? amount.open;
    const ideal = length <= 0 || place > length ? null : planned * (1 - place / length);
    shown.push({ day, total: amount.total, open: amount.open, ideal });
  }
  return shown;
}

/** Whether a sprint has its end behind it, and how many days are left; null without an end. */
export function daysLeft({ endDate, state }: Pick<Sprint, "endDate" | "state">, today: PlainDate): number | null {
  return endDate === null || state === "completed" ? null : daysBetween(today, endDate);
}
