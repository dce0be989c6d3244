import type { Role } from "@/wire/generated";

/** The person who is signed in, as `GET /api/me` and every session name them. */
export interface User {
  id: string;
  email: string;
  firstname: string | null;
  lastname: string | null;
  username: string | null;
  avatarUrl: string | null;
  createdAt: string;
}

/** What sign-in, confirmation and refresh answer with. */
export interface Session {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  user: User;
}

/** A workspace that the person is in, with what they are there. */
export interface Membership {
  id: string;
  name: string;
  icon: string | null;
  key: string;
  role: Role;
}

export interface Me {
  user: User;
  workspaces: Membership[];
  /** They look after the instance. */
  instanceOwner: boolean;
}

/** A sign-up that waits for its code. */
export interface PendingSignUp {
  /** Identifies the sign-up to the node. Only this page knows the id. */
  signUpId: string;
  /** Shown on the page, and repeated in the email with the code. */
  reference: string;
}

export interface Invitation {
  link: string;
  token: string;
  role: Role;
  expiresAt: string;
}

/** An invitation that is still valid. Its link is not stored. */
export interface OpenInvitation {
  id: string;
  role: Role;
  createdUserId: string;
  createdAt: string;
  expiresAt: string;
}

export interface InvitationPreview {
  workspace: { id: string; name: string };
  role: Role;
}

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  code?: string;
  link?: string;
}
