//! Encoded chunks of tickets, kept for as long as they are true.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{AssertSqlSafe, Postgres, Transaction};
use tokio::sync::Semaphore;

use super::{Lines, gzip::Part};
use crate::{
    domain::{
        entity::{Entity, Ticket},
        ids::{Epoch, ScopeId, WorkspaceId},
    },
    journal::rows,
};

/// Tickets in a chunk: about 100 KB compressed.
const CHUNK: i64 = 2_000;
/// Chunks that are kept, over all workspaces; beyond this all are forgotten at once.
const KEPT: usize = 1_000;

/// What tells whether a chunk is still true: versions only rise, so a change raises the highest and a
/// deletion changes the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    epoch: Epoch,
    tickets: i64,
    version: i64,
}

/// By scope and place.
type Kept = HashMap<(ScopeId, i64), (Mark, Part)>;

/// Shared by all who read snapshots.
#[derive(Clone, Debug)]
pub(in crate::journal) struct Chunks {
    kept: Arc<Mutex<Kept>>,
    /// One chunk is made at a time: many who come at once to nodes that have just started wait for one's work instead
    /// of doing it each, and leave the other cores to everybody else.
    making: Arc<Semaphore>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self { kept: Arc::default(), making: Arc::new(Semaphore::new(1)) }
    }
}

impl Chunks {
    /// The chunks of a scope with their numbers of tickets, as this transaction sees them.
    pub(super) async fn of(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        workspace: WorkspaceId,
        scope: ScopeId,
        epoch: Epoch,
    ) -> Result<Vec<(usize, Part)>, sqlx::Error> {
        let marks: Vec<(i64, i64, i64)> = sqlx::query_as(
            "select number / $2 as chunk, count(*), max(version) from tickets where scope_id = $1 group by chunk order by chunk",
        )
        .bind(scope.0)
        .bind(CHUNK)
        .fetch_all(&mut **tx)
        .await?;
        let mut found = Vec::with_capacity(marks.len());
        for (chunk, tickets, version) in marks {
            let mark = Mark { epoch, tickets, version };
            let part = match self.kept(scope, chunk, mark) {
                Some(part) => part,
                None => self.make(tx, workspace, scope, chunk, mark).await?,
            };
            found.push((usize::try_from(tickets).unwrap_or(0), part));
        }
        Ok(found)
    }

    async fn make(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        workspace: WorkspaceId,
        scope: ScopeId,
        chunk: i64,
        mark: Mark,
    ) -> Result<Part, sqlx::Error> {
        // Never closed.
        let _alone = self.making.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
        // Whoever was at work on it has kept it.
        if let Some(part) = self.kept(scope, chunk, mark) {
            // The database ends a transaction in which nothing is asked for long.
            sqlx::query("select 1").execute(&mut **tx).await?;
            return Ok(part);
        }
        let rows = read(tx, workspace, scope, chunk).await?;
        // The database's threads belong to everybody.
        let part = tokio::task::spawn_blocking(move || encode(rows)).await;
        let part = part.map_err(|error| sqlx::Error::Encode(error.into()))??;
        self.keep(scope, chunk, mark, part.clone());
        Ok(part)
    }

    fn kept(&self, scope: ScopeId, chunk: i64, mark: Mark) -> Option<Part> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&(scope, chunk)).filter(|(known, _)| *known == mark).map(|(_, part)| part.clone())
    }

    fn keep(&self, scope: ScopeId, chunk: i64, mark: Mark, part: Part) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert((scope, chunk), (mark, part));
    }
}

async fn read(
    tx: &mut Transaction<'_, Postgres>,
    workspace: WorkspaceId,
    scope: ScopeId,
    chunk: i64,
) -> Result<Vec<rows::TicketRow>, sqlx::Error> {
    let sql = format!(
        "select {} from tickets where workspace_id = $1 and scope_id = $2 and number >= $3 and number < $4 order by number",
        rows::TICKET_COLUMNS
    );
    sqlx::query_as(AssertSqlSafe(sql))
        .bind(workspace.0)
        .bind(scope.0)
        .bind(chunk * CHUNK)
        .bind((chunk + 1) * CHUNK)
        .fetch_all(&mut **tx)
        .await
}

fn encode(tickets: Vec<rows::TicketRow>) -> Result<Part, sqlx::Error> {
    let mut lines = Lines::default();
    for row in tickets {
        lines.entity(&Entity::Ticket(Box::new(Ticket::try_from(row)?)))?;
    }
    Ok(Part::new(&lines.text))
}
