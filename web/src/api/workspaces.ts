import type { Workspace } from "@/wire/generated";
import type { ActivityPage, Descriptions, NewWorkspace, TicketDetails } from "@/wire/http.generated";
import { request } from "./session";

export function createWorkspace(input: NewWorkspace): Promise<Workspace> {
  return request("/api/workspaces", { body: input });
}

export function loadTicket(workspaceId: string, ticketId: string, signal?: AbortSignal): Promise<TicketDetails> {
  return request(`/api/workspaces/${workspaceId}/tickets/${ticketId}`, signal ? { signal } : {});
}

/** A page of activities older than `before`; `unlimited` is as many as the node answers at once. */
export function loadActivities(
  workspaceId: string,
  ticketId: string,
  page: { before: string; limit?: number | "unlimited" },
  signal?: AbortSignal,
): Promise<ActivityPage> {
  const query = new URLSearchParams({ before: page.before, limit: String(page.limit ?? 50) });
  return request(`/api/workspaces/${workspaceId}/tickets/${ticketId}/activities?${query}`, signal ? { signal } : {});
}

/** The descriptions of a ticket and of all tickets below it, without empty ones. */
export function loadDescriptions(workspaceId: string, ticketId: string): Promise<Descriptions> {
  return request(`/api/workspaces/${workspaceId}/tickets/${ticketId}/descriptions`);
}

/** The descriptions of the tickets of a list and of all tickets below them, without empty ones. */
export function loadListDescriptions(workspaceId: string, listId: string): Promise<Descriptions> {
  return request(`/api/workspaces/${workspaceId}/lists/${listId}/descriptions`);
}
