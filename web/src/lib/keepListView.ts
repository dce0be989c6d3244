import { listViews } from "./listViews";
import type { ViewKind } from "./paths";

/** The most lists whose views a browser keeps for a person in a workspace. */
export const most = 200;

/** Keeps the view in which a list is shown for the next visit; null for the default view, which needs no entry. */
export function keepListView(key: string, listId: string, view: ViewKind | null): void {
  const kept = listViews(key);
  if ((kept[listId] ?? null) === view) return;
  const entries = Object.entries(kept).filter(([id]) => id !== listId);
  if (view !== null) entries.push([listId, view]);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries.slice(-most))));
  } catch {
    // Storage is denied: the next visit begins in the default view.
  }
}
