//! Loads a whole workspace for its actor: configuration, index and streams.

use std::collections::HashMap;

use sqlx::{PgPool, Postgres, Transaction, types::Json};
use uuid::Uuid;

use crate::{
    domain::{
        entity::{Link, ListRank, Workspace},
        ids::{
            ComponentId, Epoch, FixVersionId, LabelId, ListId, ScopeId, SprintId, StatusId, TaskTypeId, TicketId,
            UserId, WorkspaceId,
        },
        kinds::attribute::value::FieldValues,
        scope::ScopeKind,
        world::{Entry, World, chosen, records},
    },
    journal::{cold, error::JournalError, handle::Journal, rows},
    sync::{Gained, LoadedWorkspace, ScopePosition},
};

impl Journal {
    /// Loads a workspace's configuration, index and streams from one snapshot of the database. `None` if there is no
    /// such workspace.
    pub async fn load_workspace(&self, id: WorkspaceId) -> Result<Option<LoadedWorkspace>, JournalError> {
        self.db.run(move |pool| async move { load_workspace(pool, id).await.map_err(JournalError::from) }).await
    }

    /// The seqs at which a member gained their scopes.
    pub async fn gained(&self, workspace: WorkspaceId, user: UserId) -> Result<Gained, JournalError> {
        self.db
            .run(move |pool| async move {
                let rows: Vec<(Uuid, i64)> = sqlx::query_as(
                    "select scope_id, gained_seq from gained_scopes where workspace_id = $1 and user_id = $2",
                )
                .bind(workspace.0)
                .bind(user.0)
                .fetch_all(&pool)
                .await?;
                Ok(rows.into_iter().map(|(scope, seq)| (ScopeId(scope), seq)).collect())
            })
            .await
    }
}

async fn load_workspace(pool: PgPool, id: WorkspaceId) -> Result<Option<LoadedWorkspace>, sqlx::Error> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    let Some(workspace): Option<rows::WorkspaceRow> =
        sqlx::query_as("select id, name, icon, key, estimate_id, created_at from workspaces where id = $1")
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?
    else {
        return Ok(None);
    };
    let mut world = World::new(Workspace::from(workspace));
    let streams: Vec<StreamRow> =
        sqlx::query_as("select id, kind, epoch, seq, config_seq, last_number from streams where workspace_id = $1")
            .bind(id.0)
            .fetch_all(&mut *tx)
            .await?;
    for StreamRow { id: scope, kind, .. } in &streams {
        note_scope(&mut world, ScopeId(*scope), kind)?;
    }
    load_cold(&mut tx, &mut world).await?;
    load_index(&mut tx, &mut world).await?;
    let notes: Vec<(Uuid, Uuid, i64)> =
        sqlx::query_as("select user_id, scope_id, gained_seq from gained_scopes where workspace_id = $1")
            .bind(id.0)
            .fetch_all(&mut *tx)
            .await?;
    tx.rollback().await?;
    let mut gained: HashMap<UserId, Gained> = HashMap::new();
    for (user, scope, seq) in notes {
        gained.entry(UserId(user)).or_default().insert(ScopeId(scope), seq);
    }
    let mut loaded = LoadedWorkspace { world, positions: HashMap::new(), gained };
    for StreamRow { id: scope, epoch, seq, config_seq, last_number, .. } in streams {
        let scope = ScopeId(scope);
        loaded.positions.insert(scope, ScopePosition { epoch: Epoch(epoch), seq, config_seq, last_number });
        loaded.world.last_numbers.insert(scope, last_number);
    }
    Ok(Some(loaded))
}

#[derive(sqlx::FromRow)]
struct StreamRow {
    id: Uuid,
    kind: String,
    epoch: Uuid,
    seq: i64,
    config_seq: i64,
    last_number: i64,
}

/// Fails for a scope of an unknown kind, so its workspace is not loaded: this build cannot tell who follows the scope.
fn note_scope(world: &mut World, scope: ScopeId, kind: &str) -> Result<(), sqlx::Error> {
    match ScopeKind::named(kind) {
        Some(ScopeKind::Commons) => world.scopes.commons = Some(scope),
        Some(ScopeKind::List) => world.add_list_scope(scope),
        Some(ScopeKind::Workspace | ScopeKind::Personal) => {}
        None => {
            let words = format!("the scope {scope} is of the kind \"{kind}\", which this version does not know");
            return Err(sqlx::Error::Decode(words.into()));
        }
    }
    Ok(())
}

async fn load_cold(tx: &mut Transaction<'_, Postgres>, world: &mut World) -> Result<(), sqlx::Error> {
    for (scope, entity) in cold::of_workspace(tx, world.workspace.id).await? {
        world.put(scope, entity);
    }
    Ok(())
}

/// Tickets are read in pages of this size. The database ends a statement that takes too long, and the time that this
/// node needs to read its rows counts too. In one statement, a very large workspace could never be loaded.
const PAGE: i64 = 5_000;

#[derive(sqlx::FromRow)]
struct IndexRow {
    id: Uuid,
    scope_id: Uuid,
    number: i64,
    status_id: Uuid,
    parent_ticket_id: Option<Uuid>,
    lists: Json<Vec<ListRank>>,
    labels: Vec<Uuid>,
    fields: Json<FieldValues>,
    task_type_id: Option<Uuid>,
    components_ids: Vec<Uuid>,
    fix_versions_ids: Vec<Uuid>,
    sprint_id: Option<Uuid>,
}

async fn load_index(tx: &mut Transaction<'_, Postgres>, world: &mut World) -> Result<(), sqlx::Error> {
    let id = world.workspace.id.0;
    let mut last = Uuid::nil();
    loop {
        let tickets: Vec<IndexRow> = sqlx::query_as(
            "select id, scope_id, number, status_id, parent_ticket_id, lists, labels, fields,
                 task_type_id, components_ids, fix_versions_ids, sprint_id from tickets
             where workspace_id = $1 and id > $2 order by id limit $3",
        )
        .bind(id)
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut **tx)
        .await?;
        let more = tickets.len() as i64 == PAGE;
        for row in tickets {
            let components: Vec<ComponentId> = row.components_ids.into_iter().map(ComponentId).collect();
            let versions: Vec<FixVersionId> = row.fix_versions_ids.into_iter().map(FixVersionId).collect();
            let entry = Entry {
                scope: ScopeId(row.scope_id),
                number: row.number,
                status: StatusId(row.status_id),
                parent: row.parent_ticket_id.map(TicketId),
                lists: row.lists.0.into_iter().map(|place| (ListId(place.list_id.0), place.rank)).collect(),
                labels: row.labels.into_iter().map(LabelId).collect(),
                options: chosen(&row.fields.0).collect(),
                records: records(row.task_type_id.map(TaskTypeId), &components, &versions, row.sprint_id.map(SprintId)),
            };
            world.index.put(TicketId(row.id), entry);
            last = row.id;
        }
        if !more {
            break;
        }
    }
    let links: Vec<rows::LinkRow> = sqlx::query_as(
        "select id, scope_id, kind, from_ticket_id, to_ticket_id, created_user_id, created_at from links where workspace_id = $1",
    )
    .bind(id)
    .fetch_all(&mut **tx)
    .await?;
    for row in links {
        let scope = ScopeId(row.scope_id);
        world.index.put_link(scope, Link::try_from(row)?);
    }
    Ok(())
}
