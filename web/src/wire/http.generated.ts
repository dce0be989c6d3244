// Generated from server/src. Written by: make types

import type { Activity, ActivityId, Command, Reaction, Role, ScopeCursor, Ticket } from "./generated";

export type ActivityPage = { activities: Array<Activity>, reactions: Array<Reaction>, 
/**
 * The page after this one begins before this activity; null if this page is the last.
 */
next: ActivityId | null, };

export type BusReport = { 
/**
 * Why it is away; nothing while it is connected.
 */
away: string | null, 
/**
 * Other nodes that are heard.
 */
peers: number, 
/**
 * Messages sent since the start.
 */
published: number, 
/**
 * Messages of others that were taken.
 */
received: number, 
/**
 * Messages that were lost on either side; the journal made up for them.
 */
dropped: number, 
/**
 * How often missing events were read from the journal.
 */
gapsFilled: number, 
/**
 * Messages of other nodes whose events were told here since the start.
 */
told: number, 
/**
 * By how many milliseconds they were late, added up: what it grows by, by what `told` grows by, is how far behind
 * this node is.
 */
lateMs: number, 
/**
 * Both as one average since the start, for pages of the version before, which stay open across an upgrade.
 */
behindMs: number | null, };

export type CodeSent = { 
/**
 * Always `confirm`.
 */
state: string, 
/**
 * Always `code`: it was sent by mail.
 */
method: string, };

export type ColumnMapping = Record<string, ColumnTarget | null>;

export type ColumnTarget = "key" | "title" | "description" | "status" | "assignees" | "reporter" | "labels" | "priority" | "startDate" | "dueDate" | "createdAt" | "closedAt" | "address" | "comment" | "label" | "descriptionLine" | "ignore";

export type Confirm = { signUpId: string, 
/**
 * Eight digits.
 */
code: string, };

export type ErrorBody = { 
/**
 * What was refused, and why.
 */
error: ErrorDetail, };

export type ErrorCode = "unauthenticated" | "token_expired" | "token_revoked" | "refresh_reused" | "refresh_expired" | "refresh_revoked" | "wrong_credentials" | "forbidden" | "origin_denied" | "not_found" | "method_not_allowed" | "conflict" | "already_exists" | "cycle" | "idempotency_mismatch" | "too_many" | "last_owner" | "gone" | "command_expired" | "malformed" | "timed_out" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "unknown_field" | "unknown_kind" | "import_refused" | "upgrade_required" | "headers_too_large" | "rate_limited" | "unavailable" | "internal";

export type ErrorDetail = { 
/**
 * Stable, for programs.
 */
code: ErrorCode, 
/**
 * Words for a person.
 */
message: string, 
/**
 * The one field that is to blame.
 */
field?: string, 
/**
 * How long to wait before it makes sense to try again.
 */
retryAfterMs?: number, 
/**
 * The way round, for a circle of tickets.
 */
path?: Array<string>, };

export type ImportColumn = { name: string, 
/**
 * The first few values that differ.
 */
samples: Array<string>, 
/**
 * Cells that hold something.
 */
filled: number, 
/**
 * Null: nobody but a person can tell.
 */
suggested: ColumnTarget | null, };

export type ImportFormat = "github" | "csv";

export type ImportPreview = { format: ImportFormat, fileName: string, 
/**
 * Whether the import can begin like this; else columns are to be mapped first.
 */
ready: boolean, 
/**
 * The list that the tickets will come into.
 */
list: string | null, 
/**
 * Tickets in the file.
 */
total: number, 
/**
 * That will be new.
 */
created: number, 
/**
 * That are there already and will be brought up to date where they differ.
 */
known: number, refused: number, people: number, labels: number, comments: number, 
/**
 * By row, at most a thousand entries.
 */
report: Array<ImportReportEntry>, 
/**
 * A CSV's columns.
 */
columns?: Array<ImportColumn>, 
/**
 * The mapping that was given, or the one that is suggested.
 */
mapping?: ColumnMapping, 
/**
 * What a column can be mapped to.
 */
targets?: Array<ColumnTarget>, };

export type ImportReportEntry = { 
/**
 * A CSV's row, the header being row 1; an issue's number. `None`: the whole file.
 */
row: number | null, 
/**
 * A code of the protocol's table for what was refused; [`NOTED`] for what was taken.
 */
code: string, 
/**
 * Words for a person.
 */
message: string, };

export type Invitation = { link: string, token: string, role: Role, expiresAt: string, };

export type InvitationPreview = { workspace: InvitedTo, role: Role, };

export type InvitedTo = { id: string, name: string, };

export type MailMessage = { 
/**
 * The address.
 */
to: string, 
/**
 * One line.
 */
subject: string, 
/**
 * Plain text.
 */
text: string, 
/**
 * The code in the text.
 */
code?: string, 
/**
 * The link in the text.
 */
link?: string, };

export type Me = { 
/**
 * Who.
 */
user: User, 
/**
 * Where.
 */
workspaces: Array<Membership>, 
/**
 * Whether they look after the instance.
 */
instanceOwner: boolean, };

export type Membership = { 
/**
 * Its id, which is its scope's too.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * A picture or an emoji.
 */
icon: string | null, 
/**
 * What its tickets are numbered with: `KEY-12`.
 */
key: string, 
/**
 * What the caller is in it.
 */
role: Role, };

export type Messages = { messages: Array<MailMessage>, };

export type NewInvitation = { 
/**
 * `member` (the default), `admin` or `guest`.
 */
role?: Role, };

export type NewWorkspace = { name: string, 
/**
 * Two to six letters or digits; made from the name where it is missing.
 */
key?: string, };

export type NodeFigures = { 
/**
 * Made anew with each start.
 */
id: string, 
/**
 * Of the build.
 */
version: string, 
/**
 * When it began to count.
 */
startedAt: string, 
/**
 * When it told this.
 */
seenAt: string, 
/**
 * Resident memory.
 */
memoryBytes: number, 
/**
 * Connections of the pool that work.
 */
connectionsBusy: number, 
/**
 * And those that wait for work.
 */
connectionsIdle: number, 
/**
 * Open sockets.
 */
sockets: number, 
/**
 * Workspaces in memory.
 */
workspaces: number, 
/**
 * Scopes of these whose journal is followed.
 */
scopes: number, 
/**
 * Messages of other nodes that workspaces have not taken yet.
 */
unheard: number, 
/**
 * Commands that were handed over and have no answer yet.
 */
waiting: number, 
/**
 * Bytes in the outboxes of sockets that their readers have not taken.
 */
outboxBytes: number, 
/**
 * Of the socket with the most.
 */
outboxFullestBytes: number, 
/**
 * Requests answered since the start.
 */
requests: number, 
/**
 * Panics since the start.
 */
panics: number, 
/**
 * The way to the other nodes.
 */
bus: BusReport, };

export type OpenInvitation = { id: string, role: Role, createdUserId: string, createdAt: string, expiresAt: string, };

export type OpenInvitations = { 
/**
 * The newest first.
 */
invitations: Array<OpenInvitation>, };

export type Overview = { 
/**
 * When, by the clock of the node that answers.
 */
at: string, 
/**
 * The node that answers.
 */
node: string, 
/**
 * All that told of themselves lately, the one that answers first.
 */
nodes: Array<NodeFigures>, 
/**
 * Of the database.
 */
totals: Totals, 
/**
 * Those with the most events first, and not all of them.
 */
workspaces: Array<WorkspaceFigures>, };

export type PostedCommand = { 
/**
 * UUIDv7, made by the caller; the same again is answered the same again.
 */
id: string, command: Command, };

export type Refresh = { 
/**
 * Without a cookie, answer 204 instead of 401: for a page that only asks whether its user is signed in.
 */
quiet?: boolean, };

export type RefusedImport = { error: ErrorDetail, report: Array<ImportReportEntry>, };

export type Resend = { signUpId: string, };

export type Session = { 
/**
 * For `Authorization: Bearer`.
 */
accessToken: string, 
/**
 * Seconds for which it counts.
 */
expiresIn: number, 
/**
 * Who signed in.
 */
user: User, };

export type SignIn = { email: string, password: string, };

export type SignOut = { 
/**
 * All sessions of the user, and not just this one.
 */
everywhere?: boolean, };

export type SignUp = { 
/**
 * An address that they can read mail at.
 */
email: string, 
/**
 * 8 to 128 characters.
 */
password: string, 
/**
 * At most 100 characters.
 */
firstname?: string, 
/**
 * At most 100 characters.
 */
lastname?: string, };

export type SignedUp = { 
/**
 * Always `confirm`.
 */
state: string, 
/**
 * Always `code`: it was sent by mail.
 */
method: string, 
/**
 * Names this sign-up to `confirm` and `resend`. Random: the page that signed up keeps it secret.
 */
signUpId: string, 
/**
 * Also in the mail, so that a person with two mails knows which code belongs to this sign-up.
 */
reference: string, };

export type TicketDetails = { ticket: Ticket, activities: Array<Activity>, reactions: Array<Reaction>, 
/**
 * The page after this one begins before this activity; null if this page is the last.
 */
next: ActivityId | null, 
/**
 * Where the events stand that the answer contains.
 */
cursors: Record<string, ScopeCursor>, };

export type Totals = { 
/**
 * Confirmed accounts.
 */
people: number, 
/**
 * Sign-ins that hold.
 */
sessions: number, 
/**
 * Workspaces.
 */
workspaces: number, 
/**
 * Events of all scopes since they began: its growth is how much is being edited.
 */
events: number, 
/**
 * The size of the database.
 */
bytes: number, };

export type User = { 
/**
 * Stable for ever.
 */
id: string, 
/**
 * Confirmed to be theirs.
 */
email: string, 
/**
 * May be empty.
 */
firstname: string, 
/**
 * May be empty.
 */
lastname: string, 
/**
 * For mentions; not unique.
 */
username: string, 
/**
 * A picture, if they have one.
 */
avatarUrl: string | null, 
/**
 * When the e-mail was confirmed.
 */
createdAt: string, };

export type WorkspaceFigures = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What its tickets are numbered with.
 */
key: string, 
/**
 * People in it.
 */
members: number, 
/**
 * The head of its journal.
 */
seq: number, 
/**
 * When its last event was; nothing where that has left the journal.
 */
lastEventAt: string | null, };
