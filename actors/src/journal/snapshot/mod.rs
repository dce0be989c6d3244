//! The whole state of a person's scopes at one cursor, as gzipped NDJSON.
//!
//! Tickets are encoded in chunks by their numbers. A chunk is kept, compressed, for as long as no ticket in it
//! changes: who comes back after a restart, or to a workspace of 100,000 tickets in which somebody works,
//! costs the few chunks that have changed.

mod chunks;
mod gzip;

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::Serialize;
use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

pub(super) use chunks::Chunks;
use gzip::Part;

use super::{Journal, JournalError, load, rows};
use crate::{
    domain::{
        entity::{Entity, ImportJob, Link, Workspace},
        ids::{Epoch, ScopeId, WorkspaceId},
        world::World,
    },
    sync::Cursor,
    wire::{PROTOCOL, SnapshotHead},
};

/// A snapshot, gzipped, in pieces.
#[derive(Clone, Debug)]
pub struct SnapshotLines(Vec<Bytes>);

impl SnapshotLines {
    /// As it travels.
    pub fn gzipped(self) -> Vec<Bytes> {
        self.0
    }

    /// For who does not read gzip.
    pub fn plain(self) -> std::io::Result<Bytes> {
        let whole = self.0.concat();
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&whole[..]), &mut plain)?;
        Ok(plain.into())
    }
}

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
        let chunks = self.chunks.clone();
        self.db
            .run(move |pool| async move { take(pool, &chunks, workspace, scopes).await.map_err(JournalError::from) })
            .await
    }
}

async fn take(
    pool: PgPool,
    chunks: &Chunks,
    id: WorkspaceId,
    scopes: Vec<ScopeId>,
) -> Result<Option<SnapshotLines>, sqlx::Error> {
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
    let epochs: BTreeMap<ScopeId, Epoch> = cursors.iter().map(|(scope, cursor)| (*scope, cursor.epoch)).collect();
    let mut head = Lines::default();
    head.push(&SnapshotHead { protocol: PROTOCOL, cursors, workspace: workspace.clone() })?;
    let mut world = World::new(workspace);
    load::load_config(&mut tx, &mut world).await?;
    config_lines(world, &mut head)?;
    let mut tail = Lines::default();
    let mut parts = Vec::new();
    let mut count = 0;
    for (scope, epoch) in epochs {
        for (tickets, part) in chunks.of(&mut tx, id, scope, epoch).await? {
            count += tickets;
            parts.push(part);
        }
        link_lines(&mut tx, id, scope, &mut tail).await?;
        import_lines(&mut tx, id, scope, &mut tail).await?;
    }
    tx.rollback().await?;
    let count = count + head.count + tail.count;
    tail.push(&End { end: true, count })?;
    parts.insert(0, Part::new(&head.text));
    parts.push(Part::new(&tail.text));
    Ok(Some(SnapshotLines(gzip::stream(&parts))))
}

fn config_lines(world: World, lines: &mut Lines) -> Result<(), sqlx::Error> {
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
    Ok(())
}

async fn link_lines(
    tx: &mut Transaction<'_, Postgres>,
    id: WorkspaceId,
    scope: ScopeId,
    lines: &mut Lines,
) -> Result<(), sqlx::Error> {
    let links: Vec<rows::LinkRow> = sqlx::query_as(
        "select id, scope_id, kind, from_ticket_id, to_ticket_id, created_user_id, created_at from links
         where workspace_id = $1 and scope_id = $2",
    )
    .bind(id.0)
    .bind(scope.0)
    .fetch_all(&mut **tx)
    .await?;
    for row in links {
        lines.entity(&Entity::Link(Link::try_from(row)?))?;
    }
    Ok(())
}

async fn import_lines(
    tx: &mut Transaction<'_, Postgres>,
    id: WorkspaceId,
    scope: ScopeId,
    lines: &mut Lines,
) -> Result<(), sqlx::Error> {
    let imports: Vec<rows::ImportRow> = sqlx::query_as(
        "select id, format, file_name, state, total, done, created, updated, unchanged, refused, report, created_at, finished_at
         from imports where workspace_id = $1 and scope_id = $2",
    )
    .bind(id.0)
    .bind(scope.0)
    .fetch_all(&mut **tx)
    .await?;
    for row in imports {
        lines.entity(&Entity::Import(ImportJob::try_from(row)?))?;
    }
    Ok(())
}

#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    count: usize,
}

impl Lines {
    fn push(&mut self, line: &impl Serialize) -> Result<(), sqlx::Error> {
        serde_json::to_writer(&mut self.text, line).map_err(|error| sqlx::Error::Encode(error.into()))?;
        self.text.push(b'\n');
        Ok(())
    }

    fn entity(&mut self, entity: &Entity) -> Result<(), sqlx::Error> {
        self.count += 1;
        self.push(entity)
    }
}
