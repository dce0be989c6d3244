// Generated from actors/src/wire and actors/src/domain. Written by: make types

export type Activity = { id: ActivityId, ticketId: TicketId, kind: ActivityKind, userId: UserId, 
/**
 * A comment's text, Markdown.
 */
message: string | null, 
/**
 * `{from, to}`, `{added, removed}`, and `field` with customFieldChange. For a comment: thread and passage (CT5).
 */
data: Record<string, unknown> | null, createdAt: Instant, 
/**
 * When its text was last edited.
 */
updatedAt: Instant | null, };

export type ActivityId = string;

export type ActivityKind = "createdAt" | "nameChange" | "statusChange" | "listsChange" | "multipleListsChange" | "assigneeChange" | "comment" | "commentDeleted" | "description" | "customFieldChange" | "createdUserIdChange" | "subtaskAdded" | "subtaskAddedItem" | "statusRemoved" | "fieldOptionRemoved" | "taskTypeChange" | "taskTypeRemoved" | "componentsChange" | "fixVersionsChange" | "taskTrashed" | "taskRestored";

export type Attribute = { id: AttributeId, name: string, type: AttributeType, 
/**
 * One or two sentences for people; may be empty.
 */
description: string, 
/**
 * Cards on the board show the value.
 */
shownOnCards: boolean, 
/**
 * The value of a new ticket whose command names none.
 */
defaultValue: FieldValue | null, 
/**
 * True if no edit may clear the value. A ticket may be made without one, so that a person can write its title first.
 */
required: boolean, 
/**
 * The lists whose tickets have the attribute; null for all tickets. An attribute of a restricted list names no other
 * list and lives in the scope of that list. An attribute of open lists lives in the workspace scope.
 */
listIds: Array<ListId> | null, 
/**
 * The label sets from whose labels the values are chosen, first to last; null if the values are not labels. An
 * attribute of labels is stored as a multiple select without options, which builds before this one can read too.
 */
labelSets: Array<LabelSet> | null, metadata: Metadata, rank: Rank, createdAt: Instant, };

export type AttributeCreate = { attributeId: AttributeId, name: string, type: AttributeType, description?: string, shownOnCards?: boolean, 
/**
 * The value of new tickets. For a select, it may name the options of this command.
 */
defaultValue?: FieldValue, required?: boolean, 
/**
 * The lists whose tickets get the field. If absent, all tickets get it.
 */
listIds?: Array<ListId>, 
/**
 * The attribute that it stands behind. If absent, it stands last.
 */
after?: AttributeId, 
/**
 * Its first options, in their order. For selects only.
 */
options?: Array<OptionNew>, 
/**
 * Its label sets, in their order. If present, even if empty, the values are labels. For multiple selects only.
 */
labelSets?: Array<LabelSetNew>, };

export type AttributeDelete = { attributeId: AttributeId, };

export type AttributeId = string;

export type AttributeMove = { attributeId: AttributeId, after: AttributeId | null, };

export type AttributeOption = { id: OptionId, attributeId: AttributeId, name: string, color: Color, createdAt: Instant, };

export type AttributePatch = { name?: string, description?: string, shownOnCards?: boolean, defaultValue?: FieldValue | null, required?: boolean, 
/**
 * Null gives the field to all tickets.
 */
listIds?: Array<string> | null, };

export type AttributeType = "text" | "number" | "date" | "checkbox" | "url" | "singleSelect" | "multiSelect" | "users" | "linkedTasks";

export type AttributeUpdate = { attributeId: AttributeId, patch: AttributePatch, };

export type AuditKind = "workspaceCreated" | "workspaceChanged" | "memberJoined" | "memberLeft" | "memberRemoved" | "memberDeactivated" | "memberRestored" | "memberRoleChanged" | "roleCreated" | "roleChanged" | "roleDeleted" | "listSharingChanged" | "invitationSent" | "invitationLinkCreated" | "invitationResent" | "invitationRevoked" | "invitationDeclined" | "invitationAccepted" | "apiKeyCreated" | "apiKeyRevoked" | "workspaceKeyCreated" | "workspaceKeyRevoked" | "appRegistered" | "appRemoved" | "secondFactorRequired" | "secondFactorNotRequired" | "memberBarred" | "memberAdmitted" | "joinDomainSet" | "joinDomainRemoved" | "passwordChanged" | "passwordRemoved" | "emailChanged" | "phoneChanged" | "phoneRemoved" | "secondFactorTurnedOn" | "secondFactorTurnedOff" | "recoveryCodesReplaced" | "passkeyAdded" | "passkeyRemoved" | "accountLinked" | "accountUnlinked" | "accountDisabled" | "accountEnabled" | "retentionChanged";

export type Baseline = { id: BaselineId, name: string, 
/**
 * Lives in its creator's personal scope.
 */
personal: boolean, 
/**
 * The list whose gantt offers it. Null if it is of all tickets. If the list is deleted, clients do not show the
 * baseline.
 */
listId: ListId | null, createdUserId: UserId, 
/**
 * The moment.
 */
takenAt: Instant, };

export type BaselineCreate = { baselineId: BaselineId, name: string, personal: boolean, listId?: ListId, 
/**
 * A moment in the past. If absent, the moment of the decision.
 */
takenAt?: Instant, };

export type BaselineDelete = { baselineId: BaselineId, };

export type BaselineId = string;

export type BaselinePatch = { name?: string, };

export type BaselineUpdate = { baselineId: BaselineId, patch: BaselinePatch, };

export type BoardDisplay = { 
/**
 * The fields on cards; null for the default fields.
 */
card: Array<string> | null, 
/**
 * For each field that makes columns: false if columns without cards are hidden.
 */
emptyColumns: Record<string, boolean>, 
/**
 * For each field that makes lanes: true if lanes without cards are shown.
 */
emptyLanes: Record<string, boolean>, 
/**
 * For each field that makes columns: the limits of these columns, by the ids of the columns.
 */
limits: Record<string, Record<string, number>>, };

export type Capabilities = { 
/**
 * The words of capabilities, with `leave` and `work` for pages of the previous version.
 */
may: Array<Capability | 'leave' | 'work'>, 
/**
 * One entry for each role: first the four roles that every version knows, from the highest.
 */
members: Array<CapabilitiesOnMembers>, 
/**
 * The restricted lists that are shared with the person, with the level of the person's share. In these lists the
 * person may do what `levels` says, and not what `may` says. Nodes of the previous version leave them out.
 */
lists?: { [key in ListId]: Level }, 
/**
 * What each of these levels leaves of the person's capabilities.
 */
levels?: Partial<Record<Level, Array<Capability>>>, };

export type CapabilitiesOnMembers = { 
/**
 * The role of the other members.
 */
role: HeldRole, 
/**
 * The roles that the person may give them; empty if the person may not change their role.
 */
give: Array<HeldRole>, 
/**
 * Whether the person may remove them.
 */
remove: boolean, };

export type Capability = "read" | "updateWorkspace" | "invite" | "manageMembers" | "manageRoles" | "readAudit" | "manageApiKeys" | "manageStatuses" | "manageLabels" | "manageAttributes" | "createLists" | "editLists" | "restrictLists" | "deleteLists" | "createTickets" | "editTickets" | "editOwnTickets" | "deleteTickets" | "deleteOwnTickets" | "comment" | "moderateComments" | "import";

export type Change = { op: Op, entity: EntityKind, id: string, data?: Record<string, unknown>, };

export type Channel = "inApp" | "mail" | "push";

export type ClientFrame = { "type": "hello" } & Hello | { "type": "command", id: CommandId, command: Command, } | { "type": "presence" } & PresenceUpdate | { "type": "watch", ticketId: TicketId, } | { "type": "unwatch", ticketId: TicketId, } | { "type": "token", token: string, } | { "type": "ping", n: number, };

export type ClientInfo = { name: string, version: string, };

export type Color = "grey" | "red" | "orange" | "amber" | "olive" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink";

export type Column = unknown[] | { same: unknown, } | { choices: unknown[], at: Array<number>, } | { sums: (number | null)[], } | { instants: (number | null)[], } | { uuid7: (number | null)[], digits: string, } | { hex: string, } | { lengths: Column, items: Column, } | { fields: Record<string, Column>, };

export type Command = { "kind": "workspace.update" } & WorkspaceUpdate | { "kind": "workCalendar.update" } & WorkCalendarUpdate | { "kind": "member.setRole" } & MemberSetRole | { "kind": "member.remove" } & MemberRemove | { "kind": "member.deactivate" } & MemberDeactivate | { "kind": "member.restore" } & MemberRestore | { "kind": "member.handOver" } & MemberHandOver | { "kind": "role.create" } & RoleCreate | { "kind": "role.update" } & RoleUpdate | { "kind": "role.delete" } & RoleDelete | { "kind": "status.create" } & StatusCreate | { "kind": "status.update" } & StatusUpdate | { "kind": "status.move" } & StatusMove | { "kind": "status.delete" } & StatusDelete | { "kind": "list.create" } & ListCreate | { "kind": "list.update" } & ListUpdate | { "kind": "list.move" } & ListMove | { "kind": "list.delete" } & ListDelete | { "kind": "list.restrict" } & ListRestrict | { "kind": "list.open" } & ListOpen | { "kind": "list.archive" } & ListArchive | { "kind": "list.unarchive" } & ListUnarchive | { "kind": "group.create" } & GroupCreate | { "kind": "group.update" } & GroupUpdate | { "kind": "group.move" } & GroupMove | { "kind": "group.delete" } & GroupDelete | { "kind": "share.set" } & ShareSet | { "kind": "share.remove" } & ShareRemove | { "kind": "savedView.create" } & SavedViewCreate | { "kind": "savedView.update" } & SavedViewUpdate | { "kind": "savedView.move" } & SavedViewMove | { "kind": "savedView.delete" } & SavedViewDelete | { "kind": "baseline.create" } & BaselineCreate | { "kind": "baseline.update" } & BaselineUpdate | { "kind": "baseline.delete" } & BaselineDelete | { "kind": "roadmapPlace.move" } & RoadmapPlaceMove | { "kind": "roadmapPlace.clear" } & RoadmapPlaceClear | { "kind": "template.create" } & TemplateCreate | { "kind": "template.update" } & TemplateUpdate | { "kind": "template.delete" } & TemplateDelete | { "kind": "label.create" } & LabelCreate | { "kind": "label.update" } & LabelUpdate | { "kind": "label.delete" } & LabelDelete | { "kind": "attribute.create" } & AttributeCreate | { "kind": "attribute.update" } & AttributeUpdate | { "kind": "attribute.move" } & AttributeMove | { "kind": "attribute.delete" } & AttributeDelete | { "kind": "systemAttribute.set" } & SystemAttributeSet | { "kind": "option.create" } & OptionCreate | { "kind": "option.update" } & OptionUpdate | { "kind": "option.move" } & OptionMove | { "kind": "option.delete" } & OptionDelete | { "kind": "labelSet.create" } & LabelSetCreate | { "kind": "labelSet.update" } & LabelSetUpdate | { "kind": "labelSet.move" } & LabelSetMove | { "kind": "labelSet.moveLabel" } & LabelSetMoveLabel | { "kind": "labelSet.delete" } & LabelSetDelete | { "kind": "taskType.create" } & TaskTypeCreate | { "kind": "taskType.update" } & TaskTypeUpdate | { "kind": "taskType.move" } & TaskTypeMove | { "kind": "taskType.delete" } & TaskTypeDelete | { "kind": "component.create" } & ComponentCreate | { "kind": "component.update" } & ComponentUpdate | { "kind": "component.delete" } & ComponentDelete | { "kind": "fixVersion.create" } & FixVersionCreate | { "kind": "fixVersion.update" } & FixVersionUpdate | { "kind": "fixVersion.delete" } & FixVersionDelete | { "kind": "sprint.create" } & SprintCreate | { "kind": "sprint.update" } & SprintUpdate | { "kind": "sprint.complete" } & SprintComplete | { "kind": "sprint.delete" } & SprintDelete | { "kind": "ticket.create" } & TicketCreate | { "kind": "ticket.update" } & TicketUpdate | { "kind": "tickets.update" } & TicketsUpdate | { "kind": "ticket.trash" } & TicketTrash | { "kind": "ticket.restore" } & TicketRestore | { "kind": "ticket.delete" } & TicketDelete | { "kind": "tickets.trash" } & TicketsTrash | { "kind": "tickets.restore" } & TicketsRestore | { "kind": "ticket.move" } & TicketMove | { "kind": "tickets.move" } & TicketsMove | { "kind": "subtask.move" } & SubtaskMove | { "kind": "link.create" } & LinkCreate | { "kind": "link.delete" } & LinkDelete | { "kind": "linkLag.set" } & LinkLagSet | { "kind": "urlLink.create" } & UrlLinkCreate | { "kind": "urlLink.update" } & UrlLinkUpdate | { "kind": "urlLink.delete" } & UrlLinkDelete | { "kind": "recurrence.set" } & RecurrenceSet | { "kind": "recurrence.remove" } & RecurrenceRemove | { "kind": "file.delete" } & FileDelete | { "kind": "file.restore" } & FileRestore | { "kind": "comment.create" } & CommentCreate | { "kind": "comment.update" } & CommentUpdate | { "kind": "comment.delete" } & CommentDelete | { "kind": "comment.resolve" } & CommentResolve | { "kind": "comment.reopen" } & CommentReopen | { "kind": "reaction.add" } & ReactionAdd | { "kind": "reaction.remove" } & ReactionRemove | { "kind": "subscription.update" } & SubscriptionUpdate | { "kind": "preferences.update" } & PreferencesUpdate;

export type CommandId = string;

export type CommentCreate = { commentId: ActivityId, ticketId: TicketId, message: string, 
/**
 * The first comment of the thread that this comment answers (CT5).
 */
replyTo?: ActivityId, 
/**
 * The words of the description that this comment is about (CT9).
 */
passage?: Passage, };

export type CommentDelete = { commentId: ActivityId, };

export type CommentReopen = { commentId: ActivityId, };

export type CommentResolve = { commentId: ActivityId, };

export type CommentUpdate = { commentId: ActivityId, message: string, };

export type Component = { id: ComponentId, name: string, 
/**
 * One or two sentences for people; may be empty.
 */
description: string, 
/**
 * The person who answers for it. A person who leaves the workspace stays named here.
 */
leadUserId: UserId | null, createdAt: Instant, };

export type ComponentCreate = { componentId: ComponentId, name: string, description?: string, leadUserId?: UserId, };

export type ComponentDelete = { componentId: ComponentId, moveTo?: ComponentId, };

export type ComponentId = string;

export type ComponentPatch = { name?: string, description?: string, leadUserId?: string | null, };

export type ComponentUpdate = { componentId: ComponentId, patch: ComponentPatch, };

export type CountedFrom = "dueDate" | "completion";

export type DateLayout = "calendar" | "gantt";

export type DayOff = { date: PlainDate, name: string, };

export type DefaultView = "gantt" | "spreadsheet" | "kanban" | "calendar";

export type Digest = "off" | "daily" | "weekdays" | "weekly";

export type EarlierActivity = { userId: UserId, number: number, };

export type EntityKind = "workspace" | "member" | "status" | "list" | "group" | "label" | "attribute" | "option" | "systemAttribute" | "workCalendar" | "secondFactorRule" | "taskType" | "component" | "fixVersion" | "sprint" | "ticket" | "link" | "file" | "activity" | "reaction" | "role" | "linkLag" | "recurrence" | "savedView" | "baseline" | "roadmapPlace" | "template" | "share" | "urlLink" | "import" | "preferences" | "ticketSubscription";

export type Epoch = string;

export type Event = { seq: number, commandId: CommandId, by: UserId, at: Instant, 
/**
 * Those that this build knows.
 */
changes: Array<Change>, };

export type Favorite = { kind: string, id: string, };

export type FavoritesPatch = { 
/**
 * A place that is a favorite already keeps its position, unless `after` is given.
 */
add?: Array<Favorite>, remove?: Array<Favorite>, 
/**
 * The favorite behind which `add` goes; null for the front. Absent, or if it is no favorite: the end.
 */
after?: Favorite | null, };

export type FieldEdit = FieldValue | { add: Array<OptionId>, remove: Array<OptionId>, };

export type FieldValue = boolean | number | string | Array<OptionId>;

export type File = { id: FileId, ticketId: TicketId, name: string, size: number, 
/**
 * What the bytes are, whatever the name says.
 */
contentType: string, 
/**
 * Of a picture whose preview is made.
 */
width: number | null, height: number | null, 
/**
 * Whether there is a small and a large preview.
 */
preview: boolean, createdUserId: UserId, createdAt: Instant, 
/**
 * A deleted file can be restored for a day. Its bytes go after that.
 */
deletedAt: Instant | null, deletedByUserId: UserId | null, };

export type FileDelete = { fileId: FileId, };

export type FileId = string;

export type FileRestore = { fileId: FileId, };

export type FixVersion = { id: FixVersionId, name: string, 
/**
 * One or two sentences for people; may be empty.
 */
description: string, startDate: PlainDate | null, 
/**
 * The planned day of the release; of a released version, the day on which it was released.
 */
releaseDate: PlainDate | null, state: VersionState, createdAt: Instant, };

export type FixVersionCreate = { fixVersionId: FixVersionId, name: string, description?: string, startDate?: PlainDate, releaseDate?: PlainDate, state?: VersionState, };

export type FixVersionDelete = { fixVersionId: FixVersionId, moveTo?: FixVersionId, };

export type FixVersionId = string;

export type FixVersionPatch = { name?: string, description?: string, startDate?: string | null, releaseDate?: string | null, state?: VersionState, };

export type FixVersionUpdate = { fixVersionId: FixVersionId, patch: FixVersionPatch, };

export type FoundComment = { activityId: ActivityId, userId: UserId, createdAt: Instant, 
/**
 * About two lines.
 */
text: Array<Piece>, };

export type FoundField = { attributeId: AttributeId, text: Array<Piece>, };

export type FoundTicket = { ticketId: TicketId, 
/**
 * The number of the ticket.
 */
number: bigint, 
/**
 * The whole title.
 */
title: Array<Piece>, 
/**
 * About two lines of the description; null if it does not match.
 */
description: Array<Piece> | null, 
/**
 * The attributes whose texts match.
 */
fields: Array<FoundField>, 
/**
 * Comments that match, the best first.
 */
comments: Array<FoundComment>, };

export type Group = { id: GroupId, name: string, color: Color, rank: Rank, 
/**
 * The group that this one stands in.
 */
parentGroupId: GroupId | null, createdAt: Instant, };

export type GroupCreate = { groupId: GroupId, name: string, color?: Color, parentGroupId?: GroupId, after?: GroupId, };

export type GroupDelete = { groupId: GroupId, };

export type GroupId = string;

export type GroupMove = { groupId: GroupId, after?: GroupId, parentGroupId?: string | null, };

export type GroupPatch = { name?: string, color?: Color, };

export type GroupUpdate = { groupId: GroupId, patch: GroupPatch, };

export type HeldRole = Role | RoleId;

export type Hello = { 
/**
 * An access token; never in the address.
 */
token: string, 
/**
 * A workspace's id. What is no id at all answers like a workspace that does not exist.
 */
workspace: string, protocol: number, cursors?: Record<string, ScopeCursor>, client?: ClientInfo, };

export type HolidaysPatch = { add: Array<DayOff>, remove: Array<PlainDate>, };

export type HttpAck = { scope: ScopeId, seq: number, };

export type ImportId = string;

export type ImportJob = { id: ImportId, 
/**
 * `github` or `csv`.
 */
format: string, fileName: string, state: ImportState, total: number, done: number, created: number, updated: number, unchanged: number, refused: number, 
/**
 * What was refused or changed on the way, at most a thousand entries.
 */
report: Array<ImportReportEntry>, createdAt: Instant, finishedAt: Instant | null, };

export type ImportReportEntry = { 
/**
 * A CSV's row (the header is row 1), or an issue's number. `None`: the whole file.
 */
row: number | null, 
/**
 * A code of the protocol's table for a refused row; `noted` for a row that was taken, `interrupted` for an import
 * whose node is gone.
 */
code: string, 
/**
 * Words for a person.
 */
message: string, };

export type ImportState = "running" | "done" | "failed" | "interrupted";

export type Instant = string;

export type Label = { id: LabelId, name: string, color: Color, createdAt: Instant, };

export type LabelCreate = { labelId: LabelId, name: string, color?: Color, };

export type LabelDelete = { labelId: LabelId, };

export type LabelId = string;

export type LabelPatch = { name?: string, color?: Color, };

export type LabelSet = { id: LabelSetId, name: string, 
/**
 * True if a value may have at most one label of the set.
 */
single: boolean, 
/**
 * First to last. A label is in at most one set of an attribute.
 */
labelsOrder: Array<LabelId>, };

export type LabelSetCreate = { attributeId: AttributeId, labelSetId: LabelSetId, name: string, single?: boolean, 
/**
 * First to last.
 */
labelsOrder?: Array<LabelId>, };

export type LabelSetDelete = { attributeId: AttributeId, labelSetId: LabelSetId, };

export type LabelSetId = string;

export type LabelSetMove = { attributeId: AttributeId, labelSetId: LabelSetId, after: LabelSetId | null, };

export type LabelSetMoveLabel = { attributeId: AttributeId, labelSetId: LabelSetId, labelId: LabelId, after: LabelId | null, };

export type LabelSetNew = { labelSetId: LabelSetId, name: string, single?: boolean, 
/**
 * First to last.
 */
labelsOrder?: Array<LabelId>, };

export type LabelSetPatch = { name?: string, single?: boolean, 
/**
 * New labels come last. Labels that are in another set of the attribute leave that set.
 */
labels?: SetPatch<LabelId>, };

export type LabelSetUpdate = { attributeId: AttributeId, labelSetId: LabelSetId, patch: LabelSetPatch, };

export type LabelUpdate = { labelId: LabelId, patch: LabelPatch, };

export type LastActivity = { id: ActivityId, 
/**
 * The kind of the activity: a word, since a later build may write kinds that this one does not know.
 */
kind: string, 
/**
 * The kinds of what its author did to the ticket within a minute, oldest first and `kind` last. Absent if that is
 * one kind.
 */
kinds?: Array<string>, userId: UserId, at: Instant, 
/**
 * Counts the activities of the ticket of which its subscribers are notified.
 */
number: number, 
/**
 * The newest activity of each other kind, by the word of the kind: a person may want no news of some kinds. The creation,
 * which is always number 1, is left out.
 */
earlier?: { [key in string]: EarlierActivity }, };

export type LastRead = { activityId: ActivityId, number: number, };

export type Level = "view" | "comment" | "edit" | "manage";

export type Link = { id: LinkId, kind: LinkKind, fromTicketId: TicketId, toTicketId: TicketId, createdUserId: UserId, createdAt: Instant, };

export type LinkCreate = { linkId: LinkId, 
/**
 * The link's kind; `kind` is the command's.
 */
linkKind: LinkKind, fromTicketId: TicketId, toTicketId: TicketId, };

export type LinkDelete = { linkId: LinkId, };

export type LinkEnds = "finishToStart" | "startToStart" | "finishToFinish" | "startToFinish";

export type LinkId = string;

export type LinkKind = "blocks" | "relates" | "duplicates";

export type LinkLag = { 
/**
 * Derived from the link: there is one row for it.
 */
id: LinkLagId, linkId: LinkId, 
/**
 * Whole days. Below 0, the second ticket may be earlier. 0 occurs only in a row with `ends`.
 */
days: number, 
/**
 * None for finish-to-start. Rows and events of the previous version lack the field.
 */
ends: LinkEnds | null, };

export type LinkLagId = string;

export type LinkLagSet = { linkId: LinkId, days?: number, ends?: LinkEnds, };

export type List = { id: ListId, name: string, color: Color, rank: Rank, 
/**
 * Backlog and General, which every workspace starts with and the sidebar shows apart.
 */
suggested: boolean, createdUserId: UserId, createdAt: Instant, icon: ListIcon | null, 
/**
 * A few sentences of plain text; may be empty.
 */
description: string, 
/**
 * The group of the list. A group that the reader does not see, or that was deleted, counts as none.
 */
groupId: GroupId | null, 
/**
 * Since when the list is archived.
 */
archivedAt: Instant | null, };

export type ListArchive = { listId: ListId, };

export type ListCreate = { listId: ListId, name: string, color?: Color, after?: ListId, 
/**
 * Only the people with whom it is shared see the list: first the person who makes it, as its manager.
 */
restricted?: boolean, icon?: ListIcon, description?: string, groupId?: GroupId, };

export type ListDelete = { listId: ListId, moveTo?: ListId, };

export type ListIcon = "folder" | "briefcase" | "book" | "bug" | "calendar" | "cart" | "chart" | "code" | "flag" | "globe" | "heart" | "house" | "idea" | "megaphone" | "palette" | "people" | "rocket" | "shield" | "star" | "target" | "wrench";

export type ListId = string;

export type ListMove = { listId: ListId, after?: ListId, groupId?: string | null, };

export type ListOpen = { listId: ListId, };

export type ListPatch = { name?: string, color?: Color, icon?: ListIcon | null, description?: string, };

export type ListRank = { listId: ListId, rank: Rank, };

export type ListRestrict = { listId: ListId, };

export type ListUnarchive = { listId: ListId, };

export type ListUpdate = { listId: ListId, patch: ListPatch, };

export type Member = { 
/**
 * The user's id.
 */
id: UserId, role: HeldRole, state: MemberState, firstname: string, lastname: string, username: string, avatarUrl: string | null, createdAt: Instant, 
/**
 * When the member was deactivated. The state is `left` then, and `member.restore` brings the member back.
 */
deactivatedAt: Instant | null, 
/**
 * May be empty, like the names. Rows and events of the previous version lack it.
 */
department: string, 
/**
 * The job title. May be empty.
 */
designation: string, 
/**
 * Whether the member waits for a second factor, which the workspace requires: then `deactivatedAt` is set as well. Rows and
 * events of the previous version lack it.
 */
secondFactorMissing: boolean, 
/**
 * The words of what the key may do, if the row stands for an API key of the workspace; empty once the key is revoked. The
 * state of such a row is `left`, so builds that do not know these keys give it no access. Null for a person. Rows and
 * events of the previous version lack it.
 */
apiKey: Array<string> | null, };

export type MemberDeactivate = { userId: UserId, };

export type MemberHandOver = { userId: UserId, };

export type MemberRemove = { userId: UserId, };

export type MemberRestore = { userId: UserId, };

export type MemberSetRole = { userId: UserId, role: HeldRole, };

export type MemberState = "active" | "pending" | "left";

export type Metadata = { 
/**
 * The attribute's id.
 */
id: AttributeId, 
/**
 * The attribute's options, first to last. Empty for an attribute without options.
 */
optionsOrder: Array<OptionId>, };

export type NodeFrame = { "type": "welcome", node: string, 
/**
 * The node's [`SCHEMA`](crate::domain::entity::SCHEMA). Nodes of the previous version leave it out.
 */
schema?: number, 
/**
 * The version of the frames of texts that the node speaks. Nodes of the previous version leave it out.
 */
texts?: number, serverTime: Instant, heartbeatMs: number, limits: SocketLimits, 
/**
 * Nodes of the previous version leave them out.
 */
capabilities?: Capabilities, scopes: Array<WelcomeScope>, } | { "type": "capabilities", capabilities: Capabilities, } | { "type": "events", scope: ScopeId, from: number, to: number, events: Array<Event>, } | { "type": "follow", scope: ScopeId, kind: ScopeKind, epoch: Epoch, seq: number, } | { "type": "unfollow", scope: ScopeId, } | { "type": "ack", id: CommandId, scope: ScopeId, seq: number, } | { "type": "refused", id: CommandId, error: Refusal, } | { "type": "presence", members: Array<PresenceMember>, } | { "type": "heads", heads: Record<string, number>, alone?: boolean, } | { "type": "bye", code: string, retryAfterMs: number, } | { "type": "pong", n: number, } | { "type": "error", error: Refusal, };

export type NotificationKind = "createTicket" | "mention" | "comment" | "assigneAdd" | "assigneRemove" | "userAdd" | "userRemove" | "status" | "name";

export type Op = "create" | "update" | "delete";

export type OptionCreate = { optionId: OptionId, attributeId: AttributeId, name: string, color?: Color, };

export type OptionDelete = { optionId: OptionId, 
/**
 * Another option of the same attribute.
 */
moveTo?: OptionId, };

export type OptionId = string;

export type OptionMove = { optionId: OptionId, after: OptionId | null, };

export type OptionNew = { optionId: OptionId, name: string, color?: Color, };

export type OptionPatch = { name?: string, color?: Color, };

export type OptionUpdate = { optionId: OptionId, patch: OptionPatch, };

export type OwnPage = "mine" | "created" | "completed" | "subscribed" | "private";

export type Passage = { 
/**
 * The place before the first of the words: a relative position of Yjs (version 1) in base64. Only pages read it.
 */
start: string, 
/**
 * The place behind the last of the words.
 */
end: string, 
/**
 * The words as they were.
 */
words: string, };

export type Period = "day" | "week" | "month" | "year";

export type Piece = { 
/**
 * Plain text.
 */
text: string, 
/**
 * Whether the query matches this piece.
 */
hit: boolean, };

export type PlainDate = string;

export type Preferences = { 
/**
 * Derived from workspace and person: there is one row for both.
 */
id: PreferencesId, workspaceUserId: UserId, 
/**
 * Null if each device keeps a theme of its own.
 */
theme: Theme | null, 
/**
 * A name of the IANA database; null stands for UTC.
 */
timeZone: string | null, 
/**
 * A kind that is missing has its usual channels.
 */
notifications: { [key in NotificationKind]?: Array<Channel> }, 
/**
 * False sends no mail about the workspace, whatever the channels.
 */
mails: boolean, digest: Digest, 
/**
 * The hour at which digests and reminders leave, in the time zone.
 */
digestHour: number, quietHours: QuietHours | null, reminders: Array<Reminder>, 
/**
 * Null stands for the usual day of the browser's language.
 */
weekStart: WeekStart | null, 
/**
 * Null stands for the gantt, and on a phone for the spreadsheet.
 */
defaultView: DefaultView | null, 
/**
 * In the member's order; null until the member has starred a place.
 */
favorites: Array<Favorite> | null, 
/**
 * Null stands for the usual pages of the sidebar in their usual order.
 */
pages: SidebarPages | null, 
/**
 * Null stands for the default keys.
 */
shortcuts: ShortcutKeys | null, createdAt: Instant, };

export type PreferencesId = string;

export type PreferencesPatch = { theme?: Theme | null, timeZone?: string | null, 
/**
 * The channels of the named kinds; other kinds stay as they are.
 */
notifications?: { [key in NotificationKind]?: Array<Channel> }, mails?: boolean, digest?: Digest, digestHour?: number, quietHours?: QuietHours | null, reminders?: Array<Reminder>, weekStart?: WeekStart | null, defaultView?: DefaultView | null, favorites?: FavoritesPatch | null, pages?: SidebarPagesPatch | null, shortcuts?: ShortcutKeysPatch | null, };

export type PreferencesUpdate = { patch: PreferencesPatch, };

export type PresenceMember = { connection: string, userId: UserId, ticketId: TicketId | null, field: string | null, state: PresenceState, since: Instant, };

export type PresenceState = "viewing" | "editing" | "typing" | "away";

export type PresenceUpdate = { ticketId?: TicketId, 
/**
 * The field of the ticket that is looked at or edited.
 */
field?: string, state: PresenceState, };

export type Priority = "day" | "week" | "month" | "quarter" | "year";

export type QuietHours = { from: number, to: number, };

export type Rank = string;

export type Reaction = { 
/**
 * Derived from activity, user and emoji: the same reaction twice is the same row.
 */
id: ReactionId, activityId: ActivityId, ticketId: TicketId, userId: UserId, emoji: string, createdAt: Instant, };

export type ReactionAdd = { activityId: ActivityId, emoji: string, };

export type ReactionId = string;

export type ReactionRemove = { activityId: ActivityId, emoji: string, };

export type Reason = "manual" | "mention" | "commented" | "created" | "assigne";

export type Recurrence = { 
/**
 * Derived from the ticket: there is one row for it.
 */
id: RecurrenceId, ticketId: TicketId, period: Period, 
/**
 * Every n periods.
 */
interval: number, 
/**
 * Of a week: its days, 1 for Monday to 7 for Sunday; none means the day of the week of the date before. Of a month or a
 * year with `nth`: the one day of the week.
 */
weekdays: Array<number>, 
/**
 * Of a month or a year: the day of the month. In a shorter month, the last day. Null means the day of the date before.
 */
monthDay: number | null, 
/**
 * Of a month or a year: which of the weekdays of the month, 1 to 4, or -1 for the last one.
 */
nth: number | null, countedFrom: CountedFrom, 
/**
 * No ticket is due after this day.
 */
endsOn: PlainDate | null, 
/**
 * How many tickets there are in all.
 */
times: number | null, 
/**
 * Which of them this ticket is, from 1.
 */
occurrence: number, createdUserId: UserId, createdAt: Instant, };

export type RecurrenceId = string;

export type RecurrenceRemove = { ticketId: TicketId, };

export type RecurrenceSet = { ticketId: TicketId, period: Period, interval: number, weekdays?: Array<number>, monthDay?: number, nth?: number, countedFrom: CountedFrom, endsOn?: PlainDate, times?: number, };

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

export type RefusalCode = "forbidden" | "not_found" | "conflict" | "already_exists" | "cycle" | "idempotency_mismatch" | "too_many" | "last_owner" | "last_manager" | "command_expired" | "payload_too_large" | "validation_failed" | "unknown_field" | "unknown_kind" | "rate_limited" | "unavailable" | "internal";

export type Reminder = "dayBefore" | "onDay";

export type RoadmapItem = { kind: RoadmapKind, id: RoadmapItemId, };

export type RoadmapItemId = string;

export type RoadmapKind = "version" | "epic" | "sprint";

export type RoadmapPlace = { 
/**
 * Derived from the item.
 */
id: RoadmapPlaceId, kind: RoadmapKind, itemId: RoadmapItemId, rank: Rank, };

export type RoadmapPlaceClear = { items: Array<RoadmapItem>, };

export type RoadmapPlaceId = string;

export type RoadmapPlaceMove = { items: Array<RoadmapItem>, after?: RoadmapItem, };

export type Role = "guest" | "member" | "admin" | "owner";

export type RoleCreate = { roleId: RoleId, name: string, description?: string, capabilities: Array<Capability>, };

export type RoleDelete = { roleId: RoleId, moveTo: HeldRole, };

export type RoleId = string;

export type RolePatch = { name?: string, description?: string, capabilities?: Array<Capability>, };

export type RoleRecord = { id: RoleId, name: string, 
/**
 * One or two sentences for people. Builds before schema 2 leave it out.
 */
description: string, 
/**
 * Words of capabilities. A word that a build does not know gives no right there. Nodes of the previous build know
 * only `read`, `work` and `administer`, which a role therefore names as well where they fit.
 */
capabilities: Array<string>, 
/**
 * The word of a built-in role; null for a role that the workspace defines. Built-in roles are locked. Builds before
 * schema 2 leave it out.
 */
system: string | null, createdAt: Instant, };

export type RoleUpdate = { roleId: RoleId, patch: RolePatch, };

export type SavedView = { id: SavedViewId, name: string, 
/**
 * Lives in its creator's personal scope.
 */
personal: boolean, createdUserId: UserId, 
/**
 * The list whose tickets the view shows. Null if the view shows a page or all tickets. If the list is deleted,
 * clients do not show the view.
 */
listId: ListId | null, layout: ViewLayout, 
/**
 * If set, it overrides `layout`. It is separate, because builds before schema 7 cannot read a third layout.
 */
dateLayout: DateLayout | null, 
/**
 * The text of a filter, with ids (`domain/filter`).
 */
filter: string, 
/**
 * The field that it groups by: its word, or `none`.
 */
groupBy: string, 
/**
 * The field that it sorts by: its word, or `manual`.
 */
sortBy: string, descending: boolean, 
/**
 * The columns of the spreadsheet: ids of fields. A field that is gone is not shown.
 */
columns: Array<string>, createdAt: Instant, 
/**
 * Null in views that builds before schema 8 created: then each browser uses its own display settings.
 */
display: ViewDisplay | null, icon: ListIcon | null, 
/**
 * The page whose tickets the view shows. Null if the view shows a list or all tickets.
 */
page: OwnPage | null, 
/**
 * The position among the views of the same list or page in the same scope. Null in views that builds before schema
 * 8 created: these views come first, in the order of their ids.
 */
rank: Rank | null, 
/**
 * The person who locked the view. Null if the view is not locked. Nodes before schema 12 leave it out.
 */
lockedByUserId?: UserId | null, };

export type SavedViewCreate = { savedViewId: SavedViewId, name: string, personal: boolean, listId?: ListId, layout: ViewLayout, dateLayout?: DateLayout, filter: string, groupBy: string, sortBy: string, descending: boolean, columns: Array<string>, display?: ViewDisplay, icon?: ListIcon, page?: OwnPage, 
/**
 * The new view comes after this view of the same list or page and scope. If absent, the new view comes last.
 */
after?: SavedViewId, };

export type SavedViewDelete = { savedViewId: SavedViewId, };

export type SavedViewId = string;

export type SavedViewMove = { savedViewId: SavedViewId, after?: SavedViewId, };

export type SavedViewPatch = { name?: string, 
/**
 * False shares the view; true takes it back, which only its creator may do.
 */
personal?: boolean, layout?: ViewLayout, 
/**
 * Null clears the field, so that the view has its `layout` again.
 */
dateLayout?: DateLayout | null, filter?: string, groupBy?: string, sortBy?: string, descending?: boolean, columns?: Array<string>, 
/**
 * Null clears the display: then each browser uses its own display settings again.
 */
display?: ViewDisplay | null, icon?: ListIcon | null, 
/**
 * True locks the view: then it can only be unlocked and moved among the tabs.
 */
locked?: boolean, };

export type SavedViewUpdate = { savedViewId: SavedViewId, patch: SavedViewPatch, };

export type ScopeCursor = { epoch: Epoch, seq: number, };

export type ScopeId = string;

export type ScopeKind = "commons" | "workspace" | "list" | "personal";

export type SecondFactorRule = { 
/**
 * Derived from the id of the workspace, which has at most one row.
 */
id: SecondFactorRuleId, requiredSince: Instant, requiredByUserId: UserId, };

export type SecondFactorRuleId = string;

export type SetPatch<T> = { add: Array<T>, remove: Array<T>, };

export type Share = { 
/**
 * Derived from list and person: a list is shared with a person once.
 */
id: ShareId, listId: ListId, userId: UserId, 
/**
 * What the person may do in the list: `view`, `comment`, `edit` or `manage`.
 */
level: string, createdAt: Instant, };

export type ShareId = string;

export type ShareRemove = { listId: ListId, userId: UserId, };

export type ShareSet = { listId: ListId, userId: UserId, level: Level, };

export type ShortcutKeys = { 
/**
 * By the id of the shortcut; the empty text switches it off.
 */
keys: Record<string, string>, 
/**
 * False if shortcuts that consist only of letters and signs are off.
 */
singles: boolean, };

export type ShortcutKeysPatch = { 
/**
 * The keys of the named shortcuts; null gives a shortcut its default keys back. Other shortcuts stay as they are.
 */
keys?: Record<string, string | null>, singles?: boolean, };

export type SidebarPages = { 
/**
 * Whether pages and sections are shown.
 */
shown: Record<string, boolean>, 
/**
 * Pages in the member's order. Other pages stand behind the page that usually precedes them.
 */
order: Array<string>, };

export type SidebarPagesPatch = { 
/**
 * The named pages; null gives a page its usual state back. Other pages stay as they are.
 */
shown?: Record<string, boolean | null>, 
/**
 * The whole order; empty for the usual one.
 */
order?: Array<string>, };

export type SiteIconId = string;

export type SnapshotColumns = { entity: EntityKind, rows: number, 
/**
 * By the names of the fields. Each column has a value for each row.
 */
columns: Record<string, Column>, };

export type SnapshotEnd = { 
/**
 * Always true.
 */
end: true, 
/**
 * The number of rows and of lines with a scope before this one.
 */
count: number, };

export type SnapshotHead = { protocol: number, 
/**
 * The [`SCHEMA`](crate::domain::entity::SCHEMA) of the node that made the snapshot. Nodes of the
 * previous version leave it out.
 */
schema?: number, cursors: Record<string, ScopeCursor>, 
/**
 * A snapshot of a single scope has it only if the workspace's row lives in that scope.
 */
workspace?: Workspace, };

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

export type Sprint = { id: SprintId, name: string, 
/**
 * One or two sentences for people; may be empty.
 */
goal: string, startDate: PlainDate | null, endDate: PlainDate | null, state: SprintState, 
/**
 * When the sprint became active. Null for a planned sprint.
 */
startedAt: Instant | null, 
/**
 * Null for a sprint that is not completed.
 */
completedAt: Instant | null, createdAt: Instant, };

export type SprintComplete = { sprintId: SprintId, moveTo?: SprintId, };

export type SprintCreate = { sprintId: SprintId, name: string, goal?: string, startDate?: PlainDate, endDate?: PlainDate, state?: SprintState, };

export type SprintDelete = { sprintId: SprintId, moveTo?: SprintId, };

export type SprintId = string;

export type SprintPatch = { name?: string, goal?: string, startDate?: string | null, endDate?: string | null, 
/**
 * `active` starts a sprint, or reopens a completed one.
 */
state?: SprintState, };

export type SprintState = "planned" | "active" | "completed";

export type SprintUpdate = { sprintId: SprintId, patch: SprintPatch, };

export type Status = { id: StatusId, name: string, category: StatusCategory, rank: Rank, createdAt: Instant, };

export type StatusCategory = "byDefault" | "started" | "blocked" | "canceled" | "completed";

export type StatusCreate = { statusId: StatusId, name: string, category: StatusCategory, after?: StatusId, };

export type StatusDelete = { statusId: StatusId, moveTo: StatusId, };

export type StatusId = string;

export type StatusMove = { statusId: StatusId, after?: StatusId, };

export type StatusPatch = { name?: string, category?: StatusCategory, };

export type StatusUpdate = { statusId: StatusId, patch: StatusPatch, };

export type SubscriptionId = string;

export type SubscriptionPatch = { 
/**
 * True subscribes by hand; false takes that reason away.
 */
manual?: boolean, 
/**
 * Marks as unread from an activity on; null takes the mark away.
 */
firstUnreadActivityId?: string | null, lastRead?: LastRead, doneNumber?: number | null, muted?: boolean, unsubscribed?: boolean, snoozedUntil?: string | null, };

export type SubscriptionUpdate = { ticketId: TicketId, patch: SubscriptionPatch, };

export type SubtaskMove = { ticketId: TicketId, after?: TicketId, };

export type SubtaskRows = "nested" | "flat" | "hidden";

export type SystemAttribute = { 
/**
 * Derived from the workspace and the key: there is one row for each key.
 */
id: SystemAttributeId, key: SystemKey, 
/**
 * Null if the field has the name that the app gives it.
 */
name: string | null, hidden: boolean, };

export type SystemAttributeId = string;

export type SystemAttributePatch = { name?: string | null, hidden?: boolean, };

export type SystemAttributeSet = { key: SystemKey, patch: SystemAttributePatch, };

export type SystemKey = "status" | "assignees" | "taskTypeId" | "lists" | "priority" | "createdUser" | "createdAt" | "completedByUserId" | "completedAt" | "startDate" | "dueDate" | "labels";

export type TaskType = { id: TaskTypeId, name: string, icon: TypeIcon, color: Color, 
/**
 * True if tickets of this type stand for a larger piece of work, with subtasks below them. Pages show their
 * progress; what a ticket may hold does not depend on it.
 */
container: boolean, rank: Rank, createdAt: Instant, };

export type TaskTypeCreate = { taskTypeId: TaskTypeId, name: string, icon?: TypeIcon, color?: Color, container?: boolean, after?: TaskTypeId, };

export type TaskTypeDelete = { taskTypeId: TaskTypeId, moveTo?: TaskTypeId, };

export type TaskTypeId = string;

export type TaskTypeMove = { taskTypeId: TaskTypeId, after: TaskTypeId | null, };

export type TaskTypePatch = { name?: string, icon?: TypeIcon, color?: Color, container?: boolean, };

export type TaskTypeUpdate = { taskTypeId: TaskTypeId, patch: TaskTypePatch, };

export type Template = { id: TemplateId, name: string, 
/**
 * The list whose new tickets it is for; null for those of all lists. It lives in the scope of that list.
 */
listId: ListId | null, 
/**
 * What a new list gets. Null for a template of a ticket.
 */
list: TemplateList | null, 
/**
 * The ticket that is made, or the tickets of the list.
 */
tickets: Array<TemplateTicket>, createdUserId: UserId, createdAt: Instant, };

export type TemplateCreate = { templateId: TemplateId, name: string, listId?: ListId, list?: TemplateList, tickets: Array<TemplateTicket>, };

export type TemplateDelete = { templateId: TemplateId, };

export type TemplateId = string;

export type TemplateList = { color: Color, icon: ListIcon | null, description: string, 
/**
 * The views that all who see the list share.
 */
views: Array<TemplateView>, };

export type TemplatePatch = { name?: string, 
/**
 * Only of a template of a list.
 */
list?: TemplateList, tickets?: Array<TemplateTicket>, };

export type TemplateTicket = { title: string, description: string, 
/**
 * The first status if it is null.
 */
statusId: StatusId | null, priority: Priority | null, assigneesIds: Array<UserId>, labels: Array<LabelId>, fields: Record<string, FieldValue>, taskTypeId: TaskTypeId | null, componentsIds: Array<ComponentId>, fixVersionsIds: Array<FixVersionId>, 
/**
 * How many days after its use the ticket begins.
 */
startAfter: number | null, 
/**
 * How many days after its use the ticket is due.
 */
dueAfter: number | null, subtasks: Array<TemplateTicket>, };

export type TemplateUpdate = { templateId: TemplateId, patch: TemplatePatch, };

export type TemplateView = { name: string, layout: ViewLayout, 
/**
 * The same as in a saved view.
 */
dateLayout: DateLayout | null, 
/**
 * Here, the id of the template means the new list. The filter names no other list.
 */
filter: string, groupBy: string, sortBy: string, descending: boolean, columns: Array<string>, 
/**
 * Here, the id of the template means the new list.
 */
display: ViewDisplay | null, icon: ListIcon | null, };

export type Theme = "light" | "dark" | "auto";

export type Ticket = { id: TicketId, 
/**
 * Shown as `KEY-12` if the workspace gave the number, and as `MY-12` if a person's own scope gave it to a private
 * ticket. Negative for a private ticket that keeps a number of the workspace: -12 is `KEY-12`.
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
source?: Source, 
/**
 * The values of its attributes, by the attribute's id. An update carries those that change, and null for a value that
 * is gone. Nodes before schema 3 leave them out.
 */
fields?: { [key in AttributeId]: FieldValue }, 
/**
 * Absent until subscribers are notified of an activity. Nodes before schema 4 leave it out.
 */
lastActivity?: LastActivity, 
/**
 * Null for a ticket without a type. Nodes before schema 4 leave this field and the next two out.
 */
taskTypeId?: TaskTypeId | null, componentsIds?: Array<ComponentId>, fixVersionsIds?: Array<FixVersionId>, 
/**
 * Null for a ticket that is in no sprint. Nodes before schema 5 leave it out.
 */
sprintId?: SprintId | null, createdAt: Instant, updatedAt: Instant, };

export type TicketCreate = { ticketId: TicketId, title: string, private?: boolean, description?: string, statusId?: StatusId, listIds?: Array<ListId>, assigneesIds?: Array<UserId>, labels?: Array<LabelId>, priority?: Priority, startDate?: PlainDate, dueDate?: PlainDate, reportBy?: UserId, parentTicketId?: TicketId, 
/**
 * The values of attributes, by the attribute's id.
 */
fields?: { [key in AttributeId]: FieldValue }, taskTypeId?: TaskTypeId, componentsIds?: Array<ComponentId>, fixVersionsIds?: Array<FixVersionId>, sprintId?: SprintId, };

export type TicketDelete = { ticketId: TicketId, };

export type TicketId = string;

export type TicketMove = { ticketId: TicketId, listId: ListId, after?: TicketId, };

export type TicketPatch = { title?: string, description?: string, statusId?: StatusId, assigneesIds?: SetPatch<UserId>, labels?: SetPatch<LabelId>, lists?: SetPatch<ListId>, priority?: Priority | null, startDate?: string | null, dueDate?: string | null, reportBy?: string | null, parentTicketId?: string | null, private?: boolean, fields?: { [key in AttributeId]: FieldEdit | null }, taskTypeId?: string | null, componentsIds?: SetPatch<ComponentId>, fixVersionsIds?: SetPatch<FixVersionId>, sprintId?: string | null, };

export type TicketRestore = { ticketId: TicketId, };

export type TicketSubscription = { 
/**
 * Derived from ticket and person: there is one row for both.
 */
id: SubscriptionId, ticketId: TicketId, workspaceUserId: UserId, 
/**
 * The reasons at the time of the last change, sorted.
 */
reasons: Array<Reason>, 
/**
 * An activity that stays unread until the person reads it, also if its number is read already: a mention, or the activity that the person marked as unread.
 */
firstUnreadActivityId: ActivityId | null, lastReadActivityId: ActivityId | null, 
/**
 * The number of that activity. Never falls.
 */
lastReadNumber: number, 
/**
 * Done up to this number: the inbox shows the ticket again after the next activity.
 */
doneNumber: number | null, 
/**
 * The inbox shows the ticket, but only a mention makes it unread.
 */
muted: boolean, 
/**
 * The inbox hides the ticket until a new mention clears this flag.
 */
unsubscribed: boolean, 
/**
 * The inbox hides the ticket until then.
 */
snoozedUntil: Instant | null, createdAt: Instant, };

export type TicketTrash = { ticketId: TicketId, };

export type TicketUpdate = { ticketId: TicketId, patch: TicketPatch, };

export type TicketsMove = { ticketIds: Array<TicketId>, listId: ListId, after?: TicketId, };

export type TicketsRestore = { ticketIds: Array<TicketId>, };

export type TicketsTrash = { ticketIds: Array<TicketId>, };

export type TicketsUpdate = { ticketIds: Array<TicketId>, patch: TicketPatch, };

export type TypeIcon = "task" | "bug" | "story" | "epic" | "feature" | "improvement" | "question" | "document";

export type UrlLink = { id: UrlLinkId, ticketId: TicketId, 
/**
 * http or https.
 */
url: string, 
/**
 * Empty if no person has given one: readers then show the title of the page, or the host of the address.
 */
title: string, 
/**
 * The title that the page gives itself. Empty until it is read, and if it has none.
 */
pageTitle: string, 
/**
 * The icon of the page's site.
 */
iconId: SiteIconId | null, createdUserId: UserId, createdAt: Instant, };

export type UrlLinkCreate = { urlLinkId: UrlLinkId, ticketId: TicketId, url: string, title?: string, };

export type UrlLinkDelete = { urlLinkId: UrlLinkId, };

export type UrlLinkId = string;

export type UrlLinkPatch = { 
/**
 * An empty title shows the title of the page, or the host of the address.
 */
title?: string, url?: string, };

export type UrlLinkUpdate = { urlLinkId: UrlLinkId, patch: UrlLinkPatch, };

export type UserId = string;

export type VersionState = "unreleased" | "released" | "archived";

export type ViewDisplay = { subtasks: SubtaskRows, 
/**
 * The last frozen column of the spreadsheet; null if only the title is frozen.
 */
frozen: string | null, 
/**
 * The widths of columns in pixels. Columns with their default width are absent.
 */
widths: Record<string, number>, 
/**
 * The word of the field that makes the lanes of the board; null for no lanes.
 */
lanes: string | null, board: BoardDisplay, 
/**
 * The collapsed columns of the board, by their ids, and the collapsed lanes, as `lane:` and the id.
 */
collapsed: Array<string>, 
/**
 * The text of the search field.
 */
find: string, 
/**
 * True if only open tickets are shown.
 */
openOnly: boolean, };

export type ViewLayout = "spreadsheet" | "kanban";

export type WeekStart = "monday" | "sunday" | "saturday";

export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

export type WelcomeResume = "delta" | "snapshot";

export type WelcomeScope = { scope: ScopeId, kind: ScopeKind, epoch: Epoch, 
/**
 * With `delta` the seq from which the missed events follow; with `snapshot` the one from which the
 * socket is live.
 */
seq: number, resume: WelcomeResume, };

export type WorkCalendar = { 
/**
 * Derived from the id of the workspace, which has one row.
 */
id: WorkCalendarId, 
/**
 * The days of the week on which people work, Monday first; at least one.
 */
weekdays: Array<Weekday>, 
/**
 * The earliest first; at most one for each date.
 */
holidays: Array<DayOff>, };

export type WorkCalendarId = string;

export type WorkCalendarPatch = { weekdays?: SetPatch<Weekday>, holidays?: HolidaysPatch, };

export type WorkCalendarUpdate = { patch: WorkCalendarPatch, };

export type Workspace = { id: WorkspaceId, name: string, icon: string | null, 
/**
 * Two to six capital letters or digits, a letter first: the `KEY` of `KEY-12`.
 */
key: string, 
/**
 * The attribute whose numbers are the estimates of tickets, in which sprints count. Null if sprints count tickets.
 */
estimateId?: AttributeId | null, createdAt: Instant, };

export type WorkspaceId = string;

export type WorkspacePatch = { name?: string, icon?: string | null, estimateId?: string | null, };

export type WorkspaceUpdate = { patch: WorkspacePatch, };
