import { useMemo } from "react";
import { useTroupe } from "@/sync/store";
import { byRank } from "@/sync/tables/rank";

/** The names of the restricted lists that are shared with each person, as far as the viewer sees these lists. */
export function useListsOfPeople(): ReadonlyMap<string, readonly string[]> {
  const shares = useTroupe((state) => state.shares);
  const lists = useTroupe((state) => state.lists);
  return useMemo(() => {
    const known = Object.values(shares).flatMap(({ userId, listId }) => (lists[listId] ? [{ userId, ...lists[listId], id: listId }] : []));
    const names = new Map<string, string[]>();
    for (const { userId, name } of known.toSorted(byRank)) names.set(userId, [...(names.get(userId) ?? []), name]);
    return names;
  }, [shares, lists]);
}
