import type { ViewKind } from "@/lib/paths";
import { viewNamed, views } from "@/lib/views";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";

const onPhone = () => window.matchMedia("(max-width: 767px)").matches;

/** The view of a page whose address names no view: the chosen default view, or else the gantt, and on a phone the list. */
export function usualView(state: Pick<SyncState, "preferences">): ViewKind {
  const chosen = preferencesOf(state)?.defaultView ?? (onPhone() ? "spreadsheet" : "gantt");
  return views.some(({ id }) => id === chosen) ? chosen : "spreadsheet";
}

/** The parameters of an address for other people. They always name the view, because another reader may have another default view. */
export function namingView(search: string): string {
  const params = new URLSearchParams(search);
  params.set("view", viewNamed(params.get("view"), usualView(useTroupe.getState())));
  return `?${params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}
