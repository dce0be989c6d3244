import type {
  Activity,
  ClientFrame,
  EntityKind,
  Reaction,
  RefusalCode,
  ScopeCursor,
  Ticket,
} from "./generated";

/** What a client sends to have something done. */
export type CommandFrame = Extract<ClientFrame, { type: "command" }>;

/** The lines of a snapshot after its head. */
export type SnapshotLine = { entity: EntityKind; data: Record<string, unknown> };
export type SnapshotEnd = { end: true; count: number };

/** `GET …/tickets/{ticketId}`: the ticket whole, with the newest page of its activities. */
export type TicketDetails = {
  ticket: Ticket;
  activities: Activity[];
  reactions: Reaction[];
  next: string | null;
  cursors: Record<string, ScopeCursor>;
};

/** The codes of `docs/PROTOCOL.md` that only HTTP answers with. */
export type DoorCode =
  | "unauthenticated"
  | "token_expired"
  | "token_revoked"
  | "refresh_reused"
  | "refresh_expired"
  | "refresh_revoked"
  | "wrong_credentials"
  | "origin_denied"
  | "method_not_allowed"
  | "gone"
  | "unsupported_media_type"
  | "import_refused"
  | "upgrade_required";

export type ErrorCode = RefusalCode | DoorCode;
