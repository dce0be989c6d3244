//! How connections are opened.

use std::str::FromStr;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

/// The database ends a statement that takes longer than this.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// How connections are opened, and how many.
#[derive(Clone, Debug)]
pub struct DbOptions {
    /// The most connections for general work.
    pub pool_size: u32,
    /// The most further connections, for commits alone.
    pub statement_connections: u32,
    /// How long a request waits for a free connection before it is refused with `unavailable`.
    pub acquire_timeout: Duration,
    /// Threads of the runtime that the connections live on.
    pub threads: usize,
}

impl Default for DbOptions {
    fn default() -> Self {
        Self { pool_size: 16, statement_connections: 8, acquire_timeout: Duration::from_secs(3), threads: 2 }
    }
}

impl DbOptions {
    /// The settings of every connection. The limits keep one slow or stopped node from blocking the others: without
    /// them, a node that was paused inside a transaction stopped the commits of all other nodes for the same time
    /// (measured).
    pub(super) fn connect_options(&self, url: &str) -> Result<PgConnectOptions, sqlx::Error> {
        let options = PgConnectOptions::from_str(url)?.application_name("troupe").options([
            ("lock_timeout", "2s"),
            ("statement_timeout", &format!("{}s", STATEMENT_TIMEOUT.as_secs())),
            ("idle_in_transaction_session_timeout", "5s"),
            ("timezone", "UTC"),
        ]);
        Ok(quiet(options))
    }

    /// A migration may take its time; each one sets its own `lock_timeout`.
    pub(super) fn migrate_options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
        let options = PgConnectOptions::from_str(url)?.application_name("troupe migrate").options([
            ("lock_timeout", "0"),
            ("statement_timeout", "0"),
            ("timezone", "UTC"),
            // Otherwise the database notes each time that the table of migrations exists.
            ("client_min_messages", "warning"),
        ]);
        Ok(quiet(options))
    }
}

/// Statements are not logged: their values are people's data.
fn quiet(options: PgConnectOptions) -> PgConnectOptions {
    options.disable_statement_logging()
}
