import type { PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The dates of a task, as commands write them. */
export type Dates = Pick<Ticket, "startDate" | "dueDate">;

/** The days that a task takes up. */
export interface Span {
  start: PlainDate;
  /** The last day. */
  end: PlainDate;
  /** `milestone`: one day, known by its due date. `startOnly`: the end is open, and counts as the start. */
  kind: "bar" | "milestone" | "startOnly";
}

/** Null for a task without dates. */
export function spanOf({ startDate, dueDate }: Dates): Span | null {
  if (dueDate === null) return startDate === null ? null : { start: startDate, end: startDate, kind: "startOnly" };
  if (startDate === null || startDate === dueDate) return { start: dueDate, end: dueDate, kind: "milestone" };
  return { start: startDate, end: dueDate, kind: "bar" };
}

/** The span over all tasks below a parent, at any depth and without the trash, by the parent's id. A parent without dated tasks below it has none. */
export function parentSpans(tickets: ById<Ticket>): Map<string, Pick<Span, "start" | "end">> {
  const spans = new Map<string, Pick<Span, "start" | "end">>();
  for (const ticket of rowsOf(tickets)) {
    const own = ticket.trashedAt === null ? spanOf(ticket) : null;
    if (own === null) continue;
    const seen = new Set([ticket.id]);
    for (let above = ticket.parentTicketId; above !== null && !seen.has(above); above = tickets[above]?.parentTicketId ?? null) {
      seen.add(above);
      const known = spans.get(above) ?? own;
      spans.set(above, { start: own.start < known.start ? own.start : known.start, end: own.end > known.end ? own.end : known.end });
    }
  }
  return spans;
}
