//! A connection outside the pool.

use sqlx::{Connection, PgConnection};

use super::{DbOptions, durability};

/// A connection for long work of an operator, such as a backup. It has none of the time limits that keep a node
/// responsive. The caller uses it to the end, or drops it together with its transaction.
///
/// # Errors
/// If the address cannot be read, or no database answers there.
pub async fn connect_unpooled(url: &str) -> Result<PgConnection, sqlx::Error> {
    let mut connection = PgConnection::connect_with(&DbOptions::migrate_options(url)?).await?;
    durability::keep_commits_of(&mut connection).await?;
    Ok(connection)
}
