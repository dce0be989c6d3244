import { decoded, type RecordPage } from "./paths";

/** True if a page of this name shows the tickets of one component, version, sprint or person. */
export const isRecordPage = (page: string | null | undefined): page is RecordPage => page === "component" || page === "version" || page === "sprint" || page === "person";

/** The page that a path within a workspace shows. `collection` is the path segment after the workspace, or null. */
export function placeAt(pathname: string): { collection: string | null; listId: string | null; recordId: string | null; ticketKey: string | null } {
  const [, , , collection, ...parts] = pathname.split("/").map(decoded);
  const listId = collection === "list" ? (parts.shift() ?? null) : null;
  const recordId = isRecordPage(collection) ? (parts.shift() ?? null) : null;
  const ticketKey = collection === "settings" || collection === "search" || collection === "view" ? null : (parts.shift() ?? null);
  return { collection: collection || null, listId: listId || null, recordId: recordId || null, ticketKey: ticketKey || null };
}
