//! The two pools, and their replacement when their connections are dead.
//!
//! A database can vanish without a reset: its host is gone, or a firewall has forgotten the connection. Then a request
//! waits for its answer until TCP gives up, a quarter of an hour later. sqlx has no limit for this, and offers no way
//! to set one on its sockets. But the database ends every statement after [`STATEMENT_TIMEOUT`]. A statement without an
//! answer long after that time will never get one.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep, timeout};

use super::options::{DbOptions, STATEMENT_TIMEOUT};
use super::response_times::ResponseTimes;
use super::{durability, guard};

/// Allows for the way from the end of a statement to its answer.
const ON_THE_WAY: Duration = Duration::from_secs(1);
/// A statement may need this many times the last response time: to check the connection, to prepare the statement, and
/// to run it.
const ROUND_TRIPS: u32 = 3;
/// Work of several statements is given up after this time plus [`STEPS`] times the last response time, even if other
/// work gets answers.
const LONGEST: Duration = Duration::from_secs(30);
const STEPS: u32 = 20;
/// The raised time limit is lowered again once work takes less than this fraction of the usual one.
const NEAR: u32 = 16;
/// A longer response time is not put down to the distance of the database.
const FARTHEST: Duration = Duration::from_secs(3);
/// How often long work is checked.
const LOOK: Duration = Duration::from_millis(500);

/// Two pools that were opened with the same options.
#[derive(Clone, Debug)]
pub(super) struct Pools {
    pub general: PgPool,
    /// For commits: see [`Db::run_statement`](super::Db::run_statement).
    pub statements: PgPool,
    /// The time limit for getting a connection, and for opening one.
    wait: Duration,
}

/// The kind of work that needs a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any work.
    General,
    /// One statement in autocommit.
    Statement,
}

/// The pools in use. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct CurrentPools(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    now: RwLock<Arc<Pools>>,
    connect: PgConnectOptions,
    options: DbOptions,
    runtime: Handle,
    /// A task measures how long opening a connection takes.
    measuring: AtomicBool,
}

impl CurrentPools {
    /// Does not connect yet.
    pub(super) fn new(connect: PgConnectOptions, options: DbOptions, runtime: Handle) -> Self {
        let now = RwLock::new(Arc::new(open(&connect, &options, &runtime, options.acquire_timeout)));
        Self(Arc::new(Inner { now, connect, options, runtime, measuring: AtomicBool::new(false) }))
    }

    pub(super) fn get(&self) -> Arc<Pools> {
        self.0.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs work on `pools`. If the connection is lost, the work is dropped, and its outcome is unknown.
    pub(super) async fn run<T, E: From<sqlx::Error>>(
        &self,
        kind: Kind,
        pools: Arc<Pools>,
        times: &ResponseTimes,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let asked = Instant::now();
        let (mut work, mut look) = (pin!(work), pin!(sleep(Patience::of(pools.wait, Duration::ZERO).one)));
        loop {
            tokio::select! {
                biased;
                answer = &mut work => {
                    let (took, usual) = (asked.elapsed(), self.0.options.acquire_timeout);
                    if answer.is_err() && took >= pools.wait {
                        self.measure_opening(&pools);
                    } else if answer.is_ok() && pools.wait > usual && took * NEAR < usual {
                        self.replace(&pools, usual);
                    }
                    return answer;
                }
                () = &mut look => {
                    let silence = times.silence(Instant::now().into_std());
                    if is_lost(kind, asked.elapsed(), silence, Patience::of(pools.wait, times.last())) {
                        tracing::warn!("the connections to the database are dead; opening new ones");
                        // Before the work is dropped, so that its connection goes back to a closed pool, which closes
                        // it.
                        self.replace(&pools, self.0.options.acquire_timeout);
                        return Err(sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "no answer")).into());
                    }
                    look.as_mut().reset(Instant::now() + LOOK);
                }
            }
        }
    }

    /// Work has failed after the time limit for a connection. If that limit is shorter than opening takes, no
    /// connection ever opens. So one connection is opened here without the limit; if opening takes longer than the
    /// limit, the limit is raised.
    fn measure_opening(&self, pools: &Arc<Pools>) {
        if self.0.measuring.swap(true, Ordering::AcqRel) {
            return;
        }
        let (current, pools) = (self.clone(), pools.clone());
        self.0.runtime.spawn(async move {
            let began = Instant::now();
            let opened = timeout(LONGEST, open_one(&current.0.connect)).await;
            current.0.measuring.store(false, Ordering::Release);
            let took = began.elapsed();
            if matches!(opened, Ok(Ok(()))) && took >= pools.wait {
                tracing::warn!(?took, "opening a connection takes long; raising the time limit");
                current.replace(&pools, took * 2);
            }
        });
    }

    /// Replaces these pools, once. Other work on them goes on to its end.
    fn replace(&self, lost: &Arc<Pools>, wait: Duration) {
        let Inner { now, connect, options, runtime, .. } = &*self.0;
        let mut now = now.write().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&now, lost) {
            return;
        }
        *now = Arc::new(open(connect, options, runtime, wait));
        for pool in [&lost.general, &lost.statements] {
            let pool = pool.clone();
            // The pool is closed when `close` is called, and not only when its future is polled.
            let closing = pool.close();
            drop(closing);
            runtime.spawn(async move { pool.close().await });
        }
    }
}

/// The longest time for an answer.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// For one statement.
    one: Duration,
    /// For several statements, one after the other.
    whole: Duration,
}

impl Patience {
    /// The limits for a pool with the time limit `wait`, after a response time of `last`. They grow with `last`,
    /// because a connection that is given up is slow to replace if the database is far away or slow.
    fn of(wait: Duration, last: Duration) -> Self {
        let last = last.min(FARTHEST);
        let one = wait + STATEMENT_TIMEOUT + ON_THE_WAY + last * ROUND_TRIPS;
        Self { one, whole: one.max(LONGEST + last * STEPS) }
    }
}

/// True if the answer will never come.
fn is_lost(kind: Kind, waited: Duration, silence: Duration, patience: Patience) -> bool {
    match kind {
        Kind::Statement => waited >= patience.one,
        // A slow answer is fine, as long as other statements get theirs.
        Kind::General => waited >= patience.whole || waited.min(silence) >= patience.one,
    }
}

/// Opens and closes one connection, in the way that a pool does.
async fn open_one(connect: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let mut connection = connect.connect().await?;
    durability::keep_commits_of(&mut connection).await?;
    connection.close().await
}

fn open(connect: &PgConnectOptions, options: &DbOptions, runtime: &Handle, wait: Duration) -> Pools {
    let pool_options = PgPoolOptions::new()
        .max_connections(options.pool_size)
        .acquire_timeout(wait)
        .idle_timeout(Duration::from_secs(300))
        .after_connect(durability::keep_commits);
    let statement_options = pool_options
        .clone()
        .max_connections(options.statement_connections)
        .test_before_acquire(false)
        .before_acquire(guard::try_what_was_idle);
    let _inside = runtime.enter();
    Pools {
        general: pool_options.after_release(guard::refuse_open_transaction).connect_lazy_with(connect.clone()),
        statements: statement_options.connect_lazy_with(connect.clone()),
        wait,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f15_an_answer_is_given_up_when_the_database_would_have_ended_its_statement_long_ago() {
        let seconds = Duration::from_secs;
        let patience = Patience { one: seconds(9), whole: seconds(30) };
        let lost = |kind, waited, silence| is_lost(kind, seconds(waited), seconds(silence), patience);
        assert!(!lost(Kind::Statement, 8, 8));
        assert!(lost(Kind::Statement, 9, 0), "even if other statements get answers");
        assert!(!lost(Kind::General, 8, 8));
        assert!(!lost(Kind::General, 29, 8), "other work gets answers");
        assert!(lost(Kind::General, 9, 9), "no work gets answers");
        assert!(lost(Kind::General, 30, 0));
    }

    #[test]
    fn f15_the_default_limit_is_within_ten_seconds() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let current =
            CurrentPools::new(PgConnectOptions::new_without_pgpass(), DbOptions::default(), runtime.handle().clone());
        assert!(Patience::of(current.get().wait, Duration::from_millis(300)).one <= Duration::from_secs(10));
        let before = current.get();
        current.replace(&before, Duration::from_secs(3));
        let after = current.get();
        assert!(before.general.is_closed() && before.statements.is_closed());
        assert!(!after.general.is_closed() && !after.statements.is_closed());
        current.replace(&before, Duration::from_secs(3));
        assert!(Arc::ptr_eq(&after, &current.get()), "the pools are replaced once, however many wait");
    }

    #[test]
    fn f15_one_slow_answer_does_not_raise_the_limits_without_bound() {
        let (wait, minute) = (Duration::from_secs(3), Duration::from_secs(60));
        assert_eq!(Patience::of(wait, minute).one, Patience::of(wait, FARTHEST).one);
        assert!(Patience::of(wait, minute).whole <= Duration::from_secs(90));
    }
}
