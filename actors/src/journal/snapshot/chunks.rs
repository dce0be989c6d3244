//! A cache of encoded chunks of tickets.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AssertSqlSafe, Postgres, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::{cache::Cache, gzip::Part, lines::Lines};
use crate::{
    domain::{
        entity::{Entity, Ticket},
        ids::{Epoch, ScopeId, WorkspaceId},
    },
    journal::rows,
    wire::SnapshotForm,
};

/// The number of tickets in a chunk. Compressed, a chunk has about 70 KB by columns, and 100 KB by lines.
const CHUNK: i64 = 2_000;
/// The limit of the cache in bytes, for all workspaces together.
const MAX_CACHE_BYTES: usize = 96 << 20;
/// While a reader waits, it sends a statement this often: the database ends a transaction that is idle for five
/// seconds.
const KEEP_ALIVE: Duration = Duration::from_secs(1);

/// The state of a chunk in the database. A cached chunk is valid if its mark equals the present one: every change
/// raises the highest version, and a deletion changes the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    epoch: Epoch,
    tickets: i64,
    version: i64,
}

/// The cache, by scope, chunk number and form. Shared by all snapshots of this node.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    kept: Cache<(ScopeId, i64, SnapshotForm), (Mark, Part)>,
    /// Only one chunk is encoded at a time. If many clients connect to a node that has just started, its other cores
    /// stay free.
    encoding: Arc<Semaphore>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self { kept: Cache::of(MAX_CACHE_BYTES), encoding: Arc::new(Semaphore::new(1)) }
    }
}

impl Chunks {
    /// The chunks of a scope as this transaction sees them, each with its number of tickets.
    pub(super) async fn of(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        workspace: WorkspaceId,
        scope: ScopeId,
        epoch: Epoch,
        form: SnapshotForm,
    ) -> Result<Vec<(usize, Part)>, sqlx::Error> {
        let marks: Vec<(i64, i64, i64)> = sqlx::query_as(
            // Rounded down: private tickets that keep a number of the workspace have negative numbers.
            "select case when number < 0 then (number + 1) / $2 - 1 else number / $2 end as chunk, count(*), max(version)
             from tickets where scope_id = $1 group by chunk order by chunk",
        )
        .bind(scope.0)
        .bind(CHUNK)
        .fetch_all(&mut **tx)
        .await?;
        let mut found = Vec::with_capacity(marks.len());
        for (chunk, tickets, version) in marks {
            let mark = Mark { epoch, tickets, version };
            let kept = self.kept.get(&(scope, chunk, form), |(known, _)| *known == mark);
            let part = match kept {
                Some((_, part)) => part,
                None => self.make(tx, workspace, (scope, chunk, form), mark).await?,
            };
            found.push((usize::try_from(tickets).unwrap_or(0), part));
        }
        Ok(found)
    }

    async fn make(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        workspace: WorkspaceId,
        (scope, chunk, form): (ScopeId, i64, SnapshotForm),
        mark: Mark,
    ) -> Result<Part, sqlx::Error> {
        let rows = read(tx, workspace, scope, chunk).await?;
        let permit = self.encoding_permit(tx).await?;
        // Encoding would block the threads of the database, which all work of the node shares.
        let part = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            encode(rows, form)
        });
        let part = part.await.map_err(|error| sqlx::Error::Encode(error.into()))??;
        self.kept.put((scope, chunk, form), (mark, part.clone()), part.bytes());
        Ok(part)
    }

    async fn encoding_permit(&self, tx: &mut Transaction<'_, Postgres>) -> Result<OwnedSemaphorePermit, sqlx::Error> {
        loop {
            if let Ok(permit) = timeout(KEEP_ALIVE, self.encoding.clone().acquire_owned()).await {
                // The semaphore is never closed.
                return permit.map_err(|_| sqlx::Error::PoolClosed);
            }
            sqlx::query("select 1").execute(&mut **tx).await?;
        }
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

fn encode(tickets: Vec<rows::TicketRow>, form: SnapshotForm) -> Result<Part, sqlx::Error> {
    let mut lines = Lines::new(form);
    for row in tickets {
        lines.entity(&Entity::Ticket(Box::new(Ticket::try_from(row)?)))?;
    }
    Ok(Part::new(&lines.finish()?))
}
