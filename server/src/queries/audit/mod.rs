//! The audit log of a workspace: writing records of what is no command, reading, and deleting what is too old.

pub mod keep;
pub mod read;

use actors::domain::audit::Record;
use actors::domain::origin::Origin;
use sqlx::PgConnection;
use uuid::Uuid;

/// The person who does something, and where the request came from.
#[derive(Clone, Copy, Debug)]
pub struct Author {
    /// None for the server.
    pub user: Option<Uuid>,
    /// None if it is unknown.
    pub from: Option<Origin>,
}

impl Author {
    /// The server itself, in a job.
    pub const SERVER: Self = Self { user: None, from: None };
}

/// Marks a transaction as one of the operator. Records that the database writes then name no person (record_identity in
/// migration 0087).
///
/// # Errors
/// When the database does not answer.
pub async fn act_as_operator(tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("select set_config('troupe.operator', 'on', true)").execute(tx).await.map(drop)
}

/// Writes a record in the transaction of the change that it is about.
///
/// # Errors
/// When the database does not answer.
pub async fn note(tx: &mut PgConnection, workspace: Uuid, author: Author, record: Record) -> Result<(), sqlx::Error> {
    let Record { kind, subject, before, after } = record;
    let Author { user, from } = author;
    sqlx::query(
        "insert into audit (workspace_id, id, at, kind, user_id, subject_id, before, after, address, device)
         values ($1, audit_id(), now(), $2, $3, $4, $5, $6, $7::inet, $8)",
    )
    .bind(workspace)
    .bind(kind.word())
    .bind(user)
    .bind(subject)
    .bind(before.map(sqlx::types::Json))
    .bind(after.map(sqlx::types::Json))
    .bind(from.map(|it| it.address.to_string()))
    .bind(from.and_then(|it| it.device).map(|it| it.to_string()))
    .execute(tx)
    .await
    .map(drop)
}
