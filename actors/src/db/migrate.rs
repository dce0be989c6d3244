//! Bringing the database to the shape that this build expects.

use sqlx::migrate::{MigrateError as Sqlx, Migrator};
use sqlx::{Connection, PgConnection};

use super::DbOptions;

/// The migrations, inside the binary.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Why the database could not be brought to the right shape, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// A newer build was here.
    #[error(
        "This database was migrated by a newer version of Troupe (it knows migration {0}, this \
         build does not). Start that version or a newer one, or use another database."
    )]
    Newer(i64),
    /// Somebody changed a migration after it ran.
    #[error(
        "Migration {0} was changed after this database had run it. Build the version that made \
         this database, or use another database."
    )]
    Changed(i64),
    /// The database does not answer.
    #[error("The database cannot be reached: {0}. Check DATABASE_URL and that the server runs.")]
    Unreachable(sqlx::Error),
    /// A migration failed; it has changed nothing.
    #[error("The database could not be migrated: {0}.")]
    Failed(Sqlx),
}

/// Runs what is missing. Nodes that start together wait for each other (an advisory lock).
///
/// # Errors
/// When the database is newer than this build, cannot be reached, or objects.
pub async fn migrate(url: &str) -> Result<(), MigrateError> {
    let options = DbOptions::migrate_options(url).map_err(MigrateError::Unreachable)?;
    let mut connection = PgConnection::connect_with(&options).await.map_err(MigrateError::Unreachable)?;
    let outcome = MIGRATIONS.run(&mut connection).await;
    // The connection has served; that it is gone now or later changes nothing.
    let _ = connection.close().await;
    outcome.map_err(|error| match error {
        Sqlx::VersionMissing(version) | Sqlx::VersionTooNew(version, _) => MigrateError::Newer(version),
        Sqlx::VersionMismatch(version) => MigrateError::Changed(version),
        other => MigrateError::Failed(other),
    })
}
