//! Reads a whole ticket and its history.

use std::collections::HashSet;

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::comments::first_comments;
use crate::{
    domain::{
        entity::{Activity, Reaction, Ticket},
        ids::{ActivityId, AttributeId, ListId, ScopeId, TicketId, WorkspaceId},
    },
    journal::{error::JournalError, handle::Journal, rows},
};

/// A page ends with the activity that brings its texts to this size, so that a page has at most this and one text. The same
/// holds for the first comments of its threads.
const PAGE_BYTES: i64 = 4 << 20;

/// An activity, and how many activities the statement has read for the page.
#[derive(sqlx::FromRow)]
struct PageRow {
    read: i64,
    #[sqlx(flatten)]
    row: rows::ActivityRow,
}

/// A page of a ticket's history, newest first.
#[derive(Clone, Debug)]
pub struct ActivityPage {
    pub activities: Vec<Activity>,
    /// The first comments of threads that have replies on this page, without those on the page.
    pub threads: Vec<Activity>,
    pub reactions: Vec<Reaction>,
    /// Where the next page begins.
    pub next: Option<ActivityId>,
}

impl Journal {
    /// A ticket with its description and the scope it lives in. The caller decides who may see it.
    pub async fn ticket_whole(
        &self,
        workspace: WorkspaceId,
        id: TicketId,
    ) -> Result<Option<(ScopeId, Ticket)>, JournalError> {
        #[derive(sqlx::FromRow)]
        struct Whole {
            scope_id: Uuid,
            description: Option<String>,
            #[sqlx(flatten)]
            ticket: rows::TicketRow,
        }
        self.db
            .run(move |pool| async move {
                let sql = format!(
                    "select scope_id, description, {} from tickets where workspace_id = $1 and id = $2",
                    rows::TICKET_COLUMNS
                );
                let row: Option<Whole> =
                    sqlx::query_as(AssertSqlSafe(sql)).bind(workspace.0).bind(id.0).fetch_optional(&pool).await?;
                let Some(Whole { scope_id, description, ticket }) = row else { return Ok(None) };
                let mut ticket = Ticket::try_from(ticket)?;
                ticket.description = Some(description.unwrap_or_default());
                Ok(Some((ScopeId(scope_id), ticket)))
            })
            .await
    }

    /// A page of a ticket's history, newest first, before the activity `before`. The id of another ticket's activity
    /// counts as one that does not exist, because that ticket may be private to another person.
    pub async fn activities(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        before: Option<ActivityId>,
        limit: i64,
    ) -> Result<ActivityPage, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut found: Vec<PageRow> = sqlx::query_as(
                    "select * from (
                         select rows.*, count(*) over () as read,
                             sum(octets) over (order by created_at desc, id desc) - octets as octets_before
                         from (
                             select id, version, ticket_id, kind, user_id, message, data, created_at, updated_at,
                                 coalesce(octet_length(message), 0) + coalesce(octet_length(data::text), 0) as octets
                             from activities
                             where workspace_id = $1 and ticket_id = $2
                               and ($3::uuid is null or (created_at, id) <
                                    (select b.created_at, b.id from activities b
                                     where b.workspace_id = $1 and b.ticket_id = $2 and b.id = $3))
                             order by created_at desc, id desc limit $4
                         ) rows
                     ) page
                     where octets_before < $5
                     order by created_at desc, id desc",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(before.map(|id| id.0))
                .bind(limit + 1)
                .bind(PAGE_BYTES)
                .fetch_all(&pool)
                .await?;
                let count = found.len() as i64;
                let more = count > limit || found.first().is_some_and(|row| row.read > count);
                found.truncate(usize::try_from(limit).unwrap_or(0));
                // The next page may also begin at an activity of an unknown kind.
                let next = found.last().map(|row| ActivityId(row.row.id)).filter(|_| more);
                let activities: Vec<Activity> = found.into_iter().filter_map(|row| row.row.known()).collect();
                let threads = first_comments(&pool, workspace, ticket, &activities, PAGE_BYTES).await?;
                let ids: Vec<Uuid> = activities.iter().chain(&threads).map(|activity| activity.id.0).collect();
                let reactions: Vec<rows::ReactionRow> = sqlx::query_as(
                    "select id, version, activity_id, ticket_id, user_id, emoji, created_at from reactions
                     where workspace_id = $1 and activity_id = any ($2) order by created_at, id",
                )
                .bind(workspace.0)
                .bind(ids)
                .fetch_all(&pool)
                .await?;
                let reactions = reactions.into_iter().map(Reaction::from).collect();
                Ok(ActivityPage { activities, threads, reactions, next })
            })
            .await
    }

    /// The lists among these that exist in a scope outside `scopes`.
    pub async fn lists_outside(
        &self,
        workspace: WorkspaceId,
        lists: Vec<ListId>,
        scopes: Vec<ScopeId>,
    ) -> Result<HashSet<ListId>, JournalError> {
        self.db
            .run(move |pool| async move {
                let lists: Vec<Uuid> = lists.iter().map(|id| id.0).collect();
                let scopes: Vec<Uuid> = scopes.iter().map(|id| id.0).collect();
                let found: Vec<Uuid> = sqlx::query_scalar(
                    "select id from lists where workspace_id = $1 and id = any ($2) and scope_id <> all ($3)",
                )
                .bind(workspace.0)
                .bind(lists)
                .bind(scopes)
                .fetch_all(&pool)
                .await?;
                Ok(found.into_iter().map(ListId).collect())
            })
            .await
    }

    /// The ids in the list that belong to attributes in other scopes than `scopes`.
    pub async fn attributes_outside(
        &self,
        workspace: WorkspaceId,
        attributes: Vec<AttributeId>,
        scopes: Vec<ScopeId>,
    ) -> Result<HashSet<AttributeId>, JournalError> {
        self.db
            .run(move |pool| async move {
                let attributes: Vec<Uuid> = attributes.iter().map(|id| id.0).collect();
                let scopes: Vec<Uuid> = scopes.iter().map(|id| id.0).collect();
                let found: Vec<Uuid> = sqlx::query_scalar(
                    "select id from attributes where workspace_id = $1 and id = any ($2) and scope_id <> all ($3)",
                )
                .bind(workspace.0)
                .bind(attributes)
                .bind(scopes)
                .fetch_all(&pool)
                .await?;
                Ok(found.into_iter().map(AttributeId).collect())
            })
            .await
    }

    /// The tickets among these that exist in the workspace, with their scopes.
    pub async fn scopes_of(
        &self,
        workspace: WorkspaceId,
        tickets: Vec<TicketId>,
    ) -> Result<Vec<(TicketId, ScopeId)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = tickets.iter().map(|id| id.0).collect();
                let found: Vec<(Uuid, Uuid)> =
                    sqlx::query_as("select id, scope_id from tickets where workspace_id = $1 and id = any ($2)")
                        .bind(workspace.0)
                        .bind(ids)
                        .fetch_all(&pool)
                        .await?;
                Ok(found.into_iter().map(|(id, scope)| (TicketId(id), ScopeId(scope))).collect())
            })
            .await
    }
}
