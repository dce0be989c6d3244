// The wire types of docs/PROTOCOL.md, written once in Rust. Do not edit by hand.

export type Role = "owner" | "admin" | "member" | "guest";
export type MemberState = "active" | "pending" | "left";
export type StatusCategory = "byDefault" | "started" | "blocked" | "canceled" | "completed";
export type Priority = "day" | "week" | "month" | "quarter" | "year";
export type LinkKind = "blocks" | "relates" | "duplicates";
export type Color =
  | "grey"
  | "red"
  | "orange"
  | "amber"
  | "olive"
  | "green"
  | "teal"
  | "cyan"
  | "blue"
  | "indigo"
  | "violet"
  | "pink";
export type ActivityKind =
  | "createdAt"
  | "nameChange"
  | "statusChange"
  | "listsChange"
  | "assigneeChange"
  | "comment"
  | "description"
  | "customFieldChange"
  | "subtaskAdded"
  | "taskTrashed"
  | "taskRestored";
export type ImportState = "running" | "done" | "failed";

export type Workspace = { id: string; name: string; icon: string | null; key: string; createdAt: string };

export type Member = {
  id: string;
  role: Role;
  state: MemberState;
  firstname: string;
  lastname: string;
  username: string;
  avatarUrl: string | null;
  createdAt: string;
};

export type Status = { id: string; name: string; category: StatusCategory; rank: string; createdAt: string };

export type List = {
  id: string;
  name: string;
  color: Color;
  rank: string;
  suggested: boolean;
  createdUserId: string;
  createdAt: string;
};

export type Label = { id: string; name: string; color: Color; createdAt: string };

export type ListRank = { listId: string; rank: string };

export type Ticket = {
  id: string;
  number: number;
  private: boolean;
  title: string;
  description?: string;
  statusId: string;
  previousStatusId: string | null;
  createdUserId: string;
  reportBy: string | null;
  assigneesIds: string[];
  labels: string[];
  lists: ListRank[];
  parentTicketId: string | null;
  subtasksOrder: string[];
  priority: Priority | null;
  startDate: string | null;
  dueDate: string | null;
  completed: boolean;
  completedAt: string | null;
  completedByUserId: string | null;
  trashedAt: string | null;
  trashedByUserId: string | null;
  comments: number;
  commentedByUserIds: string[];
  completedIn: number | null;
  delayedFor: number | null;
  inProgressFor: number;
  inProgressSince: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Link = {
  id: string;
  kind: LinkKind;
  fromTicketId: string;
  toTicketId: string;
  createdUserId: string;
  createdAt: string;
};

export type Activity = {
  id: string;
  ticketId: string;
  kind: ActivityKind;
  userId: string;
  message: string | null;
  data: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string | null;
};

export type Reaction = {
  id: string;
  activityId: string;
  ticketId: string;
  userId: string;
  emoji: string;
  createdAt: string;
};

export type ImportJob = {
  id: string;
  format: string;
  fileName: string;
  state: ImportState;
  total: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  report: Array<{ row: number | null; code: string; message: string }>;
  createdAt: string;
  finishedAt: string | null;
};

export type EntityKind =
  | "workspace"
  | "member"
  | "status"
  | "list"
  | "label"
  | "ticket"
  | "link"
  | "activity"
  | "reaction"
  | "import";

export type Op = "create" | "update" | "delete";

export type Change = { op: Op; entity: EntityKind; id: string; data?: Record<string, unknown> };

export type Event = { seq: number; commandId: string; by: string; at: string; changes: Change[] };

export type SetPatch = { add?: string[]; remove?: string[] };

export type TicketPatch = {
  title?: string;
  description?: string;
  statusId?: string;
  assigneesIds?: SetPatch;
  labels?: SetPatch;
  lists?: SetPatch;
  priority?: Priority | null;
  startDate?: string | null;
  dueDate?: string | null;
  reportBy?: string | null;
  parentTicketId?: string | null;
  private?: boolean;
};

export type Command =
  | { kind: "workspace.update"; patch: { name?: string; icon?: string | null } }
  | { kind: "member.setRole"; userId: string; role: Role }
  | { kind: "member.remove"; userId: string }
  | { kind: "status.create"; statusId: string; name: string; category: StatusCategory; after?: string | null }
  | { kind: "status.update"; statusId: string; patch: { name?: string; category?: StatusCategory } }
  | { kind: "status.move"; statusId: string; after?: string | null }
  | { kind: "status.delete"; statusId: string; moveTo: string }
  | { kind: "list.create"; listId: string; name: string; color?: Color; after?: string | null }
  | { kind: "list.update"; listId: string; patch: { name?: string; color?: Color } }
  | { kind: "list.move"; listId: string; after?: string | null }
  | { kind: "list.delete"; listId: string; moveTo?: string | null }
  | { kind: "label.create"; labelId: string; name: string; color?: Color }
  | { kind: "label.update"; labelId: string; patch: { name?: string; color?: Color } }
  | { kind: "label.delete"; labelId: string }
  | {
      kind: "ticket.create";
      ticketId: string;
      title: string;
      private?: boolean;
      description?: string;
      statusId?: string;
      listIds?: string[];
      assigneesIds?: string[];
      labels?: string[];
      priority?: Priority | null;
      startDate?: string | null;
      dueDate?: string | null;
      reportBy?: string | null;
      parentTicketId?: string | null;
    }
  | { kind: "ticket.update"; ticketId: string; patch: TicketPatch }
  | { kind: "tickets.update"; ticketIds: string[]; patch: TicketPatch }
  | { kind: "ticket.trash"; ticketId: string }
  | { kind: "ticket.restore"; ticketId: string }
  | { kind: "ticket.delete"; ticketId: string }
  | { kind: "tickets.trash"; ticketIds: string[] }
  | { kind: "tickets.restore"; ticketIds: string[] }
  | { kind: "ticket.move"; ticketId: string; listId: string; after?: string | null }
  | { kind: "subtask.move"; ticketId: string; after?: string | null }
  | { kind: "link.create"; linkId: string; linkKind: LinkKind; fromTicketId: string; toTicketId: string }
  | { kind: "link.delete"; linkId: string }
  | { kind: "comment.create"; commentId: string; ticketId: string; message: string }
  | { kind: "comment.update"; commentId: string; message: string }
  | { kind: "comment.delete"; commentId: string }
  | { kind: "reaction.add"; activityId: string; emoji: string }
  | { kind: "reaction.remove"; activityId: string; emoji: string };

export type RefusalCode =
  | "unauthenticated"
  | "token_expired"
  | "token_revoked"
  | "refresh_reused"
  | "refresh_expired"
  | "refresh_revoked"
  | "wrong_credentials"
  | "forbidden"
  | "origin_denied"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "already_exists"
  | "cycle"
  | "idempotency_mismatch"
  | "too_many"
  | "last_owner"
  | "gone"
  | "command_expired"
  | "payload_too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "unknown_field"
  | "unknown_kind"
  | "import_refused"
  | "upgrade_required"
  | "rate_limited"
  | "unavailable"
  | "internal";

export type Refusal = {
  code: RefusalCode;
  message: string;
  field?: string;
  retryAfterMs?: number;
  path?: string[];
};

export type ScopeCursor = { epoch: string; seq: number };
export type ScopeKind = "workspace" | "personal";
export type Resume = "delta" | "snapshot";
export type WelcomeScope = { scope: string; kind: ScopeKind; epoch: string; seq: number; resume: Resume };
export type PresenceState = "viewing" | "editing" | "typing" | "away";
export type PresenceMember = {
  connection: string;
  userId: string;
  ticketId: string | null;
  field: string | null;
  state: PresenceState;
  since: string;
};

export type ClientFrame =
  | {
      type: "hello";
      token: string;
      workspace: string;
      protocol: number;
      cursors?: Record<string, ScopeCursor>;
      client: { name: string; version: string };
    }
  | { type: "command"; id: string; command: Command }
  | { type: "presence"; ticketId?: string; field?: string; state: PresenceState }
  | { type: "watch"; ticketId: string }
  | { type: "unwatch"; ticketId: string }
  | { type: "token"; token: string }
  | { type: "ping"; n: number };

export type NodeFrame =
  | {
      type: "welcome";
      node: string;
      serverTime: string;
      heartbeatMs: number;
      limits: Record<string, number>;
      scopes: WelcomeScope[];
    }
  | { type: "events"; scope: string; from: number; to: number; events: Event[] }
  | { type: "ack"; id: string; scope: string; seq: number }
  | { type: "refused"; id: string; error: Refusal }
  | { type: "presence"; members: PresenceMember[] }
  | { type: "heads"; heads: Record<string, number> }
  | { type: "bye"; code: string; retryAfterMs: number }
  | { type: "pong"; n: number }
  | { type: "error"; error: Refusal };

export type SnapshotHead = { protocol: number; cursors: Record<string, ScopeCursor>; workspace: Workspace };
export type SnapshotLine = { entity: EntityKind; data: Record<string, unknown> };
export type SnapshotEnd = { end: true; count: number };
export type TicketDetails = {
  ticket: Ticket;
  activities: Activity[];
  reactions: Reaction[];
  next: string | null;
  cursors: Record<string, ScopeCursor>;
};
