//! Encoded chunks of tickets, kept for as long as they are true.

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

/// Tickets in a chunk: about 70 KB compressed by columns, 100 KB by lines.
const CHUNK: i64 = 2_000;
/// Bytes of chunks that are kept, over all workspaces.
const KEPT: usize = 96 << 20;
/// The database ends a transaction in which nothing is asked for five seconds.
const SILENCE: Duration = Duration::from_secs(1);

/// What tells whether a chunk is still true: versions only rise, so a change raises the highest and a
/// deletion changes the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    epoch: Epoch,
    tickets: i64,
    version: i64,
}

/// Shared by all who read snapshots; by scope, place and form.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    kept: Cache<(ScopeId, i64, SnapshotForm), (Mark, Part)>,
    /// One is encoded at a time: if many clients come at once to a node that has just started, its other cores stay free
    /// for other work.
    encoding: Arc<Semaphore>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self { kept: Cache::of(KEPT), encoding: Arc::new(Semaphore::new(1)) }
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
        // All work of the node shares the database's threads.
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
            if let Ok(permit) = timeout(SILENCE, self.encoding.clone().acquire_owned()).await {
                // Never closed.
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
