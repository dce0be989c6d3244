import { duePeriods } from "./periods";
import type { PlainDate } from "@/lib/plainDate";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { View } from "@/sync/types";
import type { LastActivity, Ticket } from "@/wire/generated";

type Changed = Ticket & { lastActivity: LastActivity };

const isLiving = ({ trashedAt }: Ticket) => trashedAt === null;
const latestFirst = (a: Changed, b: Changed) => b.lastActivity.at.localeCompare(a.lastActivity.at) || (a.id < b.id ? -1 : 1);

/** The open tasks of a person that are due today or before, the earliest first. */
export function dueTasks({ tickets }: Pick<View, "tickets">, me: string | null, now: PlainDate): Ticket[] {
  const isDue = (ticket: Ticket) => !ticket.trashedAt && !ticket.completed && me !== null && ticket.assigneesIds.includes(me) && ["overdue", "today"].includes(duePeriods.of(ticket, now));
  return rowsOf(tickets)
    .filter(isDue)
    .sort((a, b) => (a.dueDate ?? "").localeCompare(b.dueDate ?? "") || a.number - b.number || (a.id < b.id ? -1 : 1));
}

/** The tasks that other people changed last in the lists of a person, the latest first: lists with a task that the person wrote or is assigned to, and those in `starred`. */
export function latestChanges({ tickets }: Pick<View, "tickets">, me: string | null, starred: readonly string[]): Changed[] {
  if (me === null) return [];
  const living = rowsOf(tickets).filter(isLiving);
  const own = new Set(starred);
  for (const { createdUserId, assigneesIds, lists } of living) if (createdUserId === me || assigneesIds.includes(me)) for (const { listId } of lists) own.add(listId);
  const isNews = (ticket: Ticket): ticket is Changed => {
    const { lastActivity, lists } = ticket;
    return lastActivity !== undefined && lastActivity.userId !== me && lists.some(({ listId }) => own.has(listId));
  };
  return living.filter(isNews).sort(latestFirst);
}

/** The tasks whose last change is that of a person, the latest first. */
export function changesBy({ tickets }: Pick<View, "tickets">, userId: string): Changed[] {
  const isTheirs = (ticket: Ticket): ticket is Changed => isLiving(ticket) && ticket.lastActivity?.userId === userId;
  return rowsOf(tickets).filter(isTheirs).sort(latestFirst);
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
