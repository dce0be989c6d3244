// Generated from actors/src/wire and actors/src/domain. Written by: make types

export type Activity = { id: ActivityId, ticketId: TicketId, kind: ActivityKind, userId: UserId, 
/**
 * A comment's text, Markdown.
 */
message: string | null, 
/**
 * `{from, to}`, `{added, removed}`, and `field` with customFieldChange.
 */
data: Record<string, unknown> | null, createdAt: Instant, 
/**
 * When its text was last edited.
 */
updatedAt: Instant | null, };

export type ActivityId = string;

export type ActivityKind = "createdAt" | "nameChange" | "statusChange" | "listsChange" | "assigneeChange" | "comment" | "description" | "customFieldChange" | "subtaskAdded" | "taskTrashed" | "taskRestored";

export type Change = { op: Op, entity: EntityKind, id: string, data?: Record<string, unknown>, };

export type ClientFrame = { "type": "hello" } & Hello | { "type": "command", id: CommandId, command: Command, } | { "type": "presence" } & PresenceUpdate | { "type": "watch", ticketId: TicketId, } | { "type": "unwatch", ticketId: TicketId, } | { "type": "token", token: string, } | { "type": "ping", n: number, };

export type ClientInfo = { name: string, version: string, };

export type Color = "grey" | "red" | "orange" | "amber" | "olive" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink";

export type Command = { "kind": "workspace.update", patch: WorkspacePatch, } | { "kind": "member.setRole", userId: UserId, role: Role, } | { "kind": "member.remove", userId: UserId, } | { "kind": "status.create", statusId: StatusId, name: string, category: StatusCategory, after?: StatusId, } | { "kind": "status.update", statusId: StatusId, patch: StatusPatch, } | { "kind": "status.move", statusId: StatusId, after?: StatusId, } | { "kind": "status.delete", statusId: StatusId, moveTo: StatusId, } | { "kind": "list.create", listId: ListId, name: string, color?: Color, after?: ListId, } | { "kind": "list.update", listId: ListId, patch: NamedPatch, } | { "kind": "list.move", listId: ListId, after?: ListId, } | { "kind": "list.delete", listId: ListId, moveTo?: ListId, } | { "kind": "label.create", labelId: LabelId, name: string, color?: Color, } | { "kind": "label.update", labelId: LabelId, patch: NamedPatch, } | { "kind": "label.delete", labelId: LabelId, } | { "kind": "ticket.create" } & NewTicket | { "kind": "ticket.update", ticketId: TicketId, patch: TicketPatch, } | { "kind": "tickets.update", ticketIds: Array<TicketId>, patch: TicketPatch, } | { "kind": "ticket.trash", ticketId: TicketId, } | { "kind": "ticket.restore", ticketId: TicketId, } | { "kind": "ticket.delete", ticketId: TicketId, } | { "kind": "tickets.trash", ticketIds: Array<TicketId>, } | { "kind": "tickets.restore", ticketIds: Array<TicketId>, } | { "kind": "ticket.move", ticketId: TicketId, listId: ListId, after?: TicketId, } | { "kind": "tickets.move", ticketIds: Array<TicketId>, listId: ListId, after?: TicketId, } | { "kind": "subtask.move", ticketId: TicketId, after?: TicketId, } | { "kind": "link.create", linkId: LinkId, 
/**
 * The link's kind; `kind` is the command's.
 */
linkKind: LinkKind, fromTicketId: TicketId, toTicketId: TicketId, } | { "kind": "link.delete", linkId: LinkId, } | { "kind": "comment.create", commentId: ActivityId, ticketId: TicketId, message: string, } | { "kind": "comment.update", commentId: ActivityId, message: string, } | { "kind": "comment.delete", commentId: ActivityId, } | { "kind": "reaction.add", activityId: ActivityId, emoji: string, } | { "kind": "reaction.remove", activityId: ActivityId, emoji: string, };

export type CommandId = string;

export type EntityKind = "workspace" | "member" | "status" | "list" | "label" | "ticket" | "link" | "activity" | "reaction" | "import";

export type Epoch = string;

export type Event = { seq: number, commandId: CommandId, by: UserId, at: Instant, 
/**
 * Those that this build knows.
 */
changes: Array<Change>, };

export type Hello = { 
/**
 * An access token; never in the address.
 */
token: string, 
/**
 * A workspace's id. What is no id at all answers like a workspace that does not exist.
 */
workspace: string, protocol: number, cursors?: Record<string, ScopeCursor>, client?: ClientInfo, };

export type HttpAck = { scope: ScopeId, seq: number, };

export type ImportId = string;

export type ImportJob = { id: ImportId, 
/**
 * `github` or `csv`.
 */
format: string, fileName: string, state: ImportState, total: number, done: number, created: number, updated: number, unchanged: number, refused: number, 
/**
 * What was refused or changed on the way, at most a thousand entries: `[{row, code, message}]`.
 */
report: Array<{ row: number | null, code: string, message: string }>, createdAt: Instant, finishedAt: Instant | null, };

export type ImportState = "running" | "done" | "failed" | "interrupted";

export type Instant = string;

export type Label = { id: LabelId, name: string, color: Color, createdAt: Instant, };

export type LabelId = string;

export type Link = { id: LinkId, kind: LinkKind, fromTicketId: TicketId, toTicketId: TicketId, createdUserId: UserId, createdAt: Instant, };

export type LinkId = string;

export type LinkKind = "blocks" | "relates" | "duplicates";

export type List = { id: ListId, name: string, color: Color, rank: Rank, 
/**
 * Backlog and General, which every workspace starts with and the sidebar shows apart.
 */
suggested: boolean, createdUserId: UserId, createdAt: Instant, };

export type ListId = string;

export type ListRank = { listId: ListId, rank: Rank, };

export type Member = { 
/**
 * The user's id.
 */
id: UserId, role: Role, state: MemberState, firstname: string, lastname: string, username: string, avatarUrl: string | null, createdAt: Instant, };

export type MemberState = "active" | "pending" | "left";

export type NamedPatch = { name?: string, color?: Color, };

export type NewTicket = { ticketId: TicketId, title: string, private?: boolean, description?: string, statusId?: StatusId, listIds?: Array<ListId>, assigneesIds?: Array<UserId>, labels?: Array<LabelId>, priority?: Priority, startDate?: PlainDate, dueDate?: PlainDate, reportBy?: UserId, parentTicketId?: TicketId, };

export type NodeFrame = { "type": "welcome", node: string, serverTime: Instant, heartbeatMs: number, limits: SocketLimits, scopes: Array<WelcomeScope>, } | { "type": "events", scope: ScopeId, from: number, to: number, events: Array<Event>, } | { "type": "ack", id: CommandId, scope: ScopeId, seq: number, } | { "type": "refused", id: CommandId, error: Refusal, } | { "type": "presence", members: Array<PresenceMember>, } | { "type": "heads", heads: Record<string, number>, alone?: boolean, } | { "type": "bye", code: string, retryAfterMs: number, } | { "type": "pong", n: number, } | { "type": "error", error: Refusal, };

export type Op = "create" | "update" | "delete";

export type PlainDate = string;

export type PresenceMember = { connection: string, userId: UserId, ticketId: TicketId | null, field: string | null, state: PresenceState, since: Instant, };

export type PresenceState = "viewing" | "editing" | "typing" | "away";

export type PresenceUpdate = { ticketId?: TicketId, 
/**
 * The field of the ticket that is looked at or edited.
 */
field?: string, state: PresenceState, };

export type Priority = "day" | "week" | "month" | "quarter" | "year";

export type Rank = string;

export type Reaction = { 
/**
 * Derived from activity, user and emoji: the same reaction twice is the same row.
 */
id: ReactionId, activityId: ActivityId, ticketId: TicketId, userId: UserId, emoji: string, createdAt: Instant, };

export type ReactionId = string;

export type Refusal = { code: RefusalCode, 
/**
 * Words for a person.
 */
message: string, 
/**
 * The request's field that is to blame.
 */
field?: string, 
/**
 * How long to wait before trying again is worth it.
 */
retryAfterMs?: number, 
/**
 * With `cycle`: the tickets on the way round, first and last the same.
 */
path?: Array<TicketId>, };

export type RefusalCode = "forbidden" | "not_found" | "conflict" | "already_exists" | "cycle" | "idempotency_mismatch" | "too_many" | "last_owner" | "command_expired" | "payload_too_large" | "validation_failed" | "unknown_field" | "unknown_kind" | "rate_limited" | "unavailable" | "internal";

export type Role = "guest" | "member" | "admin" | "owner";

export type ScopeCursor = { epoch: Epoch, seq: number, };

export type ScopeId = string;

export type ScopeKind = "workspace" | "personal";

export type SetPatch<T> = { add: Array<T>, remove: Array<T>, };

export type SnapshotEnd = { 
/**
 * Always true.
 */
end: true, 
/**
 * The number of entity lines before this one.
 */
count: number, };

export type SnapshotHead = { protocol: number, cursors: Record<string, ScopeCursor>, workspace: Workspace, };

export type SnapshotLine = { entity: EntityKind, data: Record<string, unknown>, };

export type SocketLimits = { frameBytes: number, commandsPerSecond: number, commandBurst: number, };

export type Source = { 
/**
 * The ticket's key in the file: `#123`, `MESOS-313`. Null if the file has no keys.
 */
key: string | null, 
/**
 * The file's name.
 */
file: string, 
/**
 * The address of the ticket's page, http or https.
 */
address: string | null, 
/**
 * A checksum of title and description as the import left them.
 */
words: string, };

export type Status = { id: StatusId, name: string, category: StatusCategory, rank: Rank, createdAt: Instant, };

export type StatusCategory = "byDefault" | "started" | "blocked" | "canceled" | "completed";

export type StatusId = string;

export type StatusPatch = { name?: string, category?: StatusCategory, };

export type Ticket = { id: TicketId, 
/**
 * Unique in its scope; shown as `KEY-12`, or `MY-12` for a private one.
 */
number: number, 
/**
 * Lives in its creator's personal scope.
 */
private: boolean, title: string, 
/**
 * Markdown. Not in snapshots and not kept in memory: absent means "ask for the ticket whole".
 */
description?: string, statusId: StatusId, previousStatusId: StatusId | null, createdUserId: UserId, reportBy: UserId | null, assigneesIds: Array<UserId>, labels: Array<LabelId>, lists: Array<ListRank>, parentTicketId: TicketId | null, 
/**
 * Its subtasks, first to last.
 */
subtasksOrder: Array<TicketId>, priority: Priority | null, startDate: PlainDate | null, dueDate: PlainDate | null, completed: boolean, completedAt: Instant | null, completedByUserId: UserId | null, trashedAt: Instant | null, trashedByUserId: UserId | null, comments: number, commentedByUserIds: Array<UserId>, 
/**
 * Seconds from creation to completion.
 */
completedIn: number | null, 
/**
 * Seconds from the end of the due date to completion; 0 when in time.
 */
delayedFor: number | null, 
/**
 * Seconds of the finished spells in statuses of the category started.
 */
inProgressFor: number, 
/**
 * When the present spell began.
 */
inProgressSince: Instant | null, 
/**
 * Absent if the ticket was not imported, or was imported by a build that kept no source.
 */
source?: Source, createdAt: Instant, updatedAt: Instant, };

export type TicketId = string;

export type TicketPatch = { title?: string, description?: string, statusId?: StatusId, assigneesIds?: SetPatch<UserId>, labels?: SetPatch<LabelId>, lists?: SetPatch<ListId>, priority?: Priority | null, startDate?: string | null, dueDate?: string | null, reportBy?: string | null, parentTicketId?: string | null, private?: boolean, };

export type UserId = string;

export type WelcomeResume = "delta" | "snapshot";

export type WelcomeScope = { scope: ScopeId, kind: ScopeKind, epoch: Epoch, 
/**
 * With `delta` the seq from which the missed events follow; with `snapshot` the one from which the
 * socket is live.
 */
seq: number, resume: WelcomeResume, };

export type Workspace = { id: WorkspaceId, name: string, icon: string | null, 
/**
 * Two to six capital letters or digits, a letter first: the `KEY` of `KEY-12`.
 */
key: string, createdAt: Instant, };

export type WorkspaceId = string;

export type WorkspacePatch = { name?: string, icon?: string | null, };
