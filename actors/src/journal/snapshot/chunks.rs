//! Encoded chunks of tickets, kept for as long as they are true.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{AssertSqlSafe, Postgres, Transaction};

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
#[derive(Clone, Debug, Default)]
pub(in crate::journal) struct Chunks {
    kept: Arc<Mutex<Kept>>,
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
                None => {
                    let part = read(tx, workspace, scope, chunk).await?;
                    self.keep(scope, chunk, mark, part.clone());
                    part
                }
            };
            found.push((usize::try_from(tickets).unwrap_or(0), part));
        }
        Ok(found)
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
) -> Result<Part, sqlx::Error> {
    let sql = format!(
        "select {} from tickets where workspace_id = $1 and scope_id = $2 and number >= $3 and number < $4 order by number",
        rows::TICKET_COLUMNS
    );
    let tickets: Vec<rows::TicketRow> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(workspace.0)
        .bind(scope.0)
        .bind(chunk * CHUNK)
        .bind((chunk + 1) * CHUNK)
        .fetch_all(&mut **tx)
        .await?;
    let mut lines = Lines::default();
    for row in tickets {
        lines.entity(&Entity::Ticket(Box::new(Ticket::try_from(row)?)))?;
    }
    Ok(Part::new(&lines.text))
}
