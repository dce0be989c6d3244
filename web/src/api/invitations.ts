import type {
  Invitation,
  InvitationPreview,
  InvitedTo,
  MailInvitations,
  MyInvitations,
  NewInvitation,
  NewMailInvitations,
  OpenInvitation,
  OpenInvitations,
} from "@/wire/http.generated";
import { sendForJson } from "./http";
import { request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/invitations`;

/** Creates an invite link. The node shows the link only in this answer. */
export function createLink(workspaceId: string, link: NewInvitation): Promise<Invitation> {
  return request(of(workspaceId), { body: link });
}

/** Invites people by email: all of the addresses, or none. */
export function inviteByMail(workspaceId: string, mails: NewMailInvitations): Promise<MailInvitations> {
  return request(`${of(workspaceId)}/mail`, { body: mails });
}

/** The pending invitations, and those by email that expired or were declined lately; newest first. */
export async function listInvitations(workspaceId: string, signal?: AbortSignal): Promise<OpenInvitation[]> {
  const answer = await request<OpenInvitations>(of(workspaceId), signal ? { signal } : {});
  return answer.invitations;
}

export function revokeInvitation(workspaceId: string, invitationId: string): Promise<void> {
  return request(`${of(workspaceId)}/${invitationId}/revoke`, { method: "POST" });
}

export function resendInvitation(workspaceId: string, invitationId: string): Promise<void> {
  return request(`${of(workspaceId)}/${invitationId}/resend`, { method: "POST" });
}

/** A pending invitation; needs no session. */
export function readInvitation(token: string, signal?: AbortSignal): Promise<InvitationPreview> {
  return sendForJson(`/api/invitations/${encodeURIComponent(token)}`, signal ? { signal } : {});
}

/** Accepts an invitation, and returns the workspace. Its key and the caller's role come with `loadMe`. */
export function acceptInvitation(token: string): Promise<InvitedTo> {
  return request(`/api/invitations/${encodeURIComponent(token)}/accept`, { method: "POST" });
}

/** The pending invitations to the address of the signed-in person; newest first. */
export async function myInvitations(signal?: AbortSignal): Promise<InvitationPreview[]> {
  const answer = await request<MyInvitations>("/api/me/invitations", signal ? { signal } : {});
  return answer.invitations;
}

export function acceptMine(invitationId: string): Promise<InvitedTo> {
  return request(`/api/me/invitations/${invitationId}/accept`, { method: "POST" });
}

export function declineMine(invitationId: string): Promise<void> {
  return request(`/api/me/invitations/${invitationId}/decline`, { method: "POST" });
}
