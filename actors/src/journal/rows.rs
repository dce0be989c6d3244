//! Rows and entities of hot kinds. Each conversion names every field, so a new field does not compile until it has a
//! place.

use serde_json::Value;
use sqlx::{FromRow, types::Json};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::domain::{
    date::{Instant, PlainDate},
    entity::{Activity, LastActivity, Link, ListRank, Reaction, Source, Ticket, Workspace},
    ids::{ActivityId, AttributeId, LinkId, ReactionId, SprintId, StatusId, TaskTypeId, TicketId, UserId, WorkspaceId},
    kinds::attribute::value::FieldValues,
};

/// Enums are stored under their wire names.
fn named<T: serde::de::DeserializeOwned>(name: &str) -> Result<T, sqlx::Error> {
    serde_json::from_value(Value::String(name.to_owned())).map_err(|error| sqlx::Error::Decode(error.into()))
}

#[derive(FromRow)]
pub(super) struct WorkspaceRow {
    id: Uuid,
    name: String,
    icon: Option<String>,
    key: String,
    estimate_id: Option<Uuid>,
    created_at: OffsetDateTime,
}

impl From<WorkspaceRow> for Workspace {
    fn from(row: WorkspaceRow) -> Self {
        let WorkspaceRow { id, name, icon, key, estimate_id, created_at } = row;
        let estimate_id = estimate_id.map(AttributeId);
        Self { id: WorkspaceId(id), name, icon, key, estimate_id, created_at: Instant::new(created_at) }
    }
}

#[derive(FromRow)]
pub(super) struct LinkRow {
    pub id: Uuid,
    pub scope_id: Uuid,
    pub kind: String,
    pub from_ticket_id: Uuid,
    pub to_ticket_id: Uuid,
    pub created_user_id: Uuid,
    pub created_at: OffsetDateTime,
}

impl TryFrom<LinkRow> for Link {
    type Error = sqlx::Error;
    fn try_from(row: LinkRow) -> Result<Self, sqlx::Error> {
        let LinkRow { id, scope_id: _, kind, from_ticket_id, to_ticket_id, created_user_id, created_at } = row;
        Ok(Self {
            id: LinkId(id),
            kind: named(&kind)?,
            from_ticket_id: TicketId(from_ticket_id),
            to_ticket_id: TicketId(to_ticket_id),
            created_user_id: UserId(created_user_id),
            created_at: Instant::new(created_at),
        })
    }
}

#[derive(FromRow)]
pub(super) struct ActivityRow {
    pub id: Uuid,
    pub version: i64,
    pub ticket_id: Uuid,
    pub kind: String,
    pub user_id: Uuid,
    pub message: Option<String>,
    pub data: Option<Json<Value>>,
    pub created_at: OffsetDateTime,
    pub updated_at: Option<OffsetDateTime>,
}

impl ActivityRow {
    /// The activity; `None` if a later build wrote it with a kind that this build does not know. Histories leave it out.
    pub fn known(self) -> Option<Activity> {
        let Self { id, version: _, ticket_id, kind, user_id, message, data, created_at, updated_at } = self;
        Some(Activity {
            id: ActivityId(id),
            ticket_id: TicketId(ticket_id),
            kind: named(&kind).ok()?,
            user_id: UserId(user_id),
            message,
            data: data.map(|json| json.0).filter(|json| !json.is_null()),
            created_at: Instant::new(created_at),
            updated_at: updated_at.map(Instant::new),
        })
    }
}

#[derive(FromRow)]
pub(super) struct ReactionRow {
    pub id: Uuid,
    pub version: i64,
    pub activity_id: Uuid,
    pub ticket_id: Uuid,
    pub user_id: Uuid,
    pub emoji: String,
    pub created_at: OffsetDateTime,
}

impl From<ReactionRow> for Reaction {
    fn from(row: ReactionRow) -> Self {
        let ReactionRow { id, version: _, activity_id, ticket_id, user_id, emoji, created_at } = row;
        Self {
            id: ReactionId(id),
            activity_id: ActivityId(activity_id),
            ticket_id: TicketId(ticket_id),
            user_id: UserId(user_id),
            emoji,
            created_at: Instant::new(created_at),
        }
    }
}

/// A ticket without its description.
#[derive(FromRow)]
pub(super) struct TicketRow {
    id: Uuid,
    pub version: i64,
    number: i64,
    private: bool,
    title: String,
    description_sum: i64,
    status_id: Uuid,
    previous_status_id: Option<Uuid>,
    created_user_id: Uuid,
    report_by: Option<Uuid>,
    assignees_ids: Vec<Uuid>,
    labels: Vec<Uuid>,
    lists: Json<Vec<ListRank>>,
    parent_ticket_id: Option<Uuid>,
    subtasks_order: Vec<Uuid>,
    priority: Option<String>,
    start_date: Option<Date>,
    due_date: Option<Date>,
    completed: bool,
    completed_at: Option<OffsetDateTime>,
    completed_by_user_id: Option<Uuid>,
    trashed_at: Option<OffsetDateTime>,
    trashed_by_user_id: Option<Uuid>,
    comments: i32,
    commented_by_user_ids: Vec<Uuid>,
    completed_in: Option<i64>,
    delayed_for: Option<i64>,
    in_progress_for: i64,
    in_progress_since: Option<OffsetDateTime>,
    source: Option<Json<Source>>,
    fields: Json<FieldValues>,
    last_activity: Option<Json<LastActivity>>,
    task_type_id: Option<Uuid>,
    components_ids: Vec<Uuid>,
    fix_versions_ids: Vec<Uuid>,
    sprint_id: Option<Uuid>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

/// The columns of [`TicketRow`].
pub(super) const TICKET_COLUMNS: &str = "id, version, number, private, title, description_sum, status_id, previous_status_id, \
    created_user_id, report_by, assignees_ids, labels, lists, parent_ticket_id, subtasks_order, priority, start_date, due_date, \
    completed, completed_at, completed_by_user_id, trashed_at, trashed_by_user_id, comments, commented_by_user_ids, \
    completed_in, delayed_for, in_progress_for, in_progress_since, source, fields, last_activity, task_type_id, \
    components_ids, fix_versions_ids, sprint_id, created_at, updated_at";

fn ids<T: From<Uuid>>(ids: Vec<Uuid>) -> Vec<T> {
    ids.into_iter().map(T::from).collect()
}

impl TryFrom<TicketRow> for Ticket {
    type Error = sqlx::Error;
    fn try_from(row: TicketRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: TicketId(row.id),
            number: row.number,
            private: row.private,
            title: row.title,
            description: None,
            description_sum: row.description_sum,
            status_id: StatusId(row.status_id),
            previous_status_id: row.previous_status_id.map(StatusId),
            created_user_id: UserId(row.created_user_id),
            report_by: row.report_by.map(UserId),
            assignees_ids: ids(row.assignees_ids),
            labels: ids(row.labels),
            lists: row.lists.0,
            parent_ticket_id: row.parent_ticket_id.map(TicketId),
            subtasks_order: ids(row.subtasks_order),
            priority: row.priority.as_deref().map(named).transpose()?,
            start_date: row.start_date.map(PlainDate),
            due_date: row.due_date.map(PlainDate),
            completed: row.completed,
            completed_at: row.completed_at.map(Instant::new),
            completed_by_user_id: row.completed_by_user_id.map(UserId),
            trashed_at: row.trashed_at.map(Instant::new),
            trashed_by_user_id: row.trashed_by_user_id.map(UserId),
            comments: row.comments,
            commented_by_user_ids: ids(row.commented_by_user_ids),
            completed_in: row.completed_in,
            delayed_for: row.delayed_for,
            in_progress_for: row.in_progress_for,
            in_progress_since: row.in_progress_since.map(Instant::new),
            source: row.source.map(|json| json.0),
            fields: row.fields.0,
            last_activity: row.last_activity.map(|json| json.0),
            task_type_id: row.task_type_id.map(TaskTypeId),
            components_ids: ids(row.components_ids),
            fix_versions_ids: ids(row.fix_versions_ids),
            sprint_id: row.sprint_id.map(SprintId),
            created_at: Instant::new(row.created_at),
            updated_at: Instant::new(row.updated_at),
        })
    }
}
