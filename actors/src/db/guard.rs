//! Checks a connection when it leaves a pool and when it comes back. [`Db::run`](super::Db::run) already keeps
//! connections from coming back inside a transaction; this is the second line.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use sqlx::pool::PoolConnectionMetadata;
use sqlx::{Connection, PgConnection, Row};

/// A connection that was used this recently is believed to be alive.
const FRESH: Duration = Duration::from_secs(1);

/// Checks that a connection is still alive, if it was not used for a while.
pub(super) fn try_what_was_idle(
    connection: &mut PgConnection,
    meta: PoolConnectionMetadata,
) -> Pin<Box<dyn Future<Output = Result<bool, sqlx::Error>> + Send + '_>> {
    Box::pin(async move {
        if meta.idle_for > FRESH {
            connection.ping().await?;
        }
        Ok(true)
    })
}

/// True if a connection may be used again.
///
/// Outside a transaction, the statement is its own transaction, so both clocks show the same instant. (This needs the
/// simple protocol: a prepared statement is bound before it runs.) Inside a transaction that was left open, the
/// transaction began earlier; inside a failed one, the statement is an error. In both cases the connection is closed,
/// and PostgreSQL rolls back. A plain `rollback` would also work, but would write a warning to the database's log each
/// time that there is no transaction.
pub(super) fn refuse_open_transaction(
    connection: &mut PgConnection,
    _: PoolConnectionMetadata,
) -> Pin<Box<dyn Future<Output = Result<bool, sqlx::Error>> + Send + '_>> {
    Box::pin(async move {
        let row = sqlx::raw_sql("select transaction_timestamp() = statement_timestamp()").fetch_one(connection).await?;
        let clean: bool = row.try_get(0)?;
        if !clean {
            tracing::error!("a connection came back inside an open transaction and was closed");
        }
        Ok(clean)
    })
}
