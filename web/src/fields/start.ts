import { duePeriods } from "./periods";
import type { PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The open tasks of a person that are due today or before, the earliest first. */
export function dueTasks({ tickets }: Pick<View, "tickets">, me: string | null, now: PlainDate): Ticket[] {
  const isDue = (ticket: Ticket) => !ticket.trashedAt && !ticket.completed && me !== null && ticket.assigneesIds.includes(me) && ["overdue", "today"].includes(duePeriods.of(ticket, now));
  return rowsOf(tickets)
    .filter(isDue)
    .sort((a, b) => (a.dueDate ?? "").localeCompare(b.dueDate ?? "") || a.number - b.number || (a.id < b.id ? -1 : 1));
}

/** The steps that a new workspace begins with. */
export const startSteps = ["list", "tasks", "invite", "import"] as const;
export type StartStep = (typeof startSteps)[number];

/** The steps that a workspace has taken, judged by the rows that the person sees. */
export function stepsTaken({ lists, tickets, members }: Pick<View, "lists" | "tickets" | "members">): ReadonlySet<StartStep> {
  const all = rowsOf(tickets);
  const taken: Record<StartStep, boolean> = {
    list: Object.values(lists).some(({ suggested }) => !suggested),
    tasks: all.some((ticket) => !ticket.trashedAt),
    invite: Object.values(members).filter(({ state }) => state === "active").length > 1,
    import: all.some(({ source }) => source != null),
  };
  return new Set(startSteps.filter((step) => taken[step]));
}
