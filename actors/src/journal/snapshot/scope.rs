//! What a snapshot holds of one scope.

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

/// Where scopes stand.
pub(super) type Cursors = BTreeMap<ScopeId, Cursor>;

/// Bytes of scopes that are kept, in parts that they share with their chunks.
const KEPT: usize = 64 << 20;

/// A scope, encoded. Rows change with events alone, so it is true for as long as its stream stands where it stood.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub at: Cursor,
    /// The workspace, if its row lives in this scope.
    pub workspace: Option<Workspace>,
    pub parts: Vec<Part>,
    /// Rows, and the line of the scope.
    pub count: usize,
}

/// Whole scopes, and the chunks of those that change.
#[derive(Clone, Debug)]
pub(in crate::journal) struct Scopes {
    whole: Cache<(ScopeId, SnapshotForm), Arc<Scope>>,
    chunks: Chunks,
    limits: ReadLimits,
}

impl Scopes {
    /// At most so many snapshots are read at once.
    pub(in crate::journal) fn new(at_once: usize) -> Self {
        Self { whole: Cache::of(KEPT), chunks: Chunks::default(), limits: ReadLimits::new(at_once) }
    }

    pub(super) async fn permit(&self) -> Result<Permit, sqlx::Error> {
        self.limits.permit().await
    }

    pub(super) async fn permit_of(&self, id: WorkspaceId) -> Result<WorkspacePermit, sqlx::Error> {
        self.limits.permit_of(id).await
    }

    /// Cached scopes at least as new as `before`, the cursors at the moment of the request. `now` holds the cursors of
    /// this moment.
    ///
    /// The cached workspace scope may be older than `now`, since its later events follow the snapshot: readers of a busy
    /// workspace who waited for each other share one encoding. That holds only if the other scopes have not changed
    /// since `before`. Otherwise an entity that moved between two scopes could be in neither.
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

    /// A scope as this transaction sees it, with the position of its stream. `bearer` is the scope of the workspace's own
    /// row. `None` if there is no workspace.
    pub(super) async fn read(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        id: WorkspaceId,
        scope: ScopeId,
        at: Cursor,
        bearer: ScopeId,
        form: SnapshotForm,
    ) -> Result<Option<Arc<Scope>>, sqlx::Error> {
        if let Some(whole) = self.whole.get(&(scope, form), |whole| whole.at == at) {
            return Ok(Some(whole));
        }
        let (mut parts, mut count, mut workspace) = (Vec::new(), 0, None);
        if scope == bearer {
            let Some(found) = workspace_of(tx, id).await? else { return Ok(None) };
            workspace = Some(found);
        }
        // What tickets name comes before them.
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

    fn stand(home: i64, own: i64) -> Cursors {
        [(HOME.scope(), at(home)), (OWN, at(own))].into()
    }

    fn keep(scopes: &Scopes, scope: ScopeId, seq: i64) {
        let whole = Scope { at: at(seq), workspace: None, parts: Vec::new(), count: 0 };
        scopes.whole.put((scope, SnapshotForm::Columns), Arc::new(whole), 1);
    }

    fn seqs(scopes: &Scopes, before: &Cursors, now: &Cursors) -> Option<Vec<i64>> {
        Some(scopes.all(HOME, before, now, SnapshotForm::Columns)?.iter().map(|(_, whole)| whole.at.seq).collect())
    }

    #[test]
    fn ev2_what_is_kept_is_given_to_who_asked_before_it_was_so() {
        let scopes = Scopes::new(2);
        keep(&scopes, HOME.scope(), 7);
        keep(&scopes, OWN, 3);
        assert_eq!(seqs(&scopes, &stand(7, 3), &stand(7, 3)), Some(vec![7, 3]), "as it stands");
        assert_eq!(seqs(&scopes, &stand(5, 3), &stand(9, 3)), Some(vec![7, 3]), "gone on since, after they asked");
        assert_eq!(seqs(&scopes, &stand(8, 3), &stand(9, 3)), None, "older than the question");
        keep(&scopes, OWN, 4);
        assert_eq!(seqs(&scopes, &stand(5, 3), &stand(9, 4)), None, "something may have moved between them");
        assert_eq!(seqs(&scopes, &stand(5, 3), &stand(7, 4)), Some(vec![7, 4]), "both as they stand");
    }

    #[test]
    fn rs2_nothing_is_kept_over_an_epoch() {
        let scopes = Scopes::new(2);
        keep(&scopes, HOME.scope(), 7);
        keep(&scopes, OWN, 3);
        let restored = Cursor { epoch: Epoch(Uuid::from_u128(9)), seq: 7 };
        let now = [(HOME.scope(), restored), (OWN, at(3))].into();
        assert_eq!(seqs(&scopes, &stand(7, 3), &now), None);
    }
}
