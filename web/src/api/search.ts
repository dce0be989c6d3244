import type { SearchResults } from "@/wire/http.generated";
import { request } from "./session";

/** Where to look for words. */
export const searchParts = ["title", "description", "comment", "attribute"] as const;
export type SearchPart = (typeof searchParts)[number];

export interface SearchQuery {
  text: string;
  /** Everywhere if it is empty. */
  parts: readonly SearchPart[];
  listId: string | null;
  /** Results to pass over. */
  after: number;
}

/** The longest text that a node searches for. */
export const mostChars = 200;

/** The tasks that match, the best first. */
export function searchTasks(workspaceId: string, query: SearchQuery, signal?: AbortSignal): Promise<SearchResults> {
  const { text, parts, listId, after } = query;
  const params = new URLSearchParams({ q: [...text].slice(0, mostChars).join("") });
  if (parts.length > 0) params.set("in", parts.join());
  if (listId !== null) params.set("list", listId);
  if (after > 0) params.set("after", String(after));
  return request<SearchResults>(`/api/workspaces/${workspaceId}/search?${params}`, signal ? { signal } : {});
}
