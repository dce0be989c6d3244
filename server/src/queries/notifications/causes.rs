//! What notes name: activities, the people of tickets, mentions, and changes of rights.

use std::collections::HashMap;

use actors::domain::date::Instant;
use actors::domain::ids::{TicketId, UserId};
use actors::domain::notifications::recipients::{People, Row};
use serde_json::Value;
use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// An activity.
#[derive(Clone, Debug, FromRow)]
pub struct Activity {
    /// The id.
    pub id: Uuid,
    /// Its ticket.
    pub ticket_id: Uuid,
    /// The word of the kind.
    pub kind: String,
    /// The author.
    pub user_id: Uuid,
    /// The text of a comment.
    pub message: Option<String>,
    /// What has changed.
    pub data: Option<Value>,
    /// When it happened.
    pub created_at: OffsetDateTime,
}

/// Some activities of a workspace; those that were deleted since are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn activities(db: &Db, workspace: Uuid, ids: Vec<Uuid>) -> Result<Vec<Activity>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    db.run(move |pool| async move {
        sqlx::query_as(
            "select id, ticket_id, kind, user_id, message, data, created_at from activities
             where workspace_id = $1 and id = any ($2)",
        )
        .bind(workspace)
        .bind(ids)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// A row of a person who was mentioned.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Mention {
    /// The row.
    pub id: Uuid,
    /// The ticket.
    pub ticket_id: Uuid,
    /// The person.
    pub workspace_user_id: Uuid,
    /// The activity with the oldest mention that is not read.
    pub first_unread_activity_id: Option<Uuid>,
}

/// Some rows of people who were mentioned.
///
/// # Errors
/// When the database does not answer.
pub async fn mentions(db: &Db, workspace: Uuid, ids: Vec<Uuid>) -> Result<Vec<Mention>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select id, ticket_id, workspace_user_id, first_unread_activity_id from ticket_subscriptions
             where workspace_id = $1 and id = any ($2)",
        )
        .bind(workspace)
        .bind(ids)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// The members with these usernames, which are in lower case.
///
/// # Errors
/// When the database does not answer.
pub async fn named(db: &Db, workspace: Uuid, names: Vec<String>) -> Result<Vec<(String, Uuid)>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select lower(username), id from members where workspace_id = $1 and state = 'active' and lower(username) = any ($2)
             order by id",
        )
        .bind(workspace)
        .bind(names)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Which of these users are API keys of the workspace. No person reads the notifications of a key.
///
/// # Errors
/// When the database does not answer.
pub async fn keys(db: &Db, workspace: Uuid, users: Vec<Uuid>) -> Result<Vec<Uuid>, sqlx::Error> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    db.run(move |pool| async move {
        sqlx::query_scalar("select id from members where workspace_id = $1 and id = any ($2) and api_key is not null")
            .bind(workspace)
            .bind(users)
            .fetch_all(&pool)
            .await
    })
    .await
}

type TicketRow = (Uuid, Uuid, Option<Uuid>, Vec<Uuid>, Vec<Uuid>, Option<Uuid>);
type FollowedRow = (Uuid, Uuid, bool, bool, bool, Option<OffsetDateTime>);

/// The people of some tickets that are not in the trash, each with the parent of the ticket.
///
/// # Errors
/// When the database does not answer.
pub async fn people(
    db: &Db,
    workspace: Uuid,
    ids: Vec<Uuid>,
) -> Result<HashMap<TicketId, (People, Option<TicketId>)>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    db.run(move |pool| async move {
        let tickets: Vec<TicketRow> = sqlx::query_as(
            "select id, created_user_id, report_by, assignees_ids, commented_by_user_ids, parent_ticket_id
             from tickets where workspace_id = $1 and id = any ($2) and trashed_at is null",
        )
        .bind(workspace)
        .bind(&ids)
        .fetch_all(&pool)
        .await?;
        let rows: Vec<FollowedRow> = sqlx::query_as(
            "select ticket_id, workspace_user_id, cardinality(reasons) > 0, muted, unsubscribed, snoozed_until
             from ticket_subscriptions where workspace_id = $1 and ticket_id = any ($2)",
        )
        .bind(workspace)
        .bind(&ids)
        .fetch_all(&pool)
        .await?;
        let users = |ids: Vec<Uuid>| ids.into_iter().map(UserId).collect();
        let mut found: HashMap<TicketId, (People, Option<TicketId>)> = tickets
            .into_iter()
            .map(|(id, created_by, reporter, assignees, commenters, parent)| {
                let people = People {
                    created_by: Some(UserId(created_by)),
                    reporter: reporter.map(UserId),
                    assignees: users(assignees),
                    commenters: users(commenters),
                    rows: Vec::new(),
                };
                (TicketId(id), (people, parent.map(TicketId)))
            })
            .collect();
        for (ticket, user, follows, muted, unsubscribed, snoozed_until) in rows {
            let snoozed_until = snoozed_until.map(Instant::new);
            if let Some((people, _)) = found.get_mut(&TicketId(ticket)) {
                people.rows.push(Row { user: UserId(user), follows, muted, unsubscribed, snoozed_until });
            }
        }
        Ok(found)
    })
    .await
}

/// A change of rights, from the audit log.
#[derive(Clone, Debug, FromRow)]
pub struct Right {
    /// The word of the record.
    pub kind: String,
    /// The person whose rights have changed.
    pub subject_id: Uuid,
    /// Whether the person had no share of the list before.
    pub is_new: bool,
    /// The share after the change.
    pub level: Option<String>,
    /// The list.
    pub list_id: Option<Uuid>,
}

/// The changes of rights of one event.
///
/// # Errors
/// When the database does not answer.
pub async fn rights(db: &Db, workspace: Uuid, scope: Uuid, seq: i64) -> Result<Vec<Right>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select kind, subject_id, before is null as is_new, after ->> 'level' as level, (after ->> 'listId')::uuid as list_id
             from audit where workspace_id = $1 and scope_id = $2 and version = $3
               and kind in ('listSharingChanged', 'memberRestored', 'memberRemoved', 'memberDeactivated')",
        )
        .bind(workspace)
        .bind(scope)
        .bind(seq)
        .fetch_all(&pool)
        .await
    })
    .await
}
