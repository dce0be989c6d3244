//! Brings the database to the schema that this build expects.

use std::time::Duration;

use sqlx::migrate::{MigrateError as Sqlx, Migrator};
use sqlx::{Connection, PgConnection};

use super::DbOptions;
use super::shape::{MIGRATIONS, Shape, shape_for};

/// How often a migration is tried. Each try waits for its locks up to the migration's own `lock_timeout`, so that other
/// statements queue behind it no longer than that.
const TRIES: u32 = 12;
/// The pause between two tries. It is as long as a try may block other statements, so a statement that waited behind
/// one try has ended before the next.
const PAUSE: Duration = Duration::from_secs(2);

/// Why the database could not be migrated, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// A newer build has migrated the database, and this build cannot serve it.
    #[error(
        "This database was migrated by a newer version of Troupe (it knows migration {0}, this \
         build does not). Start that version or a newer one, or use another database."
    )]
    Newer(i64),
    /// A migration was changed after it ran.
    #[error(
        "Migration {0} was changed after this database had run it. Build the version that made \
         this database, or use another database."
    )]
    Changed(i64),
    /// The database does not answer.
    #[error("The database cannot be reached: {0}. Check DATABASE_URL and that the server runs.")]
    Unreachable(sqlx::Error),
    /// Another session holds a lock for longer than a migration waits, or the database has ended a deadlock with it.
    #[error(
        "The database could not be migrated: other sessions hold locks that it needs ({0}). Nothing \
         was changed; find them in pg_stat_activity, and try again."
    )]
    Busy(Sqlx),
    /// A migration failed; it has changed nothing.
    #[error("The database could not be migrated: {0}.")]
    Failed(Sqlx),
}

impl From<Sqlx> for MigrateError {
    fn from(error: Sqlx) -> Self {
        match error {
            Sqlx::VersionMissing(version) | Sqlx::VersionTooNew(version, _) => Self::Newer(version),
            Sqlx::VersionMismatch(version) => Self::Changed(version),
            other if waited_for_a_lock(&other) => Self::Busy(other),
            other => Self::Failed(other),
        }
    }
}

/// True if the migration gave up waiting for a lock, and may be tried again.
fn waited_for_a_lock(error: &Sqlx) -> bool {
    match error {
        Sqlx::Execute(sqlx::Error::Database(error)) | Sqlx::ExecuteMigration(sqlx::Error::Database(error), _) => {
            // `lock_not_available` and `deadlock_detected`.
            matches!(error.code().as_deref(), Some("55P03" | "40P01"))
        }
        _ => false,
    }
}

/// Runs the missing migrations. Nodes that start together wait for each other by an advisory lock. A newer database is
/// left as it is, if its migrations say that this build can serve beside a newer one.
///
/// # Errors
/// If the database is too new for this build, cannot be reached, or refuses a migration.
pub async fn migrate(url: &str) -> Result<(), MigrateError> {
    migrate_to(url, &MIGRATIONS).await
}

/// The same with other migrations than this build's; tests pass those of a later version.
///
/// # Errors
/// As [`migrate`].
pub async fn migrate_to(url: &str, migrations: &Migrator) -> Result<(), MigrateError> {
    let mut tries = 1;
    loop {
        match once(url, migrations).await {
            Err(MigrateError::Busy(error)) if tries < TRIES => {
                tracing::warn!(%error, tries, "a migration waits for a lock; trying again");
                tries += 1;
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

/// Uses a connection of its own, so that the advisory lock ends with the connection in any case.
async fn once(url: &str, migrations: &Migrator) -> Result<(), MigrateError> {
    let options = DbOptions::migrate_options(url).map_err(MigrateError::Unreachable)?;
    let mut connection = PgConnection::connect_with(&options).await.map_err(MigrateError::Unreachable)?;
    let outcome = match shape_for(&mut connection, migrations).await {
        Ok(Shape::TooNew(version)) => Err(MigrateError::Newer(version)),
        Ok(Shape::Ahead(version)) => {
            tracing::warn!(version, "a newer version of Troupe has migrated this database; this one serves beside it");
            let mut known = Migrator::with_migrations(migrations.iter().cloned().collect());
            known.set_ignore_missing(true).run(&mut connection).await.map_err(MigrateError::from)
        }
        Ok(_) => migrations.run(&mut connection).await.map_err(MigrateError::from),
        Err(error) => Err(MigrateError::Unreachable(error)),
    };
    // The migrations are done: a failure to close the connection changes nothing.
    let _ = connection.close().await;
    outcome
}
