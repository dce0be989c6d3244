//! What an actor needs to come on stage.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, PgPool, Postgres, Transaction, types::Json};
use uuid::Uuid;

use super::{Journal, JournalError, cold, rows};
use crate::{
    domain::{
        entity::{Activity, Entity, Link, ListRank, Reaction, Ticket, Workspace},
        ids::{ActivityId, Epoch, LabelId, ListId, ReactionId, ScopeId, StatusId, TicketId, UserId, WorkspaceId},
        world::{Entry, World},
    },
    sync::Footing,
};

/// A workspace as it stood at one moment.
#[derive(Debug)]
pub struct LoadedWorkspace {
    pub world: World,
    pub footings: HashMap<ScopeId, Footing>,
    /// The seqs at which each member gained their scopes.
    pub gained: HashMap<UserId, Gained>,
}

/// The seq at which a member gained each of their scopes. A cursor from before is not resumed (RS5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gained(HashMap<ScopeId, i64>);

impl Gained {
    /// The seq at which a scope was gained. The workspace scope always has one. A personal scope without one was
    /// created after its owner joined.
    pub fn of(&self, workspace: WorkspaceId, scope: ScopeId) -> i64 {
        let home = workspace.scope();
        let unnoted = if scope != home && self.0.contains_key(&home) { 0 } else { i64::MAX };
        self.0.get(&scope).copied().unwrap_or(unnoted)
    }
}

/// Rows with their versions.
#[derive(Debug, Default)]
pub struct LoadedTickets {
    pub tickets: Vec<(Ticket, i64)>,
    pub activities: Vec<(Activity, i64)>,
    pub reactions: Vec<(Reaction, i64)>,
}

impl Journal {
    /// Loads a workspace's configuration, index and streams from one snapshot of the database; `None` where
    /// there is no such workspace.
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
                Ok(Gained(rows.into_iter().map(|(scope, seq)| (ScopeId(scope), seq)).collect()))
            })
            .await
    }

    /// Loads tickets, activities (with all their reactions) and single reactions; what does not exist is left out.
    pub async fn load_tickets(
        &self,
        workspace: WorkspaceId,
        tickets: Vec<TicketId>,
        activities: Vec<ActivityId>,
        reactions: Vec<ReactionId>,
    ) -> Result<LoadedTickets, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut loaded = LoadedTickets::default();
                if !activities.is_empty() {
                    let ids: Vec<Uuid> = activities.iter().map(|id| id.0).collect();
                    let found: Vec<rows::ActivityRow> = sqlx::query_as(
                        "select id, version, ticket_id, kind, user_id, message, data, created_at, updated_at
                         from activities where workspace_id = $1 and id = any ($2)",
                    )
                    .bind(workspace.0)
                    .bind(&ids)
                    .fetch_all(&pool)
                    .await?;
                    for row in found {
                        let version = row.version;
                        loaded.activities.push((Activity::try_from(row)?, version));
                    }
                    let found: Vec<rows::ReactionRow> = sqlx::query_as(
                        "select id, version, activity_id, ticket_id, user_id, emoji, created_at
                         from reactions where workspace_id = $1 and (activity_id = any ($2) or id = any ($3))",
                    )
                    .bind(workspace.0)
                    .bind(&ids)
                    .bind(reactions.iter().map(|id| id.0).collect::<Vec<_>>())
                    .fetch_all(&pool)
                    .await?;
                    for row in found {
                        let version = row.version;
                        loaded.reactions.push((Reaction::from(row), version));
                    }
                }
                // A comment's ticket is touched with it: its count follows.
                let mut ids: Vec<Uuid> = tickets.iter().map(|id| id.0).collect();
                ids.extend(loaded.activities.iter().map(|(activity, _)| activity.ticket_id.0));
                if !ids.is_empty() {
                    let sql = format!(
                        "select {} from tickets where workspace_id = $1 and id = any ($2)",
                        rows::TICKET_COLUMNS
                    );
                    let found: Vec<rows::TicketRow> =
                        sqlx::query_as(AssertSqlSafe(sql)).bind(workspace.0).bind(ids).fetch_all(&pool).await?;
                    for row in found {
                        let version = row.version;
                        loaded.tickets.push((Ticket::try_from(row)?, version));
                    }
                }
                Ok(loaded)
            })
            .await
    }
}

async fn load_workspace(pool: PgPool, id: WorkspaceId) -> Result<Option<LoadedWorkspace>, sqlx::Error> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    let Some(workspace): Option<rows::WorkspaceRow> =
        sqlx::query_as("select id, name, icon, key, created_at from workspaces where id = $1")
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?
    else {
        return Ok(None);
    };
    let mut world = World::new(Workspace::from(workspace));
    load_cold(&mut tx, &mut world).await?;
    load_index(&mut tx, &mut world).await?;
    let streams: Vec<(Uuid, Uuid, i64, i64, i64)> =
        sqlx::query_as("select id, epoch, seq, config_seq, last_number from streams where workspace_id = $1")
            .bind(id.0)
            .fetch_all(&mut *tx)
            .await?;
    let notes: Vec<(Uuid, Uuid, i64)> =
        sqlx::query_as("select user_id, scope_id, gained_seq from gained_scopes where workspace_id = $1")
            .bind(id.0)
            .fetch_all(&mut *tx)
            .await?;
    tx.rollback().await?;
    let mut gained: HashMap<UserId, Gained> = HashMap::new();
    for (user, scope, seq) in notes {
        gained.entry(UserId(user)).or_default().0.insert(ScopeId(scope), seq);
    }
    let mut loaded = LoadedWorkspace { world, footings: HashMap::new(), gained };
    for (scope, epoch, seq, config_seq, last_number) in streams {
        let scope = ScopeId(scope);
        loaded.footings.insert(scope, Footing { epoch: Epoch(epoch), seq, config_seq, last_number });
        loaded.world.last_numbers.insert(scope, last_number);
    }
    Ok(Some(loaded))
}

async fn load_cold(tx: &mut Transaction<'_, Postgres>, world: &mut World) -> Result<(), sqlx::Error> {
    for entity in cold::of_workspace(tx, world.workspace.id).await? {
        match entity {
            Entity::Member(member) => drop(world.members.insert(member.id, member)),
            Entity::Status(status) => drop(world.statuses.insert(status.id, status)),
            Entity::List(list) => drop(world.lists.insert(list.id, list)),
            Entity::Label(label) => drop(world.labels.insert(label.id, label)),
            Entity::Import(job) => drop(world.imports.insert(job.id, job)),
            other => {
                let why = format!("the world holds no {:?} of a cold kind", other.kind());
                return Err(sqlx::Error::Decode(why.into()));
            }
        }
    }
    Ok(())
}

/// Tickets are read so many at a time. The database ends a statement that takes long, and the reader's own time counts
/// into it: a workspace that is too large for one statement would never come on stage.
const PAGE: i64 = 5_000;

type IndexRow = (Uuid, Uuid, i64, Uuid, Option<Uuid>, Json<Vec<ListRank>>, Vec<Uuid>);

async fn load_index(tx: &mut Transaction<'_, Postgres>, world: &mut World) -> Result<(), sqlx::Error> {
    let id = world.workspace.id.0;
    let mut last = Uuid::nil();
    loop {
        let tickets: Vec<IndexRow> = sqlx::query_as(
            "select id, scope_id, number, status_id, parent_ticket_id, lists, labels from tickets
             where workspace_id = $1 and id > $2 order by id limit $3",
        )
        .bind(id)
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut **tx)
        .await?;
        let more = tickets.len() as i64 == PAGE;
        for (ticket, scope, number, status, parent, lists, labels) in tickets {
            let entry = Entry {
                scope: ScopeId(scope),
                number,
                status: StatusId(status),
                parent: parent.map(TicketId),
                lists: lists.0.into_iter().map(|place| (ListId(place.list_id.0), place.rank)).collect(),
                labels: labels.into_iter().map(LabelId).collect(),
            };
            world.index.put(TicketId(ticket), entry);
            last = ticket;
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
