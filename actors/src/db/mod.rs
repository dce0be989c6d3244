//! Access to the database.
//!
//! The pool lives on a runtime of its own, and everything that touches a connection runs in a task that is spawned
//! there, for two reasons. A busy worker thread would otherwise delay every query whose answer has arrived (measured:
//! 1.4 s for a `select 1`). And a caller may go away at any moment, while a database future must never be dropped
//! half-way. With sqlx 0.9.0, a dropped `begin()` returns its connection inside an open transaction. The next user of
//! that connection writes rows that answer Ok and vanish (sqlx#4393).

mod durability;
mod guard;
mod migrate;
mod options;
mod pools;
mod response_times;
mod runtime;
mod shape;
mod unpooled;

pub use durability::{Forgets, forgets};
pub use migrate::{MigrateError, migrate, migrate_to};
pub use options::DbOptions;
pub use shape::{MIGRATIONS, Shape, shape};
pub use unpooled::connect_unpooled;

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::PgPool;
use tokio::runtime::Handle;
use tracing::Instrument;

use pools::{CurrentPools, Kind, Pools};
use response_times::ResponseTimes;
use runtime::OwnRuntime;

use crate::critical::CriticalTasks;

/// How long `close` waits for work under way.
const CLOSING: Duration = Duration::from_secs(1);

/// Two pools, which are replaced if their connections are dead, and the runtime of their connections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pools: CurrentPools,
    runtime: Arc<OwnRuntime>,
    times: ResponseTimes,
    critical: CriticalTasks,
    connections: usize,
    statement_connections: usize,
    wait_limit: Duration,
}

impl Db {
    /// Opens a pool, and checks that the database answers.
    ///
    /// # Errors
    /// If the address cannot be read, or no database answers there.
    pub async fn connect(url: &str, options: &DbOptions) -> Result<Self, sqlx::Error> {
        let connect = options.connect_options(url)?;
        let runtime = Arc::new(OwnRuntime::new("db", options.threads)?);
        let pools = CurrentPools::new(connect, options.clone(), runtime.handle().clone());
        let pool = pools.get().general.clone();
        let first = runtime.handle().spawn(async move { pool.acquire().await.map(drop) });
        first.await.map_err(|_| sqlx::Error::PoolClosed)??;
        Ok(Self {
            pools,
            runtime,
            times: ResponseTimes::default(),
            critical: CriticalTasks::default(),
            connections: options.pool_size as usize,
            statement_connections: options.statement_connections as usize,
            wait_limit: options.acquire_timeout,
        })
    }

    /// Runs database work to its end, even if the caller goes away. Only work on a dead connection is given up.
    ///
    /// # Errors
    /// The error of the work; `PoolClosed` if the runtime was shut down meanwhile.
    ///
    /// # Panics
    /// A panic of the work continues in the caller.
    pub async fn run<W, F, T, E>(&self, work: W) -> Result<T, E>
    where
        W: FnOnce(PgPool) -> F,
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<sqlx::Error> + Send + 'static,
    {
        self.run_on(Kind::General, work).await
    }

    /// Runs one statement in autocommit to its end, even if the caller goes away. It must not begin a transaction. Its
    /// connections are checked neither when they are taken nor when they come back: each check is a round trip, which
    /// takes as long as a small commit.
    ///
    /// # Errors
    /// The error of the work; `PoolClosed` if the runtime was shut down meanwhile.
    ///
    /// # Panics
    /// A panic of the work continues in the caller.
    pub async fn run_statement<W, F, T, E>(&self, work: W) -> Result<T, E>
    where
        W: FnOnce(PgPool) -> F,
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<sqlx::Error> + Send + 'static,
    {
        self.run_on(Kind::Statement, work).await
    }

    async fn run_on<W, F, T, E>(&self, kind: Kind, work: W) -> Result<T, E>
    where
        W: FnOnce(PgPool) -> F,
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<sqlx::Error> + Send + 'static,
    {
        // The log lines of the work belong to the caller's span.
        let pools = self.pools.get();
        let pool = if kind == Kind::Statement { &pools.statements } else { &pools.general };
        let work = work(pool.clone()).in_current_span();
        // Inside the task, because the task goes on after the caller has left.
        let request = self.times.begin();
        let (current, times) = (self.pools.clone(), self.times.clone());
        let work = async move {
            let answer = current.run(kind, pools, &times, work).await;
            request.ended(answer.is_ok());
            answer
        };
        match self.runtime.handle().spawn(work).await {
            Ok(answer) => answer,
            Err(failure) => match failure.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_) => Err(sqlx::Error::PoolClosed.into()),
            },
        }
    }

    /// The runtime for all I/O except sockets.
    #[must_use]
    pub fn runtime(&self) -> &Handle {
        self.runtime.handle()
    }

    /// The tasks that the node on this database cannot do without.
    #[must_use]
    pub const fn critical(&self) -> &CriticalTasks {
        &self.critical
    }

    /// How many pieces of work may have a connection at once.
    pub(crate) const fn connections_at_most(&self) -> usize {
        self.connections
    }

    /// How many statements may run at once: see [`Db::run_statement`].
    pub(crate) const fn statement_connections(&self) -> usize {
        self.statement_connections
    }

    /// How long a request waits before it is refused because the database is away.
    pub(crate) const fn wait_limit(&self) -> Duration {
        self.wait_limit
    }

    /// The time that the database's last good response took.
    #[must_use]
    pub fn last_response_time(&self) -> Duration {
        self.times.last()
    }

    /// For how long the database has had requests of this process and has answered none.
    #[must_use]
    pub fn silent_for(&self) -> Duration {
        self.times.silence(Instant::now())
    }

    /// How many connections are open, and how many of them are idle.
    #[must_use]
    pub fn connections(&self) -> (u32, usize) {
        let Pools { general, statements, .. } = &*self.pools.get();
        (general.size() + statements.size(), general.num_idle() + statements.num_idle())
    }

    /// Waits for work under way, at most for a second, and closes every connection.
    pub async fn close(&self) {
        let Pools { general, statements, .. } = (*self.pools.get()).clone();
        // A pool closes on its own runtime; whether that runtime is already gone does not matter.
        let closing = async move {
            statements.close().await;
            general.close().await;
        };
        let closing = self.runtime.handle().spawn(async move { tokio::time::timeout(CLOSING, closing).await });
        let _ = closing.await;
    }
}
