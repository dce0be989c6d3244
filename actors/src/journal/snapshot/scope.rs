//! The encoded scopes of which snapshots consist, and their cache.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::{Postgres, Transaction};

use super::{
    cache::Cache,
    chunks::Chunks,
    gzip::Part,
    limits::{Permit, ReadLimits, WorkspacePermit},
    lines::Lines,
};
use crate::{
    domain::{
        entity::{Entity, Link, Workspace},
        ids::{ScopeId, WorkspaceId},
    },
    journal::{cold, rows},
    sync::Cursor,
    wire::SnapshotForm,
};

/// The positions of scopes.
pub(super) type Cursors = BTreeMap<ScopeId, Cursor>;

/// The limit of the cache of whole scopes in bytes. Whole scopes share their parts with the cache of chunks.
const MAX_CACHE_BYTES: usize = 64 << 20;

/// An encoded scope. Rows change only with events, so the encoded scope is valid until its stream moves.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub at: Cursor,
    /// The row of the workspace, if that row lives in this scope.
    pub workspace: Option<Workspace>,
    pub parts: Vec<Part>,
    /// The number of rows, plus one for the line that names the scope.
    pub count: usize,
}

/// The caches of whole scopes and of their chunks, and the limits of reading.
#[derive(Clone, Debug)]
pub(in crate::journal) struct Scopes {
    whole: Cache<(ScopeId, SnapshotForm), Arc<Scope>>,
    chunks: Chunks,
    limits: ReadLimits,
}

impl Scopes {
    /// `at_once` is the limit of snapshots that are read at the same time.
    pub(in crate::journal) fn new(at_once: usize) -> Self {
        Self { whole: Cache::of(MAX_CACHE_BYTES), chunks: Chunks::default(), limits: ReadLimits::new(at_once) }
    }

    pub(super) async fn permit(&self) -> Result<Permit, sqlx::Error> {
        self.limits.permit().await
    }

    pub(super) async fn permit_of(&self, id: WorkspaceId) -> Result<WorkspacePermit, sqlx::Error> {
        self.limits.permit_of(id).await
    }

    /// All scopes from the cache, at least as new as `before`, the cursors at the moment of the request. `now` holds
    /// the present cursors. `None` if a scope is not in the cache.
    ///
    /// The cached workspace scope may be older than `now`, because its later events follow the snapshot. So readers of
    /// a busy workspace who waited for each other share one encoding. This is allowed only if no other scope has
    /// changed since `before`: otherwise an entity that moved between two scopes could be missing in both.
    pub(super) fn all(
        &self,
        id: WorkspaceId,
        before: &Cursors,
        now: &Cursors,
        form: SnapshotForm,
    ) -> Option<Vec<(ScopeId, Arc<Scope>)>> {
        let home = id.scope();
        let still = now.iter().all(|(scope, at)| *scope == home || before.get(scope) == Some(at));
        let kept = |(scope, at): (&ScopeId, &Cursor)| {
            let least = before.get(scope).filter(|_| *scope == home && still).map_or(at.seq, |before| before.seq);
            let is_new = |whole: &Arc<Scope>| whole.at.epoch == at.epoch && (least..=at.seq).contains(&whole.at.seq);
            Some((*scope, self.whole.get(&(*scope, form), is_new)?))
        };
        now.iter().map(kept).collect()
    }

    /// Encodes a scope as this transaction sees it. `at` is the position of its stream, and `workspace_row_scope` the
    /// scope in which the row of the workspace lives. `None` if there is no workspace.
    pub(super) async fn read(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        id: WorkspaceId,
        scope: ScopeId,
        at: Cursor,
        workspace_row_scope: ScopeId,
        form: SnapshotForm,
    ) -> Result<Option<Arc<Scope>>, sqlx::Error> {
        if let Some(whole) = self.whole.get(&(scope, form), |whole| whole.at == at) {
            return Ok(Some(whole));
        }
        let (mut parts, mut count, mut workspace) = (Vec::new(), 0, None);
        if scope == workspace_row_scope {
            let Some(found) = workspace_of(tx, id).await? else { return Ok(None) };
            workspace = Some(found);
        }
        // The rows that tickets refer to come before the tickets.
        let mut first = Lines::new(form);
        first.scope(scope)?;
        for entity in cold::of_scope(tx, id, scope).await? {
            first.entity(&entity)?;
        }
        count += first.count;
        parts.push(Part::new(&first.finish()?));
        for (tickets, part) in self.chunks.of(tx, id, scope, at.epoch, form).await? {
            count += tickets;
            parts.push(part);
        }
        let mut rest = Lines::new(form);
        link_lines(tx, id, scope, &mut rest).await?;
        if rest.count > 0 {
            count += rest.count;
            parts.push(Part::new(&rest.finish()?));
        }
        let whole = Arc::new(Scope { at, workspace, parts, count });
        self.whole.put((scope, form), whole.clone(), whole.parts.iter().map(Part::bytes).sum());
        Ok(Some(whole))
    }
}

async fn workspace_of(tx: &mut Transaction<'_, Postgres>, id: WorkspaceId) -> Result<Option<Workspace>, sqlx::Error> {
    let found: Option<rows::WorkspaceRow> =
        sqlx::query_as("select id, name, icon, key, estimate_id, created_at from workspaces where id = $1")
            .bind(id.0)
            .fetch_optional(&mut **tx)
            .await?;
    Ok(found.map(Workspace::from))
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::domain::ids::Epoch;

    const HOME: WorkspaceId = WorkspaceId(Uuid::from_u128(1));
    const OWN: ScopeId = ScopeId(Uuid::from_u128(2));

    fn at(seq: i64) -> Cursor {
        Cursor { epoch: Epoch(Uuid::nil()), seq }
    }

    fn cursors(home: i64, own: i64) -> Cursors {
        [(HOME.scope(), at(home)), (OWN, at(own))].into()
    }

    fn cache(scopes: &Scopes, scope: ScopeId, seq: i64) {
        let whole = Scope { at: at(seq), workspace: None, parts: Vec::new(), count: 0 };
        scopes.whole.put((scope, SnapshotForm::Columns), Arc::new(whole), 1);
    }

    fn seqs(scopes: &Scopes, before: &Cursors, now: &Cursors) -> Option<Vec<i64>> {
        Some(scopes.all(HOME, before, now, SnapshotForm::Columns)?.iter().map(|(_, whole)| whole.at.seq).collect())
    }

    #[test]
    fn ev2_a_cached_scope_serves_requests_from_before_it_was_encoded() {
        let scopes = Scopes::new(2);
        cache(&scopes, HOME.scope(), 7);
        cache(&scopes, OWN, 3);
        assert_eq!(seqs(&scopes, &cursors(7, 3), &cursors(7, 3)), Some(vec![7, 3]), "the cache is current");
        assert_eq!(
            seqs(&scopes, &cursors(5, 3), &cursors(9, 3)),
            Some(vec![7, 3]),
            "the workspace scope moved after the request"
        );
        assert_eq!(seqs(&scopes, &cursors(8, 3), &cursors(9, 3)), None, "the cached scope is older than the request");
        cache(&scopes, OWN, 4);
        assert_eq!(seqs(&scopes, &cursors(5, 3), &cursors(9, 4)), None, "an entity may have moved between the scopes");
        assert_eq!(seqs(&scopes, &cursors(5, 3), &cursors(7, 4)), Some(vec![7, 4]), "the other scope is current");
    }

    #[test]
    fn rs2_a_cached_scope_of_an_earlier_epoch_is_not_used() {
        let scopes = Scopes::new(2);
        cache(&scopes, HOME.scope(), 7);
        cache(&scopes, OWN, 3);
        let restored = Cursor { epoch: Epoch(Uuid::from_u128(9)), seq: 7 };
        let now = [(HOME.scope(), restored), (OWN, at(3))].into();
        assert_eq!(seqs(&scopes, &cursors(7, 3), &now), None);
    }
}
