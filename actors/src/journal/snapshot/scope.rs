//! What a snapshot holds of one scope.

use std::sync::Arc;

use sqlx::{Postgres, Transaction};

use super::{
    Chunks, Lines,
    gzip::Part,
    shelf::Shelf,
    turns::{Turn, Turns},
};
use crate::{
    domain::{
        entity::{Entity, ImportJob, Link, Workspace},
        ids::{ScopeId, WorkspaceId},
        world::World,
    },
    journal::{load, rows},
    sync::Cursor,
};

/// Bytes of scopes that are kept, in parts that they share with their chunks.
const KEPT: usize = 64 << 20;

/// A scope, encoded. Rows change with events alone, so it is true for as long as its stream stands where it stood.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub at: Cursor,
    /// Where this is its own scope.
    pub workspace: Option<Workspace>,
    pub parts: Vec<Part>,
    /// Lines of entities.
    pub count: usize,
}

/// Whole scopes, and the chunks of those that change.
#[derive(Clone, Debug)]
pub(in crate::journal) struct Scopes {
    whole: Shelf<ScopeId, Arc<Scope>>,
    chunks: Chunks,
    turns: Turns,
}

impl Scopes {
    /// At most so many snapshots are read at once.
    pub(in crate::journal) fn new(at_once: usize) -> Self {
        Self { whole: Shelf::of(KEPT), chunks: Chunks::default(), turns: Turns::new(at_once) }
    }

    pub(super) async fn turn(&self, id: WorkspaceId) -> Result<Turn, sqlx::Error> {
        self.turns.wait(id).await
    }

    /// A scope as it is where its stream stands there.
    pub(super) fn kept(&self, scope: ScopeId, at: Cursor) -> Option<Arc<Scope>> {
        self.whole.get(&scope, |whole| whole.at == at)
    }

    /// A scope as this transaction sees it, which sees its stream stand there. Nothing where there is no workspace.
    pub(super) async fn read(
        &self,
        tx: &mut Transaction<'_, Postgres>,
        id: WorkspaceId,
        scope: ScopeId,
        at: Cursor,
    ) -> Result<Option<Arc<Scope>>, sqlx::Error> {
        if let Some(whole) = self.kept(scope, at) {
            return Ok(Some(whole));
        }
        let (mut parts, mut count, mut workspace) = (Vec::new(), 0, None);
        if scope == id.scope() {
            let Some(found) = workspace_of(tx, id).await? else { return Ok(None) };
            let mut world = World::new(found.clone());
            load::load_config(tx, &mut world).await?;
            let config = config_lines(world)?;
            count += config.count;
            parts.push(Part::new(&config.text));
            workspace = Some(found);
        }
        for (tickets, part) in self.chunks.of(tx, id, scope, at.epoch).await? {
            count += tickets;
            parts.push(part);
        }
        let mut rest = Lines::default();
        link_lines(tx, id, scope, &mut rest).await?;
        import_lines(tx, id, scope, &mut rest).await?;
        if rest.count > 0 {
            count += rest.count;
            parts.push(Part::new(&rest.text));
        }
        let whole = Arc::new(Scope { at, workspace, parts, count });
        self.whole.put(scope, whole.clone(), whole.parts.iter().map(Part::bytes).sum());
        Ok(Some(whole))
    }
}

async fn workspace_of(tx: &mut Transaction<'_, Postgres>, id: WorkspaceId) -> Result<Option<Workspace>, sqlx::Error> {
    let found: Option<rows::WorkspaceRow> =
        sqlx::query_as("select id, name, icon, key, created_at from workspaces where id = $1")
            .bind(id.0)
            .fetch_optional(&mut **tx)
            .await?;
    Ok(found.map(Workspace::from))
}

fn config_lines(world: World) -> Result<Lines, sqlx::Error> {
    let mut lines = Lines::default();
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
    Ok(lines)
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
