import type { Workspace } from "@/wire/generated";
import type { ActivityPage, Invitation, InvitationPreview, InvitedTo, NewInvitation, NewWorkspace, OpenInvitation, OpenInvitations, TicketDetails } from "@/wire/http.generated";
import { request } from "./session";
import { sendForJson } from "./http";

export function createWorkspace(input: NewWorkspace): Promise<Workspace> {
  return request("/api/workspaces", { body: input });
}

export function loadTicket(workspaceId: string, ticketId: string, signal?: AbortSignal): Promise<TicketDetails> {
  return request(`/api/workspaces/${workspaceId}/tickets/${ticketId}`, signal ? { signal } : {});
}

/** A page of activities older than `before`. */
export function loadActivities(
  workspaceId: string,
  ticketId: string,
  page: { before: string; limit?: number },
  signal?: AbortSignal,
): Promise<ActivityPage> {
  const query = new URLSearchParams({ before: page.before, limit: String(page.limit ?? 50) });
  return request(`/api/workspaces/${workspaceId}/tickets/${ticketId}/activities?${query}`, signal ? { signal } : {});
}

export function createInvitation(workspaceId: string, role: "member" | "admin"): Promise<Invitation> {
  return request(`/api/workspaces/${workspaceId}/invitations`, { body: { role } satisfies NewInvitation });
}

/** The invitations that are still valid, newest first. */
export async function listInvitations(workspaceId: string, signal?: AbortSignal): Promise<OpenInvitation[]> {
  const path = `/api/workspaces/${workspaceId}/invitations`;
  const answer = await request<OpenInvitations>(path, signal ? { signal } : {});
  return answer.invitations;
}

export function revokeInvitation(workspaceId: string, invitationId: string): Promise<void> {
  return request(`/api/workspaces/${workspaceId}/invitations/${invitationId}/revoke`, { method: "POST" });
}

/** The workspace and role of an invitation; needs no session. */
export function readInvitation(token: string, signal?: AbortSignal): Promise<InvitationPreview> {
  return sendForJson(`/api/invitations/${encodeURIComponent(token)}`, signal ? { signal } : {});
}

/** Accepts an invitation, and returns the workspace. Its key and the caller's role come with `loadMe`. */
export function acceptInvitation(token: string): Promise<InvitedTo> {
  return request(`/api/invitations/${encodeURIComponent(token)}/accept`, { method: "POST" });
}
