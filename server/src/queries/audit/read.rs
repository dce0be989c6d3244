//! Reading the audit log.

use serde_json::{Map, Value};
use sqlx::FromRow;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// Which records are wanted. A field without a value filters nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The person who did it.
    pub by: Option<Uuid>,
    /// The word of the kind.
    pub kind: Option<&'static str>,
    /// The earliest time.
    pub from: Option<OffsetDateTime>,
    /// The time after the latest one.
    pub to: Option<OffsetDateTime>,
}

/// A record as it is stored, with the names of today.
#[derive(Clone, Debug, FromRow)]
pub struct Row {
    /// Sorts by time.
    pub id: Uuid,
    /// The time.
    pub at: OffsetDateTime,
    /// The word of the kind. A newer build may have written a word that this build does not know.
    pub kind: String,
    /// The person who did it; none for the server.
    pub user_id: Option<Uuid>,
    /// The name of that person in the workspace.
    pub user_name: Option<String>,
    /// The person, role, list or invitation.
    pub subject_id: Uuid,
    /// The name of the person, if the subject is one.
    pub subject_name: Option<String>,
    /// What was there before.
    pub before: Option<Json<Map<String, Value>>>,
    /// What was there afterwards.
    pub after: Option<Json<Map<String, Value>>>,
    /// The address of the client.
    pub address: Option<String>,
    /// The browser and the system of the client.
    pub device: Option<String>,
}

macro_rules! wanted {
    () => {
        "from audit a where a.workspace_id = $1 and ($2::uuid is null or a.user_id = $2) and ($3::text is null or a.kind = $3)
           and ($4::timestamptz is null or a.at >= $4) and ($5::timestamptz is null or a.at < $5)
           and ($6::uuid is null or a.id < $6)"
    };
}

/// The newest records before the record `before`, at most `most`.
///
/// # Errors
/// When the database does not answer.
pub async fn page(
    db: &Db,
    workspace: Uuid,
    filter: Filter,
    before: Option<Uuid>,
    most: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(concat!(
            "select a.id, a.at, a.kind, a.user_id, a.subject_id, a.before, a.after, host(a.address) as address, a.device,
                    coalesce(nullif(trim(concat_ws(' ', u.firstname, u.lastname)), ''), u.username) as user_name,
                    coalesce(nullif(trim(concat_ws(' ', s.firstname, s.lastname)), ''), s.username) as subject_name
             from (select a.* ",
            wanted!(),
            " order by a.id desc limit $7) a
             left join members u on u.workspace_id = a.workspace_id and u.id = a.user_id
             left join members s on s.workspace_id = a.workspace_id and s.id = a.subject_id
             order by a.id desc"
        ))
        .bind(workspace)
        .bind(filter.by)
        .bind(filter.kind)
        .bind(filter.from)
        .bind(filter.to)
        .bind(before)
        .bind(most)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Whether more than `most` records are wanted.
///
/// # Errors
/// When the database does not answer.
pub async fn has_more_than(db: &Db, workspace: Uuid, filter: Filter, most: i64) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar(concat!("select exists (select ", wanted!(), " offset $7)"))
            .bind(workspace)
            .bind(filter.by)
            .bind(filter.kind)
            .bind(filter.from)
            .bind(filter.to)
            .bind(None::<Uuid>)
            .bind(most)
            .fetch_one(&pool)
            .await
    })
    .await
}
