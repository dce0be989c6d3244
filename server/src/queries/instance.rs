//! The instance as a whole: its first account, its totals, its largest workspaces.

use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// The most workspaces that are listed.
const LISTED: i64 = 50;

/// The totals of the instance.
#[derive(Debug, FromRow)]
pub struct Totals {
    /// Confirmed accounts.
    pub people: i64,
    /// Sessions that are neither revoked nor expired.
    pub sessions: i64,
    /// Workspaces.
    pub workspaces: i64,
    /// Events of all scopes since they began.
    pub events: i64,
    /// The size of the database.
    pub bytes: i64,
}

/// A workspace from outside: nothing of its contents.
#[derive(Debug, FromRow)]
pub struct Workspace {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The key of its ticket numbers.
    pub key: String,
    /// Active members.
    pub members: i64,
    /// The head of its journal.
    pub seq: i64,
    /// The time of its last event; `None` if that event has left the journal.
    pub last_event_at: Option<OffsetDateTime>,
}

/// The id of the oldest account that was not deleted.
///
/// # Errors
/// If the database does not answer.
pub async fn first_account(db: &Db) -> Result<Option<Uuid>, sqlx::Error> {
    db.run(|pool| async move {
        sqlx::query_scalar("select id from users where deleted_at is null order by created_at, id limit 1")
            .fetch_optional(&pool)
            .await
    })
    .await
}

/// The totals of the instance.
///
/// # Errors
/// When the database does not answer.
pub async fn totals(db: &Db) -> Result<Totals, sqlx::Error> {
    db.run(|pool| async move {
        sqlx::query_as(
            "select (select count(*) from users where deleted_at is null) as people,
                    (select count(*) from sessions where revoked_at is null and expires_at > now()) as sessions,
                    (select count(*) from workspaces) as workspaces,
                    (select coalesce(sum(seq), 0)::bigint from streams) as events,
                    pg_database_size(current_database()) as bytes",
        )
        .fetch_one(&pool)
        .await
    })
    .await
}

/// The workspaces with the most events, largest first.
///
/// # Errors
/// When the database does not answer.
pub async fn workspaces(db: &Db) -> Result<Vec<Workspace>, sqlx::Error> {
    db.run(|pool| async move {
        sqlx::query_as(
            "select w.id, w.name, w.key, s.seq,
                    (select count(*) from members m where m.workspace_id = w.id and m.state = 'active') as members,
                    (select e.at from events e where e.scope_id = s.id and e.seq = s.seq) as last_event_at
             from (select id, workspace_id, seq from streams where kind = 'workspace' order by seq desc limit $1) s
             join workspaces w on w.id = s.workspace_id
             order by s.seq desc",
        )
        .bind(LISTED)
        .fetch_all(&pool)
        .await
    })
    .await
}
