//! Reading: events since a seq, heads, a ticket whole, somebody's workspaces.

use std::sync::atomic::Ordering;

use serde_json::value::RawValue;
use sqlx::{AssertSqlSafe, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Journal, JournalError, rows};
use crate::domain::{
    change::{Event, stored_changes},
    date::Instant,
    entity::{Activity, Reaction, Role, Ticket},
    ids::{ActivityId, CommandId, Epoch, LabelId, ListId, ScopeId, TicketId, UserId, WorkspaceId},
};

/// What the log says of it.
const UNREADABLE: &str = "an event cannot be read; whoever lacks it is sent to the snapshot";

/// How far a scope has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub scope: ScopeId,
    pub epoch: Epoch,
    pub seq: i64,
}

/// A page of a ticket's history, newest first.
#[derive(Clone, Debug)]
pub struct ActivityPage {
    pub activities: Vec<Activity>,
    pub reactions: Vec<Reaction>,
    /// Where the next page begins.
    pub next: Option<ActivityId>,
}

/// A workspace as its member's start page needs it.
#[derive(Clone, Debug)]
pub struct WorkspaceOfUser {
    pub id: WorkspaceId,
    pub name: String,
    pub icon: Option<String>,
    pub key: String,
    pub role: Role,
}

/// A page of events ends once it holds this many bytes; one event may exceed them.
const PAGE_BYTES: i64 = 1 << 20;

type EventRow = (i64, Uuid, Uuid, OffsetDateTime, Json<Box<RawValue>>);

impl Journal {
    /// Events of a scope in `(from, to]`, in order: at most `limit`, and at most a page's bytes. They end before the
    /// first event that cannot be read; a reader who needs that event takes the snapshot, as for an event that is no
    /// longer kept.
    pub async fn events_since(
        &self,
        scope: ScopeId,
        from: i64,
        to: i64,
        limit: i64,
    ) -> Result<Vec<Event>, JournalError> {
        let read = self.db.run(move |pool| async move {
            let rows: Vec<EventRow> = sqlx::query_as(
                "select seq, command_id, user_id, at, changes from (
                     select seq, command_id, user_id, at, changes, sum(octet_length(changes::text)) over (
                         order by seq rows between unbounded preceding and 1 preceding) as bytes_before
                     from events where scope_id = $1 and seq > $2 and seq <= $3 order by seq limit $4
                 ) page where coalesce(bytes_before, 0) < $5 order by seq",
            )
            .bind(scope.0)
            .bind(from)
            .bind(to)
            .bind(limit)
            .bind(PAGE_BYTES)
            .fetch_all(&pool)
            .await?;
            Ok(rows)
        });
        let rows = match read.await {
            // The page is damaged: nothing in it can be had.
            Err(JournalError::Refused(error)) => {
                tracing::error!(%scope, from, %error, "{UNREADABLE}");
                self.unreadable.fetch_add(1, Ordering::Relaxed);
                return Ok(Vec::new());
            }
            rows => rows?,
        };
        let mut events = Vec::with_capacity(rows.len());
        for (seq, command, by, at, changes) in rows {
            let Some((changes, foreign)) = stored_changes(changes.get()) else {
                tracing::error!(%scope, seq, %command, "{UNREADABLE}");
                self.unreadable.fetch_add(1, Ordering::Relaxed);
                break;
            };
            let (command_id, by, at) = (CommandId(command), UserId(by), Instant::new(at));
            events.push(Event { seq, command_id, by, at, changes, foreign });
        }
        Ok(events)
    }

    /// How often a row of the journal was met that cannot be read.
    pub fn unreadable(&self) -> u64 {
        self.unreadable.load(Ordering::Relaxed)
    }

    /// How often loading a workspace has failed.
    pub fn failed_loads(&self) -> u64 {
        self.failed_loads.load(Ordering::Relaxed)
    }

    pub(crate) fn count_failed_load(&self) {
        self.failed_loads.fetch_add(1, Ordering::Relaxed);
    }

    /// How far these scopes have come: one indexed look, once a second a node.
    pub async fn heads(&self, scopes: Vec<ScopeId>) -> Result<Vec<Head>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = scopes.iter().map(|id| id.0).collect();
                let rows: Vec<(Uuid, Uuid, i64)> =
                    sqlx::query_as("select id, epoch, seq from streams where id = any ($1)")
                        .bind(ids)
                        .fetch_all(&pool)
                        .await?;
                Ok(rows
                    .into_iter()
                    .map(|(id, epoch, seq)| Head { scope: ScopeId(id), epoch: Epoch(epoch), seq })
                    .collect())
            })
            .await
    }

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

    /// A page of a ticket's history, newest first, from before `before`. An id of another ticket's history counts as one
    /// that does not exist: that ticket may be somebody else's private one.
    pub async fn activities(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        before: Option<ActivityId>,
        limit: i64,
    ) -> Result<ActivityPage, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<rows::ActivityRow> = sqlx::query_as(
                    "select id, version, ticket_id, kind, user_id, message, data, created_at, updated_at from activities
                     where workspace_id = $1 and ticket_id = $2
                       and ($3::uuid is null or (created_at, id) <
                            (select b.created_at, b.id from activities b
                             where b.workspace_id = $1 and b.ticket_id = $2 and b.id = $3))
                     order by created_at desc, id desc limit $4",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(before.map(|id| id.0))
                .bind(limit + 1)
                .fetch_all(&pool)
                .await?;
                let mut activities = found.into_iter().map(Activity::try_from).collect::<Result<Vec<_>, _>>()?;
                let more = activities.len() as i64 > limit;
                activities.truncate(usize::try_from(limit).unwrap_or(0));
                let ids: Vec<Uuid> = activities.iter().map(|activity| activity.id.0).collect();
                let reactions: Vec<rows::ReactionRow> = sqlx::query_as(
                    "select id, version, activity_id, ticket_id, user_id, emoji, created_at from reactions
                     where workspace_id = $1 and activity_id = any ($2) order by created_at, id",
                )
                .bind(workspace.0)
                .bind(ids)
                .fetch_all(&pool)
                .await?;
                let next = activities.last().map(|activity| activity.id).filter(|_| more);
                Ok(ActivityPage { activities, reactions: reactions.into_iter().map(Reaction::from).collect(), next })
            })
            .await
    }

    /// The workspaces that somebody is an active member of.
    pub async fn workspaces_of(&self, user: UserId) -> Result<Vec<WorkspaceOfUser>, JournalError> {
        self.db
            .run(move |pool| async move {
                let rows: Vec<(Uuid, String, Option<String>, String, String)> = sqlx::query_as(
                    "select w.id, w.name, w.icon, w.key, m.role from members m join workspaces w on w.id = m.workspace_id
                     where m.id = $1 and m.state = 'active' order by m.created_at, w.id",
                )
                .bind(user.0)
                .fetch_all(&pool)
                .await?;
                rows.into_iter()
                    .map(|(id, name, icon, key, role)| {
                        Ok(WorkspaceOfUser { id: WorkspaceId(id), name, icon, key, role: read_role(role)? })
                    })
                    .collect()
            })
            .await
    }

    /// What an active member of a workspace is in it.
    pub async fn role_of(&self, workspace: WorkspaceId, user: UserId) -> Result<Option<Role>, JournalError> {
        self.db
            .run(move |pool| async move {
                let role: Option<String> = sqlx::query_scalar(
                    "select role from members where workspace_id = $1 and id = $2 and state = 'active'",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_optional(&pool)
                .await?;
                role.map(read_role).transpose()
            })
            .await
    }

    /// Whether somebody was a member once and is no more.
    pub async fn has_left(&self, workspace: WorkspaceId, user: UserId) -> Result<bool, JournalError> {
        self.db
            .run(move |pool| async move {
                let left: bool = sqlx::query_scalar(
                    "select exists (select 1 from members where workspace_id = $1 and id = $2 and state = 'left')",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_one(&pool)
                .await?;
                Ok(left)
            })
            .await
    }

    /// Which of these tickets the workspace has, with their scopes.
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

    /// A workspace's lists.
    pub async fn lists(&self, workspace: WorkspaceId) -> Result<Vec<ListId>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = sqlx::query_scalar("select id from lists where workspace_id = $1")
                    .bind(workspace.0)
                    .fetch_all(&pool)
                    .await?;
                Ok(ids.into_iter().map(ListId).collect())
            })
            .await
    }

    /// The names of a workspace's labels.
    pub async fn labels(&self, workspace: WorkspaceId) -> Result<Vec<(LabelId, String)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let rows: Vec<(Uuid, String)> =
                    sqlx::query_as("select id, name from labels where workspace_id = $1 order by created_at, id")
                        .bind(workspace.0)
                        .fetch_all(&pool)
                        .await?;
                Ok(rows.into_iter().map(|(id, name)| (LabelId(id), name)).collect())
            })
            .await
    }

    /// The database's clock, by which everything is dated.
    pub async fn now(&self) -> Result<OffsetDateTime, JournalError> {
        self.db
            .run(move |pool| async move { Ok(sqlx::query_scalar("select clock_timestamp()").fetch_one(&pool).await?) })
            .await
    }
}

fn read_role(role: String) -> Result<Role, JournalError> {
    serde_json::from_value(serde_json::Value::String(role)).map_err(|error| sqlx::Error::Decode(error.into()).into())
}
