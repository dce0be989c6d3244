import type { View } from "@/sync/types";
import { noStatistics, percentCompleted, statisticName, type Statistics } from "@/sync/totals";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { Ticket } from "@/wire/generated";

/** A ticket whose type stands for a larger piece of work, with what all tickets below it say together. */
export interface Epic {
  ticket: Ticket;
  /** The tickets right below it, in their order. */
  children: readonly Ticket[];
  /** All tickets below it, by the category of their status. */
  statistics: Statistics;
  /** The share of the tickets below it that is completed, in percent. Canceled ones do not count. */
  percent: number | null;
  /** The first day: of the tickets below it, or else its own. */
  startDate: string | null;
  /** The last day in the same way. */
  endDate: string | null;
  /** The due dates of the open tickets below it. */
  openDue: readonly string[];
  /** True if it is completed or canceled. */
  isOver: boolean;
  isCanceled: boolean;
}

type Known = Pick<View, "tickets" | "taskTypes" | "statuses">;

const earliest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);
const latest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/** The epics that the person sees: first those that end first, and those without an end last. */
export function epicsOf(view: Known): Epic[] {
  const { tickets, taskTypes, statuses } = view;
  const found = rowsOf(tickets).filter(({ taskTypeId, trashedAt }) => trashedAt === null && taskTypeId != null && taskTypes[taskTypeId]?.container === true);
  const category = (ticket: Ticket) => statuses[ticket.statusId]?.category ?? "byDefault";
  const isOver = (ticket: Ticket) => ["completed", "canceled"].includes(category(ticket));
  const living = (ids: readonly string[]) => ids.flatMap((id) => (tickets[id] && tickets[id].trashedAt === null ? [tickets[id]] : []));
  return found
    .map((ticket): Epic => {
      const children = living(ticket.subtasksOrder);
      const statistics = { ...noStatistics };
      const seen = new Set([ticket.id]);
      let [start, end]: [string | null, string | null] = [null, null];
      const openDue: string[] = [];
      const below = [...children];
      for (const one of below) {
        if (seen.has(one.id)) continue;
        seen.add(one.id);
        statistics[statisticName(category(one))] += 1;
        statistics.all += 1;
        start = earliest(start, one.startDate ?? one.dueDate);
        end = latest(end, one.dueDate ?? one.startDate);
        if (one.dueDate !== null && !isOver(one)) openDue.push(one.dueDate);
        below.push(...living(one.subtasksOrder));
      }
      return {
        ticket,
        children,
        statistics,
        percent: percentCompleted(statistics),
        startDate: start ?? ticket.startDate,
        endDate: end ?? ticket.dueDate,
        openDue,
        isOver: isOver(ticket),
        isCanceled: category(ticket) === "canceled",
      };
    })
    .toSorted((a, b) => {
      const [x, y] = [a.endDate ?? "9", b.endDate ?? "9"];
      return x === y ? a.ticket.number - b.ticket.number || (a.ticket.id < b.ticket.id ? -1 : 1) : x < y ? -1 : 1;
    });
}
