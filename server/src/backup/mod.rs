//! Backups: everything, or one workspace, in one file of Troupe's own format.
//!
//! docs/decisions/backup.md says what a backup holds, what it leaves out, and why.

mod apps;
mod bytes;
mod file;
mod load;
mod save;
mod tables;

pub use file::{FileError, Frame, Manifest, Reader, Scope, Writer};
pub use load::{Restored, restore};
pub use save::{Saved, save};
pub use tables::{LEFT_OUT, Table, tables};

use sqlx::{AssertSqlSafe, PgConnection, raw_sql};
use uuid::Uuid;

/// The reason why a backup or a restore failed, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file is not a valid backup.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not fit the database, or does not hold what the operator asked for.
    #[error("{0}")]
    Unfit(String),
    /// The database failed.
    #[error("The database did not do it: {0}.")]
    Database(#[from] sqlx::Error),
}

impl BackupError {
    fn unfit(what: impl Into<String>) -> Self {
        Self::Unfit(what.into())
    }
}

/// The newest migration that a database has run.
async fn migration(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select coalesce(max(version), 0) from _sqlx_migrations where success")
        .fetch_one(connection)
        .await
}

/// A table's columns, in their order.
async fn columns(connection: &mut PgConnection, table: &str) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "select attname::text from pg_attribute
         where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum",
    )
    .bind(table)
    .fetch_all(connection)
    .await
}

/// Runs a statement that is built here from constant names and ids.
async fn execute(connection: &mut PgConnection, statement: String) -> Result<u64, sqlx::Error> {
    raw_sql(AssertSqlSafe(statement)).execute(connection).await.map(|done| done.rows_affected())
}

/// Chooses the workspace with an id or a key; `where_from` completes the sentence if none or several match.
fn choose(known: &[(Uuid, String)], wanted: &str, where_from: &str) -> Result<Uuid, BackupError> {
    let fits = |(id, key): &&(Uuid, String)| id.to_string() == wanted || key.eq_ignore_ascii_case(wanted);
    let mut found = known.iter().filter(fits);
    match (found.next(), found.next()) {
        (Some((id, _)), None) => Ok(*id),
        (None, _) => Err(BackupError::unfit(format!("There is no workspace {wanted} in {where_from}."))),
        (Some(_), Some(_)) => Err(BackupError::unfit(format!(
            "Several workspaces in {where_from} have the key {wanted}: name one by its id."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_is_named_by_its_id_or_by_a_key_that_only_one_has() {
        let (one, two, three) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        let known = [(one, "TLS".to_owned()), (two, "OPS".to_owned()), (three, "ops".to_owned())];
        assert_eq!(choose(&known, "tls", "this file").expect("one"), one);
        assert_eq!(choose(&known, &two.to_string(), "this file").expect("one"), two);
        let several = choose(&known, "OPS", "this file").expect_err("two");
        assert!(several.to_string().contains("Several workspaces in this file"), "{several}");
        assert!(choose(&known, "X", "this file").is_err());
    }
}
