//! Events after a seq, heads, and the clock that dates them.

use std::sync::atomic::Ordering;

use serde_json::value::RawValue;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        change::{Event, stored_changes},
        date::Instant,
        ids::{CommandId, Epoch, ScopeId, UserId, WorkspaceId},
    },
    journal::{error::JournalError, handle::Journal},
    sync::Head,
    words::LOG_EVENT_UNREADABLE,
};

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
            // The page is damaged: none of its events can be read.
            Err(JournalError::Refused(error)) => {
                tracing::error!(%scope, from, %error, "{LOG_EVENT_UNREADABLE}");
                self.unreadable.fetch_add(1, Ordering::Relaxed);
                return Ok(Vec::new());
            }
            rows => rows?,
        };
        let mut events = Vec::with_capacity(rows.len());
        for (seq, command, by, at, changes) in rows {
            let Some((changes, foreign)) = stored_changes(changes.get()) else {
                tracing::error!(%scope, seq, %command, "{LOG_EVENT_UNREADABLE}");
                self.unreadable.fetch_add(1, Ordering::Relaxed);
                break;
            };
            let (command_id, by, at) = (CommandId(command), UserId(by), Instant::new(at));
            events.push(Event { seq, command_id, by, at, changes, foreign });
        }
        Ok(events)
    }

    /// How many rows of the journal could not be read.
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

    /// The heads of these scopes, by one indexed statement; each node asks once a second.
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

    /// The heads of the scopes that the caller names, and of all commons and list scopes of these workspaces, which the
    /// caller may not know yet.
    pub async fn heads_of(
        &self,
        scopes: Vec<ScopeId>,
        workspaces: Vec<WorkspaceId>,
    ) -> Result<Vec<(WorkspaceId, Head)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = scopes.iter().map(|id| id.0).collect();
                let workspaces: Vec<Uuid> = workspaces.iter().map(|id| id.0).collect();
                let rows: Vec<(Uuid, Uuid, Uuid, i64)> = sqlx::query_as(
                    "select workspace_id, id, epoch, seq from streams where id = any ($1)
                     union all
                     select workspace_id, id, epoch, seq from streams
                     where workspace_id = any ($2) and user_id is null and kind in ('commons', 'list') and id <> all ($1)",
                )
                .bind(ids)
                .bind(workspaces)
                .fetch_all(&pool)
                .await?;
                let head = |(id, epoch, seq)| Head { scope: ScopeId(id), epoch: Epoch(epoch), seq };
                Ok(rows.into_iter().map(|(of, id, epoch, seq)| (WorkspaceId(of), head((id, epoch, seq)))).collect())
            })
            .await
    }

    /// The database's clock, which dates all events.
    pub async fn now(&self) -> Result<OffsetDateTime, JournalError> {
        self.db
            .run(move |pool| async move { Ok(sqlx::query_scalar("select clock_timestamp()").fetch_one(&pool).await?) })
            .await
    }
}
