import { t } from "@lingui/core/macro";
import { isArchived, mayIn, mayOn, type Rights } from "@/actions/rights";
import { findTickets } from "@/fields/findTickets";
import { taskOption } from "@/fields/tasks";
import { activeListsInOrder } from "@/sync/selectors";
import type { SyncState } from "@/sync/types";

/** Where a link goes: to a task, or to a new task in a list. */
export interface Home {
  id: string;
  kind: "ticket" | "list";
  name: string;
}

type Known = Rights & Pick<SyncState, "workspace">;

const nobody: ReadonlySet<string> = new Set();

/** The task as a home; null if it is gone, or if the person may not change it. */
export function ticketHome(state: Known, id: string | null): Home | null {
  const ticket = id === null ? undefined : state.tickets[id];
  if (!ticket || !state.workspace || ticket.trashedAt !== null || !mayOn(state, "editTickets", [ticket])) return null;
  return { id: ticket.id, kind: "ticket", name: taskOption(ticket, state.workspace).name };
}

/** A new task in the list; null if the person may not create tasks there. */
export function listHome(state: Known, id: string | null): Home | null {
  const list = id === null ? undefined : state.lists[id];
  if (!list || isArchived(state, list.id) || !mayIn(state.capabilities, "createTickets", list.id)) return null;
  return { id: list.id, kind: "list", name: t`New task in ${list.name}` };
}

const there = (homes: readonly (Home | null)[]): Home[] => homes.filter((home) => home !== null);

/** The homes to offer before anything is typed: the task that is open or focused, and a new task in each list, beginning with the list that is shown. */
export function firstHomes(state: Known, { ticketId, listId }: { ticketId: string | null; listId: string | null }): Home[] {
  const lists = activeListsInOrder(state).map(({ id }) => id);
  return there([ticketHome(state, ticketId), ...[...(listId === null ? [] : [listId]), ...lists.filter((id) => id !== listId)].map((id) => listHome(state, id))]);
}

/** The homes whose names match what is typed. */
export function findHomes(state: Known, typed: string): Home[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const lists = activeListsInOrder(state).filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return there([...findTickets(state, typed, nobody).map(({ id }) => ticketHome(state, id)), ...lists.map(({ id }) => listHome(state, id))]);
}
