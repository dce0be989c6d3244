// Generated from server/src. Written by: make types

import type { Activity, ActivityId, AttributeId, AttributeType, AuditKind, Capability, Command, ComponentId, Epoch, FileId, FixVersionId, FoundTicket, HeldRole, ImportReportEntry, Instant, Level, Reaction, ScopeCursor, SprintId, Ticket, TicketId, UserId } from "./generated";

export type AccountSession = { id: string, 
/**
 * The browser and its operating system, such as `Firefox on Linux`; null for other programs.
 */
device: string | null, 
/**
 * The network address of its last use; null if no node has stored one yet.
 */
address: string | null, 
/**
 * When the person signed in.
 */
createdAt: string, 
/**
 * The time of its last use. May be out of date by the life of an access token.
 */
seenAt: string, 
/**
 * Whether this is the caller's session.
 */
current: boolean, };

export type AccountSessions = { 
/**
 * The most recently used first.
 */
sessions: Array<AccountSession>, };

export type ActivityPage = { activities: Array<Activity>, 
/**
 * As in [`TicketDetails`].
 */
threads: Array<Activity>, reactions: Array<Reaction>, 
/**
 * The page after this one begins before this activity; null if this page is the last.
 */
next: ActivityId | null, };

export type AddedPushDevice = { id: string, };

export type AnswerApp = { asks: AppAsks, 
/**
 * The words of the capabilities that the page showed; left out if the person denies access.
 */
allowed?: Array<Capability>, };

export type AnswerChallenge = { challengeId: string, 
/**
 * Six digits of the app, or a recovery code.
 */
code: string, 
/**
 * Remembers the device for 30 days after a code of the app. Nodes of the previous version refuse a body with this field.
 */
remember?: boolean, };

export type AnswerDevice = { userCode: string, 
/**
 * The words of the capabilities that the page showed; left out if the person denies access.
 */
allowed?: Array<Capability>, };

export type ApiKey = { id: string, name: string, 
/**
 * The last four characters of the key.
 */
hint: string, 
/**
 * The words of the capabilities that the key names.
 */
capabilities: Array<Capability>, createdAt: string, 
/**
 * Null if the key does not expire.
 */
expiresAt: string | null, 
/**
 * The last use; null if there was none. May be out of date by a minute.
 */
usedAt: string | null, 
/**
 * The network address of that use.
 */
usedFrom: string | null, 
/**
 * The app that got the key; null if the person made it.
 */
appId: string | null, };

export type ApiKeys = { 
/**
 * The newest first, at most 20.
 */
keys: Array<ApiKey>, };

export type AppAnswer = { question: AppQuestion | null, returnTo: string | null, };

export type AppAsks = { clientId: string, redirectUri: string, responseType?: string, codeChallenge?: string, codeChallengeMethod?: string, 
/**
 * The words of capabilities, with spaces between them.
 */
scope?: string, state?: string, };

export type AppQuestion = { 
/**
 * The name of the app.
 */
name: string, workspaceId: string, 
/**
 * The name of the workspace.
 */
workspaceName: string, 
/**
 * The words of the capabilities that the app would get.
 */
capabilities: Array<Capability>, };

export type Apps = { 
/**
 * Ordered by name, at most 50.
 */
apps: Array<RegisteredApp>, };

export type AskForDevice = { userCode: string, };

export type AskForSignInCode = { email: string, };

export type AuditPage = { 
/**
 * The newest first.
 */
records: Array<AuditRecord>, 
/**
 * The page after this one begins before this record; null if this page is the last.
 */
next: string | null, 
/**
 * The days for which the workspace keeps its records.
 */
keepDays: number, 
/**
 * Whether the caller may change that.
 */
mayKeep: boolean, };

export type AuditRecord = { 
/**
 * The id; ids sort by time.
 */
id: string, 
/**
 * The time.
 */
at: string, 
/**
 * The kind. A newer node may write a kind that this list does not name.
 */
kind: AuditKind, 
/**
 * The person who did it; null for the server.
 */
userId: string | null, 
/**
 * The person, role, list or invitation. A restricted list is named by its id only.
 */
subjectId: string, 
/**
 * Of a change, the fields that differ; null if there was nothing before.
 */
before: Record<string, unknown> | null, 
/**
 * The same afterwards; null if nothing is left.
 */
after: Record<string, unknown> | null, 
/**
 * The IP address of the client; null if it is unknown.
 */
address: string | null, 
/**
 * The browser and the system of the client; null if they are unknown.
 */
device: string | null, };

export type AuditRetention = { 
/**
 * 30 to 3,650.
 */
days: number, };

export type BaselineDates = { 
/**
 * The start and the due date by ticket. Tickets that had neither are left out.
 */
dates: Record<string, [start: string | null, due: string | null]>, };

export type BeginFactor = { password: string, };

export type BeginHosted = { provider: string, };

export type BeginLink = { provider: string, password: string, };

export type BeginPasskey = { password: string, 
/**
 * Six digits of the app, or a recovery code.
 */
code?: string, };

export type BusReport = { 
/**
 * The reason why the bus is away; null while it is connected.
 */
away: string | null, 
/**
 * Other nodes that this node receives messages from.
 */
peers: number, 
/**
 * Messages sent since the start.
 */
published: number, 
/**
 * Messages of other nodes that were read.
 */
received: number, 
/**
 * Lost messages, of this node and of others. Their events were read from the journal.
 */
dropped: number, 
/**
 * How often missing events were read from the journal.
 */
gapsFilled: number, 
/**
 * Messages of other nodes whose events were sent on here since the start.
 */
told: number, 
/**
 * The sum of their delays, in milliseconds. The growth of this sum divided by the growth of `told` is how far this
 * node is behind.
 */
lateMs: number, 
/**
 * Both as one average since the start, for pages of the previous version, which stay open across an upgrade.
 */
behindMs: number | null, };

export type ChangeEmail = { 
/**
 * The new address. The caller must be able to read mail there.
 */
email: string, 
/**
 * The password of the account.
 */
password: string, };

export type ChangePassword = { 
/**
 * The current password.
 */
password: string, 
/**
 * 8 to 128 characters.
 */
newPassword: string, 
/**
 * Ends all sessions of the account except the caller's.
 */
endOthers?: boolean, };

export type ChangePhone = { 
/**
 * The new number. The caller must receive text messages there.
 */
phone: string, 
/**
 * The password of the account.
 */
password: string, };

export type CodeNeeded = { 
/**
 * The random id of this sign-in. The page that signs in must keep it secret. It is not a token.
 */
challengeId: string, 
/**
 * True if the sign-in needs a new password (`POST /api/auth/new-password`), false if it needs a code. Nodes of the
 * previous version leave it out.
 */
newPassword?: boolean, };

export type CodeRequested = { 
/**
 * The random id of this request. The page that asked must keep it secret.
 */
requestId: string, 
/**
 * Also in the mail, so that a person with several mails knows which code belongs to this page.
 */
reference: string, };

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

export type ColumnTarget = "key" | "title" | "description" | "status" | "assignees" | "reporter" | "labels" | "priority" | "startDate" | "dueDate" | "createdAt" | "closedAt" | "address" | "comment" | "taskType" | "components" | "fixVersions" | "label" | "descriptionLine" | "ignore" | { "attribute": AttributeId } | { "newAttribute": AttributeType };

export type CommentVersion = { 
/**
 * Counts the texts of the comment from 1. The oldest texts may be gone.
 */
number: number, 
/**
 * Markdown.
 */
message: string, 
/**
 * The person who wrote this text.
 */
userId: UserId, 
/**
 * When the comment got this text.
 */
writtenAt: Instant, };

export type CommentVersions = { versions: Array<CommentVersion>, };

export type ComponentTotal = { id: ComponentId, name: string, 
/**
 * The tickets that name it and that the caller sees, without trashed ones.
 */
totalTickets: number, };

export type ComponentTotals = { components: Array<ComponentTotal>, };

export type Confirm = { signUpId: string, 
/**
 * Eight digits.
 */
code: string, };

export type ConfirmEmail = { requestId: string, 
/**
 * Eight digits.
 */
code: string, };

export type ConfirmFactor = { 
/**
 * Six digits.
 */
code: string, };

export type ConfirmLink = { 
/**
 * 64 hexadecimal digits.
 */
token: string, };

export type DeleteAccount = { 
/**
 * The password of the account.
 */
password: string, };

export type DeletedTicketRow = { ticketId: TicketId, 
/**
 * As the number of a ticket. It is never given out again.
 */
number: number, private: boolean, deletedAt: Instant, deletedByUserId: UserId, };

export type DeletedTickets = { deletedTickets: Array<DeletedTicketRow>, 
/**
 * The `before` of the next page; null if this page is the last.
 */
next: string | null, 
/**
 * For how many days the rows are kept.
 */
keepDays: number, };

export type DescriptionVersion = { id: string, 
/**
 * `first`: the text before the first change that is known. `typed`: people have written it in the app. `replaced`: the
 * whole description was set, by the API, an import or an earlier version of the app. `restored`: an earlier version
 * was restored.
 */
kind: "first" | "typed" | "replaced" | "restored", 
/**
 * The times of the first and the last change that the version holds.
 */
beganAt: Instant, endedAt: Instant, 
/**
 * The ids of the authors; empty if they are not known.
 */
authors: string[], 
/**
 * The time of the version that was restored.
 */
restoredAt: Instant | null, 
/**
 * The length of the text.
 */
bytes: number, };

export type DescriptionVersions = { versions: Array<DescriptionVersion>, 
/**
 * The `before` of the next page; null if this page is the last.
 */
next: string | null, };

export type Descriptions = { descriptions: Record<string, string>, };

export type DeviceQuestion = { question: AppQuestion, 
/**
 * The code as the program shows it.
 */
userCode: string, 
/**
 * The network address of the program; null if it is unknown.
 */
askedFrom: string | null, 
/**
 * Whether the program and the caller are in the same network.
 */
sameNetwork: boolean, };

export type Enrolment = { 
/**
 * The secret in base32, for people who type it into the app.
 */
secret: string, 
/**
 * An `otpauth:` address, for an app on the same device.
 */
url: string, 
/**
 * The same address as a QR code, for an app on another device.
 */
qr: QrCode, };

export type ErrorBody = { 
/**
 * What was refused, and why.
 */
error: ErrorDetail, };

export type ErrorCode = "unauthenticated" | "token_expired" | "token_revoked" | "refresh_reused" | "refresh_expired" | "refresh_revoked" | "wrong_credentials" | "user_disabled" | "forbidden" | "origin_denied" | "invite_email_mismatch" | "not_found" | "method_not_allowed" | "conflict" | "already_exists" | "cycle" | "idempotency_mismatch" | "too_many" | "last_owner" | "last_manager" | "gone" | "invite_used" | "invite_expired" | "invite_revoked" | "command_expired" | "malformed" | "timed_out" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "unknown_field" | "unknown_kind" | "import_refused" | "upgrade_required" | "headers_too_large" | "rate_limited" | "unavailable" | "internal";

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
path?: Array<string>, 
/**
 * The values of the field that are to blame, one by one.
 */
items?: Array<ErrorItem>, };

export type ErrorItem = { 
/**
 * The value, cut to 254 characters.
 */
value: string, 
/**
 * What is wrong with it.
 */
problem: ItemProblem, };

export type FactorRule = { required: boolean, 
/**
 * The members, with those who wait for a second factor.
 */
members: number, 
/**
 * The number of members without a second factor. While it is required, they cannot open the workspace.
 */
without: number, 
/**
 * Whether the caller has a second factor, without which the caller cannot require one.
 */
own: boolean, };

export type FileAddresses = { id: FileId, 
/**
 * The bytes, shown in place if their type allows it.
 */
content: string, 
/**
 * The bytes, to be saved.
 */
download: string, 
/**
 * The small preview of a picture.
 */
small: string | null, 
/**
 * The large preview of a picture.
 */
large: string | null, };

export type ForgotPassword = { email: string, };

export type HostedAnswer = { 
/**
 * The state of the sign-in.
 */
state: string, 
/**
 * Left out if the provider has refused, or has sent it as a form.
 */
code?: string, 
/**
 * The issuer that answers (RFC 9207).
 */
iss?: string, 
/**
 * Why the provider has refused.
 */
error?: string, 
/**
 * The token of an invitation, if the server needs one to sign up.
 */
invitation?: string, };

export type ImportColumn = { name: string, 
/**
 * The first few different values.
 */
samples: Array<string>, 
/**
 * The number of cells that are not empty.
 */
filled: number, 
/**
 * Null if only a person can choose.
 */
suggested: ColumnTarget | null, 
/**
 * The type of an attribute that this column could become; null if some cell is too long for any.
 */
attribute: AttributeType | null, };

export type ImportFormat = "github" | "csv";

export type ImportPreview = { format: ImportFormat, fileName: string, 
/**
 * Whether the import can begin with this mapping; otherwise columns must be mapped first.
 */
ready: boolean, 
/**
 * The list that gets the tickets.
 */
list: string | null, 
/**
 * Tickets in the file.
 */
total: number, 
/**
 * Tickets that would be created.
 */
created: number, 
/**
 * Tickets that exist already, and would be updated if they differ.
 */
known: number, refused: number, people: number, labels: number, comments: number, 
/**
 * Task types, components and fix versions that would be created.
 */
records: number, 
/**
 * Attributes that would be created.
 */
attributes: Array<ImportedAttribute>, 
/**
 * The entries by row, at most a thousand.
 */
report: Array<ImportReportEntry>, 
/**
 * The columns of a CSV file.
 */
columns?: Array<ImportColumn>, 
/**
 * The mapping from the request, or the suggested one.
 */
mapping?: ColumnMapping, 
/**
 * The possible targets of a column, besides attributes: `{"attribute": id}` and `{"newAttribute": type}`.
 */
targets?: Array<ColumnTarget>, };

export type ImportedAttribute = { name: string, type: AttributeType, options: number, };

export type Invitation = { link: string, token: string, role: HeldRole, expiresAt: string, 
/**
 * The number of people that may join; null without a limit.
 */
uses: number | null, };

export type InvitationPreview = { 
/**
 * Names the invitation among those to the caller's address.
 */
id: string, workspace: InvitedTo, inviter: Inviter, 
/**
 * A word, or the id of a role of the workspace.
 */
role: HeldRole, 
/**
 * The name of a role by id.
 */
roleName: string | null, 
/**
 * The only address that may accept; none for a link.
 */
email: string | null, expiresAt: string, 
/**
 * The number of restricted lists that the invitation shares.
 */
lists: number, 
/**
 * The names of these lists; null for the holder of a token, who may be another person than the invited one.
 */
listNames: Array<string> | null, };

export type InvitationState = "pending" | "accepted" | "expired" | "revoked" | "declined";

export type InvitedTo = { id: string, name: string, 
/**
 * A picture or an emoji.
 */
icon: string | null, };

export type Inviter = { 
/**
 * May be empty.
 */
name: string, };

export type ItemProblem = "invalid" | "repeated" | "member" | "pending";

export type JobFailure = { 
/**
 * The id, to retry or discard a dead letter by.
 */
id: string, 
/**
 * The name of the kind.
 */
kind: string, 
/**
 * True for a dead letter, which is not tried again by itself.
 */
dead: boolean, 
/**
 * Runs that have begun.
 */
tries: number, 
/**
 * Runs that may begin.
 */
mostTries: number, 
/**
 * Why the last run failed: a sentence without secrets and addresses.
 */
error: string, 
/**
 * When the last run ended.
 */
failedAt: string, 
/**
 * When the next run is due; nothing for a dead letter.
 */
nextAt: string | null, };

export type JobKind = { 
/**
 * The name, such as `mail.account`.
 */
kind: string, 
/**
 * Jobs that wait for a run.
 */
waiting: number, 
/**
 * Jobs that run now.
 */
running: number, 
/**
 * Jobs that ended in the last day.
 */
done: number, 
/**
 * Jobs of the last day whose reason had gone before they could run.
 */
obsolete: number, 
/**
 * Dead letters.
 */
failed: number, 
/**
 * The age of the oldest open job.
 */
oldestSeconds: number | null, };

export type JobsOverview = { 
/**
 * The kinds that have jobs; periodic kinds are apart.
 */
kinds: Array<JobKind>, 
/**
 * Dead letters first, then jobs that are tried again; the latest failures, at most 50.
 */
failures: Array<JobFailure>, 
/**
 * The periodic jobs.
 */
schedule: Array<ScheduledJob>, };

export type JoinDomain = { 
/**
 * In lower case.
 */
domain: string, 
/**
 * The role of people who join.
 */
role: JoinRole, 
/**
 * Whether the domain is verified now. People join only by verified domains.
 */
verified: boolean, };

export type JoinDomains = { 
/**
 * In alphabetical order.
 */
domains: Array<JoinDomain>, 
/**
 * The domain of the caller's address; null if it belongs to a public mail provider.
 */
own: string | null, };

export type JoinRole = "member" | "guest";

export type KnownDevice = { id: string, 
/**
 * The browser and its operating system, such as `Firefox on Linux`; null for other programs.
 */
device: string | null, 
/**
 * The network address of the last sign-in; null if it is unknown.
 */
address: string | null, 
/**
 * When the person entered the code.
 */
createdAt: string, 
/**
 * The time of the last sign-in.
 */
usedAt: string, 
/**
 * When the device will need a code again.
 */
expiresAt: string, 
/**
 * Whether the call comes from this device.
 */
current: boolean, };

export type LinkState = { state: LinkStateWord, };

export type LinkStateWord = "waiting" | "confirmed";

export type LinkedAccount = { id: string, 
/**
 * The id of the provider; null if the server no longer offers it.
 */
provider: string | null, 
/**
 * The name of the provider.
 */
name: string, 
/**
 * The address at the provider.
 */
email: string | null, createdAt: string, 
/**
 * When the person has signed in with it last.
 */
usedAt: string | null, };

export type LinkedAccounts = { 
/**
 * Whether the account has a password.
 */
hasPassword: boolean, 
/**
 * The linked identities, the oldest first.
 */
accounts: Array<LinkedAccount>, 
/**
 * The number of passkeys.
 */
passkeys: number, };

export type ListOfInvitation = { listId: string, level: Level, };

export type MadeApiKey = { 
/**
 * The key itself, for `Authorization: Bearer`. No other answer holds it.
 */
key: string, apiKey: ApiKey, };

export type MadePasskey = { 
/**
 * What the browser says about the page.
 */
clientData: string, 
/**
 * What the authenticator says.
 */
attestation: string, 
/**
 * 1 to 100 characters. Without it, the passkey has the name of the browser.
 */
name?: string, };

export type MadeWorkspaceKey = { 
/**
 * The key itself, for `Authorization: Bearer`. No other answer holds it.
 */
key: string, apiKey: WorkspaceKey, };

export type MailInvitations = { 
/**
 * The addresses, in the order of the call.
 */
invited: Array<string>, };

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
 * The user.
 */
user: User, 
/**
 * Their workspaces.
 */
workspaces: Array<Membership>, 
/**
 * The workspaces that require a second factor, which the account does not have.
 */
waiting: Array<WaitingWorkspace>, 
/**
 * Whether they own the instance.
 */
instanceOwner: boolean, };

export type Membership = { 
/**
 * Its id, which is also the id of its scope.
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
 * The key of its ticket numbers: `KEY-12`.
 */
key: string, 
/**
 * The role of the caller.
 */
role: HeldRole, };

export type Messages = { messages: Array<MailMessage>, };

export type MyInvitations = { 
/**
 * The newest first.
 */
invitations: Array<InvitationPreview>, };

export type NewApiKey = { 
/**
 * 1 to 100 characters.
 */
name: string, 
/**
 * The words of capabilities, each of which the caller has. A key always reads what its owner sees, and a key of the
 * workspace all open lists.
 */
capabilities: Array<Capability>, 
/**
 * 30, 90 or 365; without it, the key does not expire.
 */
days?: number, };

export type NewInvitation = { 
/**
 * `member` (the default), `admin`, `guest`, or the id of a role of the workspace.
 */
role?: HeldRole, 
/**
 * 1, 7 (the default) or 30.
 */
days?: number, 
/**
 * The number of people that may join, 1 (the default) to 100.
 */
uses?: number, 
/**
 * Any number of people may join until the link expires.
 */
unlimited?: boolean, 
/**
 * The restricted lists that the invitation shares, at most 50.
 */
lists?: Array<ListOfInvitation>, };

export type NewMailInvitations = { 
/**
 * At most 50 addresses, between commas, semicolons, spaces or lines.
 */
addresses: string, 
/**
 * `member` (the default), `admin`, `guest`, or the id of a role of the workspace.
 */
role?: HeldRole, 
/**
 * 1, 7 (the default) or 30.
 */
days?: number, 
/**
 * The restricted lists that the invitations share, at most 50.
 */
lists?: Array<ListOfInvitation>, };

export type NewPassword = { challengeId: string, 
/**
 * 8 to 128 characters, and different from the current password.
 */
password: string, };

export type NewPushDevice = { 
/**
 * The address of the push service, which begins with https.
 */
endpoint: string, keys: PushKeys, 
/**
 * The `serverKey` with which the browser has subscribed.
 */
serverKey: string, };

export type NewUpload = { ticketId: TicketId, name: string, size: number, };

export type NewWorkspace = { name: string, 
/**
 * Two to six letters or digits; made from the name if missing.
 */
key?: string, };

export type NodeFigures = { 
/**
 * New with each start of the node.
 */
id: string, 
/**
 * The version of the build.
 */
version: string, 
/**
 * The schema number of the build; 0 for builds that report none. Workspaces are switched to a newer form only while
 * every node has at least the number of that form.
 */
schema: number, 
/**
 * The time at which the node began to count.
 */
startedAt: string, 
/**
 * The time of this report.
 */
seenAt: string, 
/**
 * Resident memory.
 */
memoryBytes: number, 
/**
 * Busy connections of the pool.
 */
connectionsBusy: number, 
/**
 * Idle connections of the pool.
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
 * Scopes of these workspaces whose journal is followed.
 */
scopes: number, 
/**
 * Messages of other nodes that workspaces have not read yet.
 */
unheard: number, 
/**
 * Commands without an answer yet.
 */
waiting: number, 
/**
 * Bytes in the outboxes of all sockets that their readers have not read.
 */
outboxBytes: number, 
/**
 * The same for the socket with the most.
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
 * The bus between nodes.
 */
bus: BusReport, };

export type OpenInvitation = { id: string, state: InvitationState, 
/**
 * The only address that may accept; none for a link.
 */
email: string | null, 
/**
 * A word, or the id of a role of the workspace.
 */
role: HeldRole, 
/**
 * The name of a role by id.
 */
roleName: string | null, createdUserId: string, createdAt: string, expiresAt: string, 
/**
 * The number of people that have joined.
 */
uses: number, 
/**
 * The number of people that may join; none without a limit.
 */
mostUses: number | null, 
/**
 * The time of the last mail; none for a link, and until the mail is sent.
 */
sentAt: string | null, 
/**
 * The mail server has refused the last mail for good.
 */
mailFailed: boolean, 
/**
 * The restricted lists that the invitation shares, as far as the caller sees them.
 */
lists: Array<ListOfInvitation>, };

export type OpenInvitations = { 
/**
 * Those that can still be accepted, and then all others; both the newest first.
 */
invitations: Array<OpenInvitation>, };

export type OpenedWorkspace = { workspaceId: string, };

export type Overview = { 
/**
 * The time of the overview, by the clock of the node that answers.
 */
at: string, 
/**
 * The node that answers.
 */
node: string, 
/**
 * All nodes that reported lately, the one that answers first.
 */
nodes: Array<NodeFigures>, 
/**
 * Totals from the database.
 */
totals: Totals, 
/**
 * The workspaces with the most events, the largest first; not all workspaces.
 */
workspaces: Array<WorkspaceFigures>, };

export type PageTitle = { 
/**
 * One line; empty if the page has none, could not be read in time, or may not be asked for.
 */
title: string, };

export type Passkey = { id: string, 
/**
 * The name by which its owner recognises it.
 */
name: string, createdAt: string, 
/**
 * When it was used last.
 */
usedAt: string | null, };

export type PasskeyAnswer = { 
/**
 * The id of the passkey, as its authenticator has chosen it.
 */
id: string, 
/**
 * What the browser says about the page.
 */
clientData: string, 
/**
 * What the authenticator says.
 */
authenticatorData: string, signature: string, 
/**
 * The account that the passkey was made for.
 */
userHandle: string, };

export type PasskeyChallenge = { 
/**
 * Random bytes, in base64url. They count once, for this browser.
 */
challenge: string, 
/**
 * The domain that the passkeys belong to.
 */
domain: string, 
/**
 * How long the browser may take, in milliseconds.
 */
timeout: number, };

export type PasskeyList = { 
/**
 * Whether the account has a password as well. If not, a passkey takes the place of the password.
 */
hasPassword: boolean, 
/**
 * The oldest first.
 */
passkeys: Array<Passkey>, };

export type PasskeyToMake = { 
/**
 * Random bytes, in base64url. They count once, for this browser and session.
 */
challenge: string, 
/**
 * The domain that the passkey will belong to.
 */
domain: string, 
/**
 * How long the browser may take, in milliseconds.
 */
timeout: number, 
/**
 * The id of the account, in base64url.
 */
userId: string, 
/**
 * The address of the account.
 */
email: string, 
/**
 * The name of the person.
 */
name: string, 
/**
 * The ids of the account's passkeys, in base64url.
 */
known: Array<string>, };

export type People = { 
/**
 * The members who have not left and the deactivated ones, in the order in which they joined.
 */
people: Array<PersonOfWorkspace>, };

export type PersonOfWorkspace = { 
/**
 * The id of the member.
 */
id: string, 
/**
 * The address of the account; null for a person who has no account yet.
 */
email: string | null, 
/**
 * When the account was last in use, cut to the hour; null if that is long ago.
 */
lastActiveAt: string | null, 
/**
 * `active`; `pending` for a person whom an import has named; or `deactivated`.
 */
state: "active" | "pending" | "deactivated", };

export type PhoneSignIn = { phone: string, password: string, };

export type PhoneSignUp = { 
/**
 * A number with its calling code, at which the person receives text messages.
 */
phone: string, 
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
lastname?: string, 
/**
 * The token of an invitation, if the server needs one to sign up.
 */
invitation?: string, };

export type PhoneState = { 
/**
 * The confirmed number; null if the account has none.
 */
phone: string | null, 
/**
 * Whether the account has an email address. Without one, the number cannot be removed, and no mails are sent.
 */
hasEmail: boolean, 
/**
 * Whether the server sends text messages, so that the number can be changed.
 */
canChange: boolean, };

export type PhoneToReset = { phone: string, };

export type PostedCommand = { 
/**
 * UUIDv7, made by the caller. A repeated id gets the same answer.
 */
id: string, command: Command, };

export type ProfilePatch = { 
/**
 * At most 100 characters.
 */
firstname?: string, 
/**
 * At most 100 characters.
 */
lastname?: string, 
/**
 * At most 100 characters.
 */
department?: string, 
/**
 * The job title, at most 100 characters.
 */
designation?: string, };

export type ProveFactor = { password: string, 
/**
 * Six digits of the app, or a recovery code.
 */
code: string, };

export type ProviderName = { 
/**
 * Its id in the settings of the server.
 */
id: string, 
/**
 * Its name for people.
 */
name: string, };

export type Providers = { providers: Array<ProviderName>, 
/**
 * Whether people may sign in with a mailed code.
 */
signInCodes: boolean, 
/**
 * Whether people may sign up and sign in with a phone number.
 */
phones: boolean, };

export type PushDevice = { id: string, 
/**
 * The browser and its system, such as `Firefox on Linux`; none for other programs.
 */
name: string | null, 
/**
 * When notifications were turned on there.
 */
createdAt: string, 
/**
 * Whether the caller's session is that of the browser.
 */
current: boolean, };

export type PushDevices = { 
/**
 * The public key of this cluster, in base64url: the `applicationServerKey` of a subscription.
 */
serverKey: string, 
/**
 * The oldest first.
 */
devices: Array<PushDevice>, };

export type PushKeys = { 
/**
 * Its public key: 65 bytes.
 */
p256dh: string, 
/**
 * Its secret: 16 bytes.
 */
auth: string, };

export type QrCode = { 
/**
 * The width and height in modules, without the margin of four modules that scanners need.
 */
size: number, 
/**
 * The dark modules as the `d` of an SVG path, with one unit for each module.
 */
path: string, };

export type RecoveryCodes = { recoveryCodes: Array<string>, };

export type Refresh = { 
/**
 * Without a cookie, answer 204 instead of 401: for a page that only asks whether its user is signed in.
 */
quiet?: boolean, };

export type RefusedImport = { error: ErrorDetail, report: Array<ImportReportEntry>, };

export type RegisterApp = { 
/**
 * 1 to 100 characters. People see it when the app asks.
 */
name: string, 
/**
 * 1 to 10 redirect URLs with https, or with http on a loopback address. An app with device codes needs none.
 */
redirects: Array<string>, 
/**
 * The words of the capabilities that the app may ask for.
 */
capabilities: Array<Capability>, 
/**
 * Whether the app may use device codes; false if left out.
 */
deviceCodes?: boolean, };

export type RegisteredApp = { 
/**
 * The `client_id` by which the app names itself. It is no secret.
 */
id: string, name: string, 
/**
 * The redirect URLs.
 */
redirects: Array<string>, 
/**
 * The words of the capabilities that the app may ask for.
 */
capabilities: Array<Capability>, 
/**
 * Whether the app may use device codes.
 */
deviceCodes: boolean, createdAt: string, };

export type RememberedDevices = { 
/**
 * The newest first, at most 60.
 */
devices: Array<KnownDevice>, 
/**
 * The `before` of the next page; null on the last page.
 */
next: string | null, };

export type RemoveJoinDomain = { domain: string, };

export type RemovePasskey = { id: string, 
/**
 * Empty if the account has none, and a passkey has proven who the caller is.
 */
password: string, };

export type RemovePassword = { 
/**
 * The current password.
 */
password: string, };

export type RemovePhone = { 
/**
 * The password of the account.
 */
password: string, };

export type RenamePasskey = { id: string, 
/**
 * 1 to 100 characters.
 */
name: string, };

export type RequestedCode = { requestId: string, };

export type Resend = { signUpId: string, };

export type ResetPassword = { requestId: string, 
/**
 * Eight digits.
 */
code: string, 
/**
 * 8 to 128 characters.
 */
password: string, };

export type RestoredDescription = { 
/**
 * The epoch of the document.
 */
epoch: Epoch, 
/**
 * The state vector (Yjs, version 1, in base64) that a copy of the document must have reached.
 */
stateVector: string, 
/**
 * The update (Yjs, version 1, in base64); null if the description has this text. For an API key, the node sets the
 * description itself, so this is null as well.
 */
update: string | null, };

export type ScheduledJob = { 
/**
 * The name of the kind.
 */
kind: string, 
/**
 * The time from the end of one run to the next.
 */
everySeconds: number, 
/**
 * True while it runs.
 */
running: boolean, 
/**
 * When the last run ended; nothing before the first.
 */
lastAt: string | null, 
/**
 * When the next run is due.
 */
nextAt: string, 
/**
 * Why the last run failed; nothing if it succeeded.
 */
error: string | null, };

export type SearchResults = { 
/**
 * The tickets that match, the best first.
 */
results: Array<FoundTicket>, 
/**
 * The `after` of the next page; null if this page is the last.
 */
next: number | null, 
/**
 * Whether mistyped words of titles are corrected. Databases without the extension `pg_trgm` cannot.
 */
corrects: boolean, 
/**
 * False while the texts from before an upgrade are still being read. Then results may be missing.
 */
complete: boolean, };

export type SecondFactor = { 
/**
 * When the second factor was turned on; null if it is off.
 */
since: string | null, 
/**
 * The number of unused recovery codes.
 */
recoveryCodes: number, };

export type SentToProvider = { 
/**
 * The address at the provider.
 */
url: string, };

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

export type SetFactorRule = { required: boolean, };

export type SetJoinDomain = { 
/**
 * Such as `example.org`; subdomains are not included.
 */
domain: string, role: JoinRole, };

export type SignIn = { email: string, password: string, };

export type SignInByCode = { requestId: string, 
/**
 * Eight digits.
 */
code: string, };

export type SignOut = { 
/**
 * All sessions of the user, and not only this one.
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
lastname?: string, 
/**
 * The token of an invitation, if the server needs one to sign up.
 */
invitation?: string, };

export type SignUpKind = "open" | "invitation" | "domains";

export type SignUpRule = { rule: SignUpKind, 
/**
 * The mail domains of the rule `domains`; empty for other rules.
 */
domains: Array<string>, };

export type SignedOut = { 
/**
 * Where the browser ends its session at the provider of hosted sign-in.
 */
url: string, };

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

export type SprintDay = { 
/**
 * YYYY-MM-DD. A day that changed nothing is left out.
 */
day: string, 
/**
 * The attribute whose numbers are added up. Null where tickets are counted.
 */
estimateId: AttributeId | null, total: number, 
/**
 * Neither completed nor canceled.
 */
open: number, done: number, };

export type SprintDays = { days: Array<SprintDay>, };

export type SprintVelocity = { sprintId: SprintId, 
/**
 * The attribute whose numbers are added up. Null where tickets are counted.
 */
estimateId: AttributeId | null, 
/**
 * At the end of the day on which the sprint began.
 */
planned: number, 
/**
 * At the end of the day on which the sprint was completed.
 */
done: number, completedAt: string, };

export type Statistics = { default: number, blocked: number, canceled: number, completed: number, started: number, all: number, };

export type TicketDetails = { ticket: Ticket, activities: Array<Activity>, 
/**
 * The first comments of threads that have replies among the activities, without those among the activities.
 */
threads: Array<Activity>, reactions: Array<Reaction>, 
/**
 * The page after this one begins before this activity; null if this page is the last.
 */
next: ActivityId | null, 
/**
 * The cursors of the events that the answer contains.
 */
cursors: Record<string, ScopeCursor>, };

export type TicketFiles = { files: Array<FileAddresses>, 
/**
 * For how many seconds the addresses are good.
 */
seconds: number, };

export type Totals = { 
/**
 * Confirmed accounts.
 */
people: number, 
/**
 * Sessions that are neither revoked nor expired.
 */
sessions: number, 
/**
 * Workspaces.
 */
workspaces: number, 
/**
 * Events of all scopes since the start; the growth of this number shows how much people edit.
 */
events: number, 
/**
 * The size of the database.
 */
bytes: number, };

export type Unlink = { id: string, password: string, };

export type Upload = { fileId: FileId, ticketId: TicketId, name: string, size: number, 
/**
 * The bytes of each part but the last.
 */
partSize: number, 
/**
 * The numbers of the parts that have arrived; the first part is number 0.
 */
parts: Array<number>, };

export type User = { 
/**
 * Stable for ever.
 */
id: string, 
/**
 * Confirmed to be theirs. The phone number, if the account has no address.
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
 * May be empty.
 */
department: string, 
/**
 * The job title. May be empty.
 */
designation: string, 
/**
 * The workspace that was opened last on any device, if there is one.
 */
activeWorkspaceId: string | null, 
/**
 * When the e-mail was confirmed.
 */
createdAt: string, };

export type Velocities = { sprints: Array<SprintVelocity>, };

export type VersionStatistics = { id: FixVersionId, name: string, statistics: Statistics, };

export type VersionsStatistics = { fixVersions: Array<VersionStatistics>, };

export type WaitForLink = { signUpId: string, };

export type WaitingWorkspace = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The key in the addresses of its pages.
 */
key: string, };

export type WantedTitle = { url: string, };

export type WholeDescriptionVersion = { version: DescriptionVersion, 
/**
 * The text, as Markdown.
 */
description: string, 
/**
 * The version before; null if none is kept.
 */
previous: string | null, };

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
 * The key of its ticket numbers.
 */
key: string, 
/**
 * Active members.
 */
members: number, 
/**
 * The head of its journal.
 */
seq: number, 
/**
 * The time of its last event; null if that event has left the journal.
 */
lastEventAt: string | null, };

export type WorkspaceKey = { 
/**
 * Edits of the key name this id as their author.
 */
id: string, name: string, 
/**
 * The last four characters of the key.
 */
hint: string, 
/**
 * The words of what the key may do.
 */
capabilities: Array<Capability>, 
/**
 * The person who made the key. The person may have left since.
 */
createdBy: string, createdAt: string, 
/**
 * Null if the key does not expire.
 */
expiresAt: string | null, 
/**
 * The last use; null if there was none. May be out of date by a minute.
 */
usedAt: string | null, 
/**
 * The network address of that use.
 */
usedFrom: string | null, };

export type WorkspaceKeys = { 
/**
 * Newest first, at most 50.
 */
keys: Array<WorkspaceKey>, 
/**
 * The words of the capabilities that the caller may give to a new key.
 */
mayGive: Array<Capability>, };
