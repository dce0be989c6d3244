import { activeListsInOrder } from "@/sync/selectors";
import type { SyncState } from "@/sync/types";
import type { List } from "@/wire/generated";

/** A line of the page with all lists. */
export interface ListEntry {
  list: List;
  /** The names of the groups around it, the outermost first; empty for a list in no group. */
  groups: readonly string[];
}

type Known = Pick<SyncState, "lists" | "groups">;

/** The names of the groups around a list. The names end at a group that the person does not see. */
function groupsAround({ groups }: Known, groupId: string | null | undefined): string[] {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let group = groups[groupId ?? ""]; group && !seen.has(group.id); group = groups[group.parentGroupId ?? ""]) {
    seen.add(group.id);
    names.unshift(group.name);
  }
  return names;
}

/** The lists in use whose name, description or groups contain all typed words. The suggested lists come last. */
export function listsFound(view: Known, typed: string): ListEntry[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return activeListsInOrder(view)
    .toSorted((a, b) => Number(a.suggested) - Number(b.suggested))
    .map((list) => ({ list, groups: groupsAround(view, list.groupId) }))
    .filter(({ list, groups }) => {
      const text = [list.name, list.description, ...groups].join(" ").toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
}
