//! The whole state of a person's scopes at one cursor, as gzipped NDJSON.
//!
//! A scope is kept, compressed, for as long as nothing happens in it: whoever else asks costs one look at where it
//! stands. Its tickets are encoded in chunks by their numbers, each kept for as long as no ticket in it changes: who
//! comes to a workspace of 100,000 tickets in which somebody works costs the few chunks that have changed.

mod chunks;
mod gzip;
mod scope;
mod shelf;
mod turns;

use std::collections::{BTreeMap, VecDeque};
use std::io::Read;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use flate2::read::GzDecoder;
use serde::Serialize;
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use chunks::Chunks;
use gzip::Part;
use scope::Scope;
pub(super) use scope::Scopes;
pub(crate) use turns::Look;

use super::{Journal, JournalError};
use crate::{
    domain::{
        entity::Entity,
        ids::{Epoch, ScopeId, UserId, WorkspaceId},
    },
    sync::Cursor,
    wire::{PROTOCOL, SnapshotHead},
};

/// The most bytes of a piece.
const PIECE: usize = 16 * 1024;

/// A snapshot in gzipped parts.
#[derive(Clone, Debug)]
pub struct SnapshotLines(Vec<Bytes>);

impl SnapshotLines {
    /// The gzipped bytes, in pieces of at most 16 KiB.
    pub fn gzipped(self) -> impl Iterator<Item = Bytes> {
        self.0.into_iter().flat_map(|mut part| {
            std::iter::from_fn(move || {
                let length = part.len().min(PIECE);
                (length > 0).then(|| part.split_to(length))
            })
        })
    }

    /// The plain bytes, for clients that do not accept gzip. Pieces are unpacked only as they are read, to bound the
    /// memory.
    ///
    /// # Errors
    /// If the snapshot cannot be unpacked, which is a bug.
    pub fn plain(self) -> impl Iterator<Item = std::io::Result<Bytes>> {
        let mut unpacking = GzDecoder::new(Parts(self.0.into()));
        std::iter::from_fn(move || {
            let mut piece = vec![0; PIECE];
            match unpacking.read(&mut piece) {
                Ok(0) => None,
                Ok(read) => {
                    piece.truncate(read);
                    Some(Ok(piece.into()))
                }
                Err(error) => Some(Err(error)),
            }
        })
    }
}

/// Reads all parts in order.
struct Parts(VecDeque<Bytes>);

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(first) = self.0.front_mut() {
            if !first.is_empty() {
                let length = first.len().min(buffer.len());
                first.copy_to_slice(&mut buffer[..length]);
                return Ok(length);
            }
            self.0.pop_front();
        }
        Ok(0)
    }
}

/// Where scopes stand.
type Cursors = BTreeMap<ScopeId, Cursor>;

#[derive(Serialize)]
struct End {
    end: bool,
    count: usize,
}

impl Journal {
    /// Waits until few enough snapshots are under way; held for as long as one is.
    pub(crate) async fn look(&self) -> Result<Look, JournalError> {
        Ok(self.scopes.look().await?)
    }

    /// Takes a snapshot of these scopes of a workspace, one of which is somebody's own. Each is as it is where its
    /// cursor stands, and the cursors are of one state of the database, so that events after them continue it exactly
    /// (EV2). Config belongs to the workspace's scope.
    pub(crate) async fn snapshot(
        &self,
        look: Look,
        workspace: WorkspaceId,
        user: UserId,
        scopes: Vec<ScopeId>,
    ) -> Result<Option<SnapshotLines>, JournalError> {
        let ids: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        let before = self.cursors(workspace, &ids).await?;
        if let Some(kept) = self.scopes.all(workspace, &before, &before) {
            return Ok(put_together(&kept)?);
        }
        // Whoever waits for somebody else's work is in nobody's way.
        drop(look);
        let turn = self.scopes.turn(workspace).await?;
        let now = self.cursors(workspace, &ids).await?;
        if let Some(kept) = self.scopes.all(workspace, &before, &now) {
            return Ok(put_together(&kept)?);
        }
        // A first look may come before the first socket.
        self.open_personal_stream(workspace, user).await?;
        let scopes = self.scopes.clone();
        self.db
            .run(move |pool| async move {
                let _turn = turn;
                read(pool, &scopes, workspace, ids).await.map_err(JournalError::from)
            })
            .await
    }

    async fn cursors(&self, workspace: WorkspaceId, scopes: &[Uuid]) -> Result<Cursors, JournalError> {
        let scopes = scopes.to_vec();
        self.db
            .run(move |pool| async move { cursors_of(&pool, workspace, &scopes).await.map_err(JournalError::from) })
            .await
    }
}

/// Where streams of a workspace stand.
async fn cursors_of(
    database: impl PgExecutor<'_>,
    workspace: WorkspaceId,
    scopes: &[Uuid],
) -> Result<Cursors, sqlx::Error> {
    let streams: Vec<(Uuid, Uuid, i64)> =
        sqlx::query_as("select id, epoch, seq from streams where workspace_id = $1 and id = any ($2)")
            .bind(workspace.0)
            .bind(scopes)
            .fetch_all(database)
            .await?;
    Ok(streams.into_iter().map(|(id, epoch, seq)| (ScopeId(id), Cursor { epoch: Epoch(epoch), seq })).collect())
}

async fn read(
    pool: PgPool,
    kept: &Scopes,
    id: WorkspaceId,
    scopes: Vec<Uuid>,
) -> Result<Option<SnapshotLines>, sqlx::Error> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    let cursors = cursors_of(&mut *tx, id, &scopes).await?;
    let mut whole = Vec::with_capacity(cursors.len());
    for (scope, at) in cursors {
        let Some(encoded) = kept.read(&mut tx, id, scope, at).await? else { return Ok(None) };
        whole.push((scope, encoded));
    }
    tx.rollback().await?;
    put_together(&whole)
}

/// Nothing where the workspace is not among them.
fn put_together(scopes: &[(ScopeId, Arc<Scope>)]) -> Result<Option<SnapshotLines>, sqlx::Error> {
    let Some(workspace) = scopes.iter().find_map(|(_, scope)| scope.workspace.clone()) else { return Ok(None) };
    let cursors = scopes.iter().map(|(id, scope)| (*id, scope.at)).collect();
    let mut head = Lines::default();
    head.push(&SnapshotHead { protocol: PROTOCOL, cursors, workspace })?;
    let mut end = Lines::default();
    end.push(&End { end: true, count: scopes.iter().map(|(_, scope)| scope.count).sum() })?;
    let parts: Vec<Part> = [Part::plain(&head.text)]
        .into_iter()
        .chain(scopes.iter().flat_map(|(_, scope)| scope.parts.iter().cloned()))
        .chain([Part::plain(&end.text)])
        .collect();
    Ok(Some(SnapshotLines(gzip::stream(&parts))))
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
