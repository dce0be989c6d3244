import { useEffect } from "react";
import { useTarget } from "@/actions/target";
import { usualView } from "@/actions/usualView";
import { SAVED } from "@/fields/arrange/keep";
import { keepListView } from "@/lib/keepListView";
import { listViewsKey } from "@/lib/listViews";
import { useLocation } from "@/lib/location";
import { useTroupe } from "@/sync/store";

/** Keeps the view in which the person sees a list. A saved view has a layout of its own, which says nothing about the list. */
export function useKeepListView(workspaceId: string): void {
  const { listId, view } = useTarget();
  const me = useTroupe((state) => state.me);
  const usual = useTroupe(usualView);
  const isSaved = new URLSearchParams(useLocation().search).has(SAVED);
  useEffect(() => {
    if (listId !== null && view !== undefined && !isSaved) keepListView(listViewsKey(workspaceId, me), listId, view === usual ? null : view);
  }, [workspaceId, me, listId, view, usual, isSaved]);
}
