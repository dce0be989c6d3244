import { listViews, listViewsKey } from "@/lib/listViews";
import type { ViewKind } from "@/lib/paths";
import { views } from "@/lib/views";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";

const onPhone = () => window.matchMedia("(max-width: 767px)").matches;

/** The view that the person used last in a list on this device; null if there is none. */
export function lastView(listId: string | null): ViewKind | null {
  const { workspace, me } = useTroupe.getState();
  const last = listId === null ? null : listViews(listViewsKey(workspace?.id, me))[listId];
  return views.find(({ id }) => id === last)?.id ?? null;
}

/** The view of a page whose address names no view: the chosen default view, or else the gantt, and on a phone the list. */
export function usualView(state: Pick<SyncState, "preferences">): ViewKind {
  const chosen = preferencesOf(state)?.defaultView ?? (onPhone() ? "spreadsheet" : "gantt");
  return views.some(({ id }) => id === chosen) ? chosen : "spreadsheet";
}

/** The parameters of an address for other people. They always name the view, because another reader may have another default view. */
export function namingView(search: string, view: ViewKind): string {
  const params = new URLSearchParams(search);
  params.set("view", view);
  return `?${params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}
