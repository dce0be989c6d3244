import type { DeletedTickets } from "@/wire/http.generated";
import { request } from "./session";

/** Tickets that were deleted permanently, newest first. `before` is the `next` of the page before. */
export const loadDeletedTickets = (workspaceId: string, before: string | null, signal?: AbortSignal): Promise<DeletedTickets> =>
  request(`/api/workspaces/${workspaceId}/deleted-tickets${before === null ? "" : `?${new URLSearchParams({ before })}`}`, signal ? { signal } : {});
