//! A connection outside the pool.

use sqlx::{Connection, PgConnection};

use super::{DbOptions, durability};

/// A connection for work of an operator that takes as long as it takes, such as a backup: with none of the time limits
/// that keep a node quick. It is to be used to its end, or dropped with what it has begun.
///
/// # Errors
/// When the address cannot be read, or nothing answers there.
pub async fn connect_unpooled(url: &str) -> Result<PgConnection, sqlx::Error> {
    let mut connection = PgConnection::connect_with(&DbOptions::migrate_options(url)?).await?;
    durability::keep_commits_of(&mut connection).await?;
    Ok(connection)
}
