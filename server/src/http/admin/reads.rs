//! What the database knows of the instance.

use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::NodeFigures;

/// So many workspaces are listed.
const LISTED: i64 = 50;

/// The instance in numbers.
#[derive(Debug, Serialize, Deserialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Confirmed accounts.
    pub people: i64,
    /// Sign-ins that hold.
    pub sessions: i64,
    /// Workspaces.
    pub workspaces: i64,
    /// Events of all scopes since they began: its growth is how much is being edited.
    pub events: i64,
    /// The size of the database.
    pub bytes: i64,
}

/// A workspace, from outside: nothing of what is in it.
#[derive(Debug, Serialize, Deserialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceFigures {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// What its tickets are numbered with.
    pub key: String,
    /// People in it.
    pub members: i64,
    /// The head of its journal.
    pub seq: i64,
    /// When its last event was; nothing where that has left the journal.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_event_at: Option<OffsetDateTime>,
}

/// Nodes that told of themselves within a minute, `here` left out.
pub(super) async fn other_nodes(pool: &PgPool, here: Uuid) -> Result<Vec<NodeFigures>, sqlx::Error> {
    let rows: Vec<Json<serde_json::Value>> = sqlx::query_scalar(
        "select figures from nodes where id <> $1 and seen_at > now() - interval '1 minute' order by id",
    )
    .bind(here)
    .fetch_all(pool)
    .await?;
    // A node of another version may tell something else: what this one cannot read it does not show.
    Ok(rows.into_iter().filter_map(|Json(figures)| serde_json::from_value(figures).ok()).collect())
}

/// Writes what this node tells, and forgets nodes that are long gone.
pub(super) async fn tell(pool: &PgPool, figures: &NodeFigures) -> Result<(), sqlx::Error> {
    sqlx::query(
        "with gone as (delete from nodes where seen_at < now() - interval '1 hour')
         insert into nodes (id, seen_at, figures) values ($1, now(), $2)
         on conflict (id) do update set seen_at = now(), figures = excluded.figures",
    )
    .bind(figures.id)
    .bind(Json(figures))
    .execute(pool)
    .await?;
    Ok(())
}

pub(super) async fn totals(pool: &PgPool) -> Result<Totals, sqlx::Error> {
    sqlx::query_as(
        "select (select count(*) from users) as people,
                (select count(*) from sessions where revoked_at is null and expires_at > now()) as sessions,
                (select count(*) from workspaces) as workspaces,
                (select coalesce(sum(seq), 0)::bigint from streams) as events,
                pg_database_size(current_database()) as bytes",
    )
    .fetch_one(pool)
    .await
}

pub(super) async fn workspaces(pool: &PgPool) -> Result<Vec<WorkspaceFigures>, sqlx::Error> {
    sqlx::query_as(
        "select w.id, w.name, w.key, s.seq,
                (select count(*) from members m where m.workspace_id = w.id and m.state = 'active') as members,
                (select e.at from events e where e.scope_id = s.id and e.seq = s.seq) as last_event_at
         from (select id, workspace_id, seq from streams where kind = 'workspace' order by seq desc limit $1) s
         join workspaces w on w.id = s.workspace_id
         order by s.seq desc",
    )
    .bind(LISTED)
    .fetch_all(pool)
    .await
}
