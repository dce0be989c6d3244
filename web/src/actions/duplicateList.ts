import { plural, t } from "@lingui/core/macro";
import { CopyPlus } from "lucide-react";
import { loadListDescriptions } from "@/api/workspaces";
import { restrictedLists, sees } from "@/sync/homes";
import { dispatchAll, newId, undo, useTroupe } from "@/sync/store";
import { byRank } from "@/sync/tables/rank";
import type { SyncState } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import type { Command, Ticket } from "@/wire/generated";
import { copyCommands, livingTree, mostCopies, rootsOf, type Known } from "./duplicate";
import { displayFor, sharedViewsOf } from "./savedViews";
import { offerAgain } from "./tellFailure";

const longestName = 100;

/** "Pier (copy)", or the next one that is free. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? ` ${t`(copy)`}` : ` ${t`(copy ${n})`}`;
    const copy = `${[...name].slice(0, longestName - end.length).join("")}${end}`;
    if (!used.has(copy.toLowerCase())) return copy;
  }
}

/** The commands that make the list `id` like another one: its settings, its group, and the views that all see, without tasks. */
export function copyOf(state: Pick<SyncState, "lists" | "groups" | "shares" | "savedViews">, listId: string, id: string, newViewId: () => string): Command[] {
  const list = state.lists[listId];
  if (!list) return [];
  const { color, icon, description, groupId } = list;
  const group = groupId && state.groups[groupId] ? groupId : null;
  const name = copyName(list.name, Object.values(state.lists).map((other) => other.name));
  return [
    {
      kind: "list.create",
      listId: id,
      name,
      color,
      after: listId,
      ...(icon && { icon }),
      ...(description && { description }),
      ...(group && { groupId: group }),
      ...(restrictedLists(state).has(listId) && { restricted: true }),
    },
    ...sharedViewsOf(state.savedViews, listId).map((view): Command => {
      const { name, layout, dateLayout, filter, groupBy, sortBy, descending, columns, display, icon } = view;
      // If the filter or the display names the list, it names the copy in the new view.
      const about = filter.replaceAll(listId, id);
      const newer = { ...(dateLayout && { dateLayout }), ...(display && { display: displayFor(display, listId, id) }), ...(icon && { icon }) };
      return { kind: "savedView.create", savedViewId: newViewId(), name, personal: false, layout, ...newer, groupBy, sortBy, descending, columns, listId: id, filter: about };
    }),
  ];
}

/** The tickets of a list that a copy of it has: those that are not in the trash, in their order, and none below another one. */
export function rootsInList(view: Pick<Known, "tickets">, listId: string): Ticket[] {
  const places = Object.values(view.tickets).flatMap((ticket) => {
    const place = ticket.trashedAt === null && ticket.lists.find((it) => it.listId === listId);
    return place ? [{ id: ticket.id, rank: place.rank }] : [];
  });
  return rootsOf(view, places.toSorted(byRank).map(({ id }) => id));
}

/** How many tasks a copy of a list has, subtasks included. */
export const countInList = (view: Pick<Known, "tickets">, listId: string): number =>
  rootsInList(view, listId).reduce((sum, root) => sum + livingTree(view, root).length, 0);

/** The commands that copy the tickets of a list into the list `to`, in their order. Only the person sees a restricted copy. */
export function ticketsOf(view: Known, listId: string, to: string, texts: Readonly<Record<string, string>>, idOf: () => string): Command[] {
  const restricted = restrictedLists(view).has(listId);
  return rootsInList(view, listId).flatMap((root) => {
    const isOpen = !restricted && !root.private;
    return copyCommands(view, root, texts, idOf, {
      parentId: null,
      listsOf: ({ lists }) => (lists.some((place) => place.listId === listId) ? [to] : []),
      stays: (userId) => (isOpen ? sees(view, userId, "open") : userId === view.me),
    });
  });
}

/**
 * The commands that take a copy with tickets back. A restricted list with tickets, also in the trash, can only be deleted by
 * moving them to where other people see them. So it is archived.
 */
export function takenBack(made: readonly Command[], listId: string): Command[] {
  const views = made.flatMap((it): Command[] => (it.kind === "savedView.create" ? [{ kind: "savedView.delete", savedViewId: it.savedViewId }] : []));
  const ticketIds = made.flatMap((it) => (it.kind === "ticket.create" ? [it.ticketId] : []));
  const restricted = made.some((it) => it.kind === "list.create" && it.restricted);
  return [...views, { kind: "tickets.trash", ticketIds }, restricted ? { kind: "list.archive", listId } : { kind: "list.delete", listId }];
}

/** Duplicates a list without its tasks, as one undo step. Returns the id of the copy. */
export function duplicateList(listId: string): string {
  const id = newId();
  void dispatchAll(copyOf(useTroupe.getState(), listId, id, newId), { label: t`duplicating a list` });
  return id;
}

/** Duplicates a list with its tasks, as one undo step. Returns the id of the copy; null if nothing was duplicated. */
export async function duplicateWithTasks(listId: string): Promise<string | null> {
  const view = useTroupe.getState();
  const workspaceId = view.workspace?.id;
  if (workspaceId === undefined || !view.lists[listId]) return null;
  if (countInList(view, listId) > mostCopies) return refused(plural(mostCopies, { one: "You can duplicate a list with up to # task, subtasks included.", other: "You can duplicate a list with up to # tasks, subtasks included." }));
  const texts = await loadListDescriptions(workspaceId, listId).catch(() => null);
  const now = useTroupe.getState();
  if (texts === null) {
    offerAgain(t`Nothing was duplicated, because the descriptions could not be loaded. Try again when you are online.`, () => duplicateWithTasks(listId));
    return null;
  }
  if (now.workspace?.id !== workspaceId) return null;
  const id = newId();
  // A description that was typed a moment ago may not have reached the node.
  const typed = Object.entries(now.details).flatMap(([ticketId, held]) => (held.state === "ready" ? [[ticketId, held.description ?? ""] as const] : []));
  const tickets = ticketsOf(now, listId, id, { ...texts.descriptions, ...Object.fromEntries(typed) }, newId);
  const commands = [...copyOf(now, listId, id, newId), ...tickets];
  const label = t`duplicating a list`;
  void dispatchAll(commands, tickets.length > 0 ? { label, inverse: takenBack(commands, id) } : { label });
  tell({
    text: plural(tickets.length, { one: "List duplicated with # task", other: "List duplicated with # tasks" }),
    icon: CopyPlus,
    action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() },
  });
  return id;
}

function refused(text: string): null {
  tellRefusal(text);
  return null;
}
