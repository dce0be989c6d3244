import { useMemo } from "react";
import { mayIn } from "@/sync/allowed";
import { useTroupe } from "@/sync/store";
import { byRank } from "@/sync/tables/rank";
import type { List } from "@/wire/generated";

/** The restricted lists that this person may share. */
export function useShareableLists(): readonly List[] {
  const lists = useTroupe((state) => state.lists);
  const capabilities = useTroupe((state) => state.capabilities);
  return useMemo(() => {
    const shareable = Object.keys(capabilities?.lists ?? {}).filter((id) => mayIn(capabilities, "restrictLists", id));
    return shareable.flatMap((id) => lists[id] ?? []).toSorted(byRank);
  }, [lists, capabilities]);
}
