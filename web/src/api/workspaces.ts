import type { TicketDetails } from "@/wire/answers";
import type { Workspace } from "@/wire/generated";
import { request } from "./session";
import type { Invitation, InvitationPreview, OpenInvitation } from "./types";
import { sendForJson } from "./http";

export function createWorkspace(input: { name: string; key?: string }): Promise<Workspace> {
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
): Promise<Pick<TicketDetails, "activities" | "reactions" | "next">> {
  const query = new URLSearchParams({ before: page.before, limit: String(page.limit ?? 50) });
  return request(`/api/workspaces/${workspaceId}/tickets/${ticketId}/activities?${query}`, signal ? { signal } : {});
}

export function createInvitation(workspaceId: string, role: "member" | "admin"): Promise<Invitation> {
  return request(`/api/workspaces/${workspaceId}/invitations`, { body: { role } });
}

/** The invitations that are still valid, newest first. */
export async function listInvitations(workspaceId: string, signal?: AbortSignal): Promise<OpenInvitation[]> {
  const path = `/api/workspaces/${workspaceId}/invitations`;
  const answer = await request<{ invitations: OpenInvitation[] }>(path, signal ? { signal } : {});
  return answer.invitations;
}

export function revokeInvitation(workspaceId: string, invitationId: string): Promise<void> {
  return request(`/api/workspaces/${workspaceId}/invitations/${invitationId}/revoke`, { method: "POST" });
}

/** What an invitation leads to; needs no session. */
export function readInvitation(token: string, signal?: AbortSignal): Promise<InvitationPreview> {
  return sendForJson(`/api/invitations/${encodeURIComponent(token)}`, signal ? { signal } : {});
}

/** Which workspace the caller is in now; its key and their role come with `loadMe`. */
export function acceptInvitation(token: string): Promise<InvitationPreview["workspace"]> {
  return request(`/api/invitations/${encodeURIComponent(token)}/accept`, { method: "POST" });
}
