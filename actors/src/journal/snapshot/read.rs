//! Takes a snapshot from the cache, or from one transaction.

use std::sync::Arc;

use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use super::{
    gzip::{self, Part},
    limits::Permit,
    lines::Lines,
    scope::{Cursors, Scope, Scopes},
    stream::SnapshotLines,
};
use crate::{
    domain::{
        entity::SCHEMA,
        ids::{Epoch, ScopeId, UserId, WorkspaceId},
        scope::personal_scope,
    },
    journal::{error::JournalError, handle::Journal},
    sync::Cursor,
    wire::{PROTOCOL, SnapshotEnd, SnapshotForm, SnapshotHead},
};

impl Journal {
    /// Waits for a permit for a snapshot. The caller holds the permit until the snapshot is sent.
    pub(crate) async fn snapshot_permit(&self) -> Result<Permit, JournalError> {
        Ok(self.scopes.permit().await?)
    }

    /// Takes a snapshot of these scopes of a workspace for a user who follows them. Each scope has the state at its
    /// cursor. All cursors are from one state of the database, so that events after them continue the snapshot exactly
    /// (EV2).
    pub(crate) async fn snapshot(
        &self,
        permit: Permit,
        workspace: WorkspaceId,
        user: UserId,
        scopes: Vec<ScopeId>,
        form: SnapshotForm,
    ) -> Result<Option<SnapshotLines>, JournalError> {
        let ids: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        let before = self.cursors(workspace, &ids).await?;
        // A personal scope may have to be opened first.
        let all = |cursors: &Cursors| cursors.len() == ids.len();
        if let Some(kept) = self.scopes.all(workspace, &before, &before, form).filter(|_| all(&before)) {
            return Ok(Some(put_together(&kept)?));
        }
        // While this snapshot waits for another one of the same workspace, it must not hold a permit that snapshots of
        // other workspaces could use.
        drop(permit);
        let permit = self.scopes.permit_of(workspace).await?;
        let now = self.cursors(workspace, &ids).await?;
        if let Some(kept) = self.scopes.all(workspace, &before, &now, form).filter(|_| all(&now)) {
            return Ok(Some(put_together(&kept)?));
        }
        if scopes.contains(&personal_scope(workspace, user)) {
            // A client may fetch a snapshot before its first socket opens the personal stream.
            self.open_personal_stream(workspace, user).await?;
        }
        let scopes = self.scopes.clone();
        self.db
            .run(move |pool| async move {
                let _permit = permit;
                read(pool, &scopes, workspace, ids, form).await.map_err(JournalError::from)
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

/// The positions of streams of a workspace.
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
    form: SnapshotForm,
) -> Result<Option<SnapshotLines>, sqlx::Error> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    let cursors = cursors_of(&mut *tx, id, &scopes).await?;
    let commons: Option<Uuid> =
        sqlx::query_scalar("select id from streams where workspace_id = $1 and user_id is null and kind = 'commons'")
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
    let workspace_row_scope = commons.map_or(id.scope(), ScopeId);
    let mut whole = Vec::with_capacity(cursors.len());
    for (scope, at) in cursors {
        let Some(encoded) = kept.read(&mut tx, id, scope, at, workspace_row_scope, form).await? else {
            return Ok(None);
        };
        whole.push((scope, encoded));
    }
    tx.rollback().await?;
    if whole.is_empty() {
        return Ok(None);
    }
    Ok(Some(put_together(&whole)?))
}

fn put_together(scopes: &[(ScopeId, Arc<Scope>)]) -> Result<SnapshotLines, sqlx::Error> {
    let workspace = scopes.iter().find_map(|(_, scope)| scope.workspace.clone());
    let cursors = scopes.iter().map(|(id, scope)| (*id, scope.at)).collect();
    let mut head = Lines::new(SnapshotForm::Lines);
    head.push(&SnapshotHead { protocol: PROTOCOL, schema: SCHEMA, cursors, workspace })?;
    let mut end = Lines::new(SnapshotForm::Lines);
    end.push(&SnapshotEnd { end: true, count: scopes.iter().map(|(_, scope)| scope.count).sum() })?;
    let parts: Vec<Part> = [Part::plain(&head.finish()?)]
        .into_iter()
        .chain(scopes.iter().flat_map(|(_, scope)| scope.parts.iter().cloned()))
        .chain([Part::plain(&end.finish()?)])
        .collect();
    Ok(SnapshotLines(gzip::stream(&parts)))
}
