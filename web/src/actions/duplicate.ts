import { plural, t } from "@lingui/core/macro";
import { CopyPlus } from "lucide-react";
import { loadDescriptions } from "@/api/workspaces";
import { homeIn, sees } from "@/sync/homes";
import { isOffered, optionsIn } from "@/sync/kinds/ticket/valueIds";
import { statusesInOrder } from "@/sync/selectors";
import { hasAttribute } from "@/sync/tables/values";
import { dispatchAll, newId, useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import type { Command, FieldValue, Ticket } from "@/wire/generated";
import { mayOn } from "./rights";
import { offerAgain } from "./tellFailure";
import { trashTickets } from "./trash";

/** The most tickets of one copy. */
export const mostCopies = 700;

/** The rows that a copy is made from. */
export type Known = Pick<SyncState, "tickets" | "members" | "roles" | "shares" | "me" | "statuses" | "attributes">;

/** The tickets without those that are below another one of them: a copy brings its subtasks along. */
export function rootsOf(view: Pick<Known, "tickets">, ticketIds: readonly string[]): Ticket[] {
  const picked = new Set(ticketIds);
  const hasPickedAbove = (ticket: Ticket) => {
    const seen = new Set<string>();
    for (let above = ticket.parentTicketId; above !== null && !seen.has(above); above = view.tickets[above]?.parentTicketId ?? null) {
      if (picked.has(above)) return true;
      seen.add(above);
    }
    return false;
  };
  return [...picked].flatMap((id) => view.tickets[id] ?? []).filter((ticket) => !hasPickedAbove(ticket));
}

/** A ticket with all that is below it and not in the trash, each behind its parent. */
export function livingTree(view: Pick<Known, "tickets">, root: Ticket): Ticket[] {
  const found = [root];
  const seen = new Set([root.id]);
  for (const above of found)
    for (const id of above.subtasksOrder) {
      const below = view.tickets[id];
      if (below && below.trashedAt === null && !seen.has(id)) found.push(below);
      seen.add(id);
    }
  return found;
}

/** Where a copy stands. */
interface CopyPlace {
  /** The ticket above the copy. */
  parentId: string | null;
  listsOf: (ticket: Ticket) => string[];
  /** True for people who see the copy. */
  stays: (userId: string) => boolean;
}

/** The place of the copied ticket itself. */
function besideIt(view: Known, root: Ticket): CopyPlace {
  const home = homeIn(view, root);
  return { parentId: root.parentTicketId, listsOf: ({ lists }) => lists.map(({ listId }) => listId), stays: (userId) => sees(view, userId, home) };
}

/**
 * The commands that make a copy of a ticket with its subtasks: with everything but comments, links, history and completion.
 * People who do not see the copy are left out. `idOf` gives a new id to each ticket.
 */
export function copyCommands(view: Known, root: Ticket, texts: Readonly<Record<string, string>>, idOf: () => string, place: CopyPlace = besideIt(view, root)): Command[] {
  const { stays } = place;
  const tree = livingTree(view, root);
  const ids = new Map(tree.map(({ id }) => [id, idOf()]));
  const first = statusesInOrder(view)[0]?.id;
  return tree.map((ticket): Command => {
    const category = view.statuses[ticket.statusId]?.category;
    const isOver = category === "completed" || category === "canceled";
    const statusId = isOver ? first : ticket.statusId;
    const reporter = ticket.reportBy !== null && stays(ticket.reportBy) ? ticket.reportBy : view.me;
    const parent = ticket === root ? place.parentId : ids.get(ticket.parentTicketId ?? "");
    const description = texts[ticket.id];
    const listIds = place.listsOf(ticket);
    const fields = valuesToCopy(view, ticket, listIds, stays);
    return {
      kind: "ticket.create",
      ticketId: ids.get(ticket.id) ?? idOf(),
      title: ticket.title,
      private: ticket.private,
      listIds,
      assigneesIds: ticket.assigneesIds.filter(stays),
      labels: ticket.labels,
      ...(description !== undefined && description !== "" && { description }),
      ...(statusId !== undefined && { statusId }),
      ...(ticket.priority !== null && { priority: ticket.priority }),
      ...(ticket.startDate !== null && { startDate: ticket.startDate }),
      ...(ticket.dueDate !== null && { dueDate: ticket.dueDate }),
      ...(reporter !== null && { reportBy: reporter }),
      ...(parent != null && { parentTicketId: parent }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(ticket.taskTypeId != null && { taskTypeId: ticket.taskTypeId }),
      ...(ticket.componentsIds && ticket.componentsIds.length > 0 && { componentsIds: ticket.componentsIds }),
      ...(ticket.fixVersionsIds && ticket.fixVersionsIds.length > 0 && { fixVersionsIds: ticket.fixVersionsIds }),
    };
  });
}

/** The values of a ticket whose attributes exist, without people who no longer see the ticket. */
function valuesToCopy({ attributes }: Pick<Known, "attributes">, ticket: Ticket, listIds: readonly string[], stays: (userId: string) => boolean): Record<string, FieldValue> {
  const kept = Object.entries(ticket.fields ?? {}).flatMap(([id, value]): [string, FieldValue][] => {
    const attribute = attributes[id];
    // If the copy is in other lists than the original, it may lack the attribute.
    if (!attribute || !hasAttribute(attribute, ticket.lists) || !hasAttribute(attribute, listIds.map((listId) => ({ listId })))) return [];
    if (attribute.type !== "users" && !attribute.labelSets) return [[id, value]];
    // A value may still hold labels that have left the label sets; a new one may not.
    const kept = optionsIn(value).filter((it) => (attribute.labelSets ? isOffered(attribute.labelSets, it) : stays(it)));
    return kept.length > 0 ? [[id, kept]] : [];
  });
  return Object.fromEntries(kept);
}

/** Puts the copy behind its original in each list, where the person may move it. */
const placed = (view: SyncState, original: Ticket, copyId: string): Command[] =>
  mayOn(view, "editTickets", [{ ...original, createdUserId: view.me ?? "" }])
    ? original.lists.map(({ listId }) => ({ kind: "ticket.move", ticketId: copyId, listId, after: original.id }))
    : [];

type Dates = { startDate?: string | null; dueDate?: string | null };

/** The command of a copy with other dates. Null stands for no date. */
export function dated(command: Command, { startDate, dueDate }: Dates): Command {
  if (command.kind !== "ticket.create") return command;
  const { startDate: start = null, dueDate: due = null, ...rest } = command;
  const dates = { startDate: startDate === undefined ? start : startDate, dueDate: dueDate === undefined ? due : dueDate };
  return { ...rest, ...(dates.startDate !== null && { startDate: dates.startDate }), ...(dates.dueDate !== null && { dueDate: dates.dueDate }) };
}

/** Copies tickets with their subtasks, as one undo step. `datesOf` returns the dates of a copy that differ from its original. */
export async function duplicateTickets(ticketIds: readonly string[], datesOf: (ticket: Ticket) => Dates = () => ({})): Promise<void> {
  const view = useTroupe.getState();
  const roots = rootsOf(view, ticketIds);
  const workspaceId = view.workspace?.id;
  if (workspaceId === undefined || roots.length === 0) return;
  const count = roots.reduce((sum, root) => sum + livingTree(view, root).length, 0);
  if (count > mostCopies) return tellRefusal(plural(mostCopies, { one: "You can duplicate up to # task at once, subtasks included.", other: "You can duplicate up to # tasks at once, subtasks included." }));
  const texts: Record<string, string> = {};
  try {
    for (const root of roots) Object.assign(texts, (await loadDescriptions(workspaceId, root.id)).descriptions);
  } catch {
    return offerAgain(t`Nothing was duplicated, because the descriptions could not be loaded. Try again when you are online.`, () => duplicateTickets(ticketIds, datesOf));
  }
  const now = useTroupe.getState();
  if (now.workspace?.id !== workspaceId) return;
  // A description that was typed a moment ago may not have reached the node.
  for (const [id, held] of Object.entries(now.details)) if (held.state === "ready") texts[id] = held.description ?? "";
  const copies = roots.map((root) => ({ root, commands: copyCommands(now, root, texts, newId).map((command, place) => (place === 0 ? dated(command, datesOf(root)) : command)) }));
  const made = copies.flatMap(({ commands }) => commands).flatMap((command) => (command.kind === "ticket.create" ? [command.ticketId] : []));
  const moves = copies.flatMap(({ root, commands: [first] }) => (first?.kind === "ticket.create" ? placed(now, root, first.ticketId) : []));
  const label = plural(roots.length, { one: "duplicating a task", other: "duplicating # tasks" });
  void dispatchAll([...copies.flatMap(({ commands }) => commands), ...moves], { label });
  tell({
    text: plural(made.length, { one: "# task duplicated", other: "# tasks duplicated" }),
    icon: CopyPlus,
    action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void trashTickets(made) },
  });
}
