//! Notes: what a follower keeps of events that a periodic job reads together.

use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// A note that is not stored yet.
#[derive(Clone, Debug)]
pub struct NewNote {
    id: Uuid,
    workspace: Uuid,
    at: OffsetDateTime,
    payload: Value,
}

impl NewNote {
    pub(super) const fn new(id: Uuid, workspace: Uuid, at: OffsetDateTime, payload: Value) -> Self {
        Self { id, workspace, at, payload }
    }
}

/// A stored note.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Note {
    /// The id, and the time of the event: together they name the note.
    pub id: Uuid,
    pub at: OffsetDateTime,
    /// The workspace of the event.
    pub workspace_id: Uuid,
    pub payload: Value,
}

/// Stores notes in the transaction of their cursor. A stored note is left as it is.
pub(super) async fn store(
    connection: &mut PgConnection,
    follower: &str,
    notes: Vec<NewNote>,
) -> Result<(), sqlx::Error> {
    if notes.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = notes.iter().map(|it| it.id).collect();
    let workspaces: Vec<Uuid> = notes.iter().map(|it| it.workspace).collect();
    let times: Vec<OffsetDateTime> = notes.iter().map(|it| it.at).collect();
    let payloads: Vec<Value> = notes.into_iter().map(|it| it.payload).collect();
    sqlx::query(
        "insert into follower_notes (follower, at, id, workspace_id, payload)
         select $1, at, id, workspace_id, payload
         from unnest($2::timestamptz[], $3::uuid[], $4::uuid[], $5::jsonb[]) n (at, id, workspace_id, payload)
         on conflict do nothing",
    )
    .bind(follower)
    .bind(times)
    .bind(ids)
    .bind(workspaces)
    .bind(payloads)
    .execute(connection)
    .await
    .map(drop)
}

impl Note {
    /// The oldest notes of a follower.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn oldest(db: &Db, follower: &'static str, most: i64) -> Result<Vec<Self>, sqlx::Error> {
        db.run(move |pool| async move {
            sqlx::query_as(
                "select id, at, workspace_id, payload from follower_notes where follower = $1 order by at, id limit $2",
            )
            .bind(follower)
            .bind(most)
            .fetch_all(&pool)
            .await
        })
        .await
    }

    /// Deletes notes in the transaction that stores what they have caused.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete(
        connection: &mut PgConnection,
        follower: &str,
        notes: &[(OffsetDateTime, Uuid)],
    ) -> Result<(), sqlx::Error> {
        let (times, ids): (Vec<OffsetDateTime>, Vec<Uuid>) = notes.iter().copied().unzip();
        sqlx::query(
            "delete from follower_notes n using unnest($2::timestamptz[], $3::uuid[]) d (at, id)
             where n.follower = $1 and n.at = d.at and n.id = d.id",
        )
        .bind(follower)
        .bind(times)
        .bind(ids)
        .execute(connection)
        .await
        .map(drop)
    }
}
