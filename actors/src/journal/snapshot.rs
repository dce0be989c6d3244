//! The whole state of a person's scopes at one cursor, as NDJSON lines.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::Serialize;
use sqlx::{AssertSqlSafe, PgPool, types::Json};
use uuid::Uuid;

use super::{Journal, JournalError, load, rows};
use crate::{
    domain::{
        entity::{Entity, Link, Ticket, Workspace},
        ids::{Epoch, ScopeId, WorkspaceId},
        world::World,
    },
    sync::Cursor,
    wire::{PROTOCOL, SnapshotHead},
};

/// A snapshot, encoded, in pieces of some tens of kilobytes.
pub type SnapshotLines = Vec<Bytes>;

const PIECE: usize = 64 * 1024;

#[derive(Serialize)]
struct End {
    end: bool,
    count: usize,
}

impl Journal {
    /// Takes a snapshot of these scopes of a workspace: rows and cursors are read from one state of the
    /// database, so that events after the cursors continue it exactly (EV2). Config belongs to the
    /// workspace's scope.
    pub async fn snapshot(
        &self,
        workspace: WorkspaceId,
        scopes: Vec<ScopeId>,
    ) -> Result<Option<SnapshotLines>, JournalError> {
        self.db.run(move |pool| async move { take(pool, workspace, scopes).await.map_err(JournalError::from) }).await
    }
}

async fn take(pool: PgPool, id: WorkspaceId, scopes: Vec<ScopeId>) -> Result<Option<SnapshotLines>, sqlx::Error> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    let ids: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
    let streams: Vec<(Uuid, Uuid, i64)> =
        sqlx::query_as("select id, epoch, seq from streams where workspace_id = $1 and id = any ($2)")
            .bind(id.0)
            .bind(&ids)
            .fetch_all(&mut *tx)
            .await?;
    let found: Option<rows::WorkspaceRow> =
        sqlx::query_as("select id, name, icon, key, created_at from workspaces where id = $1")
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
    let Some(workspace) = found.map(Workspace::from) else { return Ok(None) };
    let cursors: BTreeMap<ScopeId, Cursor> =
        streams.into_iter().map(|(scope, epoch, seq)| (ScopeId(scope), Cursor { epoch: Epoch(epoch), seq })).collect();
    let mut lines = Lines::default();
    lines.push(&SnapshotHead { protocol: PROTOCOL, cursors, workspace: workspace.clone() })?;
    let mut world = World::new(workspace);
    load::load_config(&mut tx, &mut world).await?;
    let World { members, statuses, lists, labels, .. } = world;
    for member in members.into_values() {
        lines.entity(&Entity::Member(member))?;
    }
    for status in statuses.into_values() {
        lines.entity(&Entity::Status(status))?;
    }
    for list in lists.into_values() {
        lines.entity(&Entity::List(list))?;
    }
    for label in labels.into_values() {
        lines.entity(&Entity::Label(label))?;
    }
    let sql = format!(
        "select {} from tickets where workspace_id = $1 and scope_id = any ($2) order by number",
        rows::TICKET_COLUMNS
    );
    let tickets: Vec<rows::TicketRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(id.0).bind(&ids).fetch_all(&mut *tx).await?;
    for row in tickets {
        lines.entity(&Entity::Ticket(Box::new(Ticket::try_from(row)?)))?;
    }
    let links: Vec<rows::LinkRow> = sqlx::query_as(
        "select id, scope_id, kind, from_ticket_id, to_ticket_id, created_user_id, created_at from links
         where workspace_id = $1 and scope_id = any ($2)",
    )
    .bind(id.0)
    .bind(&ids)
    .fetch_all(&mut *tx)
    .await?;
    for row in links {
        lines.entity(&Entity::Link(Link::try_from(row)?))?;
    }
    let imports: Vec<Json<serde_json::Value>> = sqlx::query_scalar(
        "select jsonb_build_object('id', id, 'format', format, 'fileName', file_name, 'state', state, 'total', total, 'done', done,
            'created', created, 'updated', updated, 'unchanged', unchanged, 'refused', refused, 'report', report,
            'createdAt', created_at, 'finishedAt', finished_at)
         from imports where workspace_id = $1 and scope_id = any ($2)",
    )
    .bind(id.0)
    .bind(&ids)
    .fetch_all(&mut *tx)
    .await?;
    for import in imports {
        let job = serde_json::from_value(import.0).map_err(|error| sqlx::Error::Decode(error.into()))?;
        lines.entity(&Entity::Import(job))?;
    }
    tx.rollback().await?;
    lines.finish().map(Some)
}

#[derive(Default)]
struct Lines {
    pieces: SnapshotLines,
    open: Vec<u8>,
    count: usize,
}

impl Lines {
    fn push(&mut self, line: &impl Serialize) -> Result<(), sqlx::Error> {
        serde_json::to_writer(&mut self.open, line).map_err(|error| sqlx::Error::Encode(error.into()))?;
        self.open.push(b'\n');
        if self.open.len() >= PIECE {
            self.pieces.push(std::mem::take(&mut self.open).into());
        }
        Ok(())
    }

    fn entity(&mut self, entity: &Entity) -> Result<(), sqlx::Error> {
        self.count += 1;
        self.push(entity)
    }

    fn finish(mut self) -> Result<SnapshotLines, sqlx::Error> {
        let end = End { end: true, count: self.count };
        self.push(&end)?;
        self.pieces.push(std::mem::take(&mut self.open).into());
        Ok(self.pieces)
    }
}
