import { rowsOf } from "./tables/tableCopy";
import type { ById } from "./types";
import type { Status, StatusCategory, Ticket } from "@/wire/generated";

/** How many tickets of a fix version stand in each category of status, and how many there are. Trashed tickets do not count. */
export interface Statistics {
  default: number;
  blocked: number;
  canceled: number;
  completed: number;
  started: number;
  all: number;
}

type Counted = Exclude<keyof Statistics, "all">;

const names: Record<StatusCategory, Counted> = { byDefault: "default", blocked: "blocked", canceled: "canceled", completed: "completed", started: "started" };

/** The count of tickets with a status of this category. */
export const statisticName = (category: StatusCategory): Counted => names[category];

export const noStatistics: Readonly<Statistics> = { default: 0, blocked: 0, canceled: 0, completed: 0, started: 0, all: 0 };

/** The share of the tickets that is completed, in percent, rounded down; null without tickets. Canceled ones do not count. */
export function percentCompleted({ all, canceled, completed }: Statistics): number | null {
  const counting = all - canceled;
  return counting === 0 ? null : Math.floor((100 * completed) / counting);
}

type Field = "componentsIds" | "fixVersionsIds" | "sprintId";

/** The statistics of all rows that tickets name in a field, counted anew. */
export function counted(tickets: ById<Ticket>, statuses: ById<Status>, field: Field): ReadonlyMap<string, Statistics> {
  const all = new Map<string, Statistics>();
  for (const ticket of rowsOf(tickets)) add(all, ticket, statuses, field, 1);
  return all;
}

const counts = (ticket: Ticket | undefined, field: Field): boolean => Boolean(ticket && !ticket.trashedAt && ticket[field]?.length);

const none: readonly string[] = [];

/** The rows that a ticket names in a field. */
function named(ticket: Ticket, field: Field): readonly string[] {
  const value = ticket[field] ?? none;
  return typeof value === "string" ? [value] : value;
}

function add(all: Map<string, Statistics>, ticket: Ticket | undefined, statuses: ById<Status>, field: Field, by: 1 | -1): void {
  if (!ticket || ticket.trashedAt) return;
  const name = names[statuses[ticket.statusId]?.category ?? "byDefault"];
  for (const id of named(ticket, field)) {
    const before = all.get(id) ?? noStatistics;
    const after = { ...before, [name]: before[name] + by, all: before.all + by };
    if (after.all === 0) all.delete(id);
    else all.set(id, after);
  }
}

/** The categories of statuses as one text: the counts change with them. */
const categories = (statuses: ById<Status>): string => Object.values(statuses).map(({ id, category }) => `${id}${category}`).toSorted().join();

interface Kept {
  tickets: ById<Ticket>;
  statuses: ById<Status>;
  categories: string;
  all: ReadonlyMap<string, Statistics>;
}

/**
 * Statistics that are kept while tickets change: a change of some tickets costs a comparison of the rows, which are the
 * same objects as before, and counts those that differ. A change of a category counts all tickets anew.
 */
export function keeper(field: Field): (tickets: ById<Ticket>, statuses: ById<Status>) => ReadonlyMap<string, Statistics> {
  let kept: Kept | null = null;
  return (tickets, statuses) => {
    if (kept?.tickets === tickets && kept.statuses === statuses) return kept.all;
    const now = kept?.statuses === statuses ? kept.categories : categories(statuses);
    const all = kept?.categories === now ? updated(kept, tickets, field) : counted(tickets, statuses, field);
    kept = { tickets, statuses, categories: now, all };
    return all;
  };
}

function updated({ tickets: before, statuses, all }: Kept, tickets: ById<Ticket>, field: Field): ReadonlyMap<string, Statistics> {
  const next = new Map(all);
  let changed = false;
  const replace = (old: Ticket | undefined, now: Ticket | undefined) => {
    const same = old?.statusId === now?.statusId && old?.trashedAt === now?.trashedAt && old?.[field] === now?.[field];
    if ((old && now && same) || (!counts(old, field) && !counts(now, field))) return;
    changed = true;
    add(next, old, statuses, field, -1);
    add(next, now, statuses, field, 1);
  };
  for (const now of rowsOf(tickets)) {
    const old = before[now.id];
    if (old !== now) replace(old, now);
  }
  for (const old of rowsOf(before)) {
    if (tickets[old.id] === undefined) replace(old, undefined);
  }
  return changed ? next : all;
}

const ofComponents = keeper("componentsIds");
const ofVersions = keeper("fixVersionsIds");

/** The statistics of each fix version in the view, by its id; absent for a version without tickets. */
export const versionStatistics = ({ tickets, statuses }: { tickets: ById<Ticket>; statuses: ById<Status> }): ReadonlyMap<string, Statistics> =>
  ofVersions(tickets, statuses);

const ofSprints = keeper("sprintId");

/** The statistics of each sprint in the view, by its id; absent for a sprint without tickets. */
export const sprintStatistics = ({ tickets, statuses }: { tickets: ById<Ticket>; statuses: ById<Status> }): ReadonlyMap<string, Statistics> =>
  ofSprints(tickets, statuses);

/** `totalTickets` of a component: the tickets that name it, as far as the person sees them, without trashed ones. */
export const totalTickets = ({ tickets, statuses }: { tickets: ById<Ticket>; statuses: ById<Status> }, componentId: string): number =>
  ofComponents(tickets, statuses).get(componentId)?.all ?? 0;
