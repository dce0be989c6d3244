import { placeAt } from "@/lib/placeAt";
import type { StartPage } from "@/lib/startPage";
import type { SyncState } from "@/sync/types";

type Rows = Pick<SyncState, "lists" | "components" | "fixVersions" | "sprints" | "members">;

/**
 * The page of a workspace that the person has chosen to start with, as an address names it; null for the usual list.
 * The page that was open last does not open if its row is gone. A workspace without tasks has nothing to show on most pages.
 */
export function startPath(start: StartPage, last: string | null, rows: Rows, isEmpty: boolean): string | null {
  if (start === "home") return start;
  if (isEmpty || start === "list") return null;
  if (start !== "page") return start;
  const { listId, recordId } = placeAt(`/w//${last}`);
  if (listId !== null) return rows.lists[listId] && !rows.lists[listId].archivedAt ? last : null;
  return recordId === null || [rows.components, rows.fixVersions, rows.sprints, rows.members].some((all) => all[recordId]) ? last : null;
}
