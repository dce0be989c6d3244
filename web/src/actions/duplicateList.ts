import { t } from "@lingui/core/macro";
import { restrictedLists } from "@/sync/homes";
import { dispatchAll, newId, useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import type { Command } from "@/wire/generated";

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
  const views = Object.values(state.savedViews).filter((view) => !view.personal && view.listId === listId);
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
    ...views.map((view): Command => {
      const { name, layout, filter, groupBy, sortBy, descending, columns } = view;
      // A filter that names the list means the copy there.
      const about = filter.replaceAll(listId, id);
      return { kind: "savedView.create", savedViewId: newViewId(), name, personal: false, layout, groupBy, sortBy, descending, columns, listId: id, filter: about };
    }),
  ];
}

/** Duplicates a list without its tasks, as one undo step. Returns the id of the copy. */
export function duplicateList(listId: string): string {
  const id = newId();
  void dispatchAll(copyOf(useTroupe.getState(), listId, id, newId), { label: t`duplicating a list` });
  return id;
}
