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

/** The days from the first to the last, both included. */
export type Days = Pick<Span, "start" | "end">;

const unmoved: ReadonlyMap<string, Dates> = new Map();

/**
 * The span over all tasks below a parent, at any depth and without the trash, by the parent's id. A parent without dated
 * tasks below it has none. Tasks in `moved` count with the dates that they have there.
 */
export function parentSpans(tickets: ById<Ticket>, moved = unmoved): Map<string, Days> {
  const spans = new Map<string, Days>();
  for (const ticket of rowsOf(tickets)) {
    const own = ticket.trashedAt === null ? spanOf(moved.get(ticket.id) ?? ticket) : null;
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

/** The spans of the parents above moved tasks, by the parent's id; other parents are left out. */
export function bracketsOf(tickets: ById<Ticket>, moved: ReadonlyMap<string, Dates>): Map<string, Days> {
  const above = new Set<string>();
  for (const id of moved.keys())
    for (let parent = tickets[id]?.parentTicketId ?? null; parent !== null && !above.has(parent); parent = tickets[parent]?.parentTicketId ?? null) above.add(parent);
  if (above.size === 0) return new Map();
  return new Map([...parentSpans(tickets, moved)].filter(([id]) => above.has(id)));
}
