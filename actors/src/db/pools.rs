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

/// For what lies between a statement's end and its answer.
const ON_THE_WAY: Duration = Duration::from_secs(1);
/// A statement may need so many times what the last answer took: to ask whether the connection lives, to prepare it,
/// to run it.
const ROUND_TRIPS: u32 = 3;
/// Work of several statements is given up after so long, even where others are answered; with so many times what the
/// last answer took on top.
const LONGEST: Duration = Duration::from_secs(30);
const STEPS: u32 = 20;
/// Where work takes no more than this part of what is waited for a connection, one is opened in that time as well.
const NEAR: u32 = 16;
/// No answer is believed to take longer on its way; what does was slow for another reason.
const FARTHEST: Duration = Duration::from_secs(3);
/// How often work that takes long is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Connections that were opened alike.
#[derive(Clone, Debug)]
pub(super) struct Pools {
    pub general: PgPool,
    /// For commits: see [`Db::run_statement`](super::Db::run_statement).
    pub statements: PgPool,
    /// So long is waited for a connection of theirs, and for its opening where there is none.
    wait: Duration,
}

/// What is to be done with a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Anything.
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
    /// Connects nowhere yet.
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
                        tracing::warn!("connections to the database lead nowhere; others are opened");
                        // Before the work is dropped: its connection goes back to a pool that closes it.
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
                tracing::warn!(?took, "the database is far away: its connections are waited for longer");
                current.replace(&pools, took * 2);
            }
        });
    }

    /// New pools in place of these, once. Work that others have under way on these goes on to its own end.
    fn replace(&self, lost: &Arc<Pools>, wait: Duration) {
        let Inner { now, connect, options, runtime, .. } = &*self.0;
        let mut now = now.write().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&now, lost) {
            return;
        }
        *now = Arc::new(open(connect, options, runtime, wait));
        for pool in [&lost.general, &lost.statements] {
            let pool = pool.clone();
            // From now on, and not only when it is polled.
            let closing = pool.close();
            drop(closing);
            runtime.spawn(async move { pool.close().await });
        }
    }
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// To one statement.
    one: Duration,
    /// To several, one after the other.
    whole: Duration,
}

impl Patience {
    /// Where a connection is waited for so long, and the last response took `last`. A connection that is given up is not
    /// to be had again from a database that is far away or slow: opening one takes longer than using one.
    fn of(wait: Duration, last: Duration) -> Self {
        let last = last.min(FARTHEST);
        let one = wait + STATEMENT_TIMEOUT + ON_THE_WAY + last * ROUND_TRIPS;
        Self { one, whole: one.max(LONGEST + last * STEPS) }
    }
}

/// Whether an answer will never come.
fn is_lost(kind: Kind, waited: Duration, silence: Duration, patience: Patience) -> bool {
    match kind {
        Kind::Statement => waited >= patience.one,
        // A slow answer is fine, as long as other statements get theirs.
        Kind::General => waited >= patience.whole || waited.min(silence) >= patience.one,
    }
}

/// As a pool does it, and closes it again.
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
        assert!(lost(Kind::Statement, 9, 0), "whoever else is answered");
        assert!(!lost(Kind::General, 8, 8));
        assert!(!lost(Kind::General, 29, 8), "it goes on from statement to statement, as others do");
        assert!(lost(Kind::General, 9, 9), "nobody is answered");
        assert!(lost(Kind::General, 30, 0));
    }

    #[test]
    fn f15_by_default_that_is_within_ten_seconds() {
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
        assert!(Arc::ptr_eq(&after, &current.get()), "once is enough, however many wait");
    }

    #[test]
    fn f15_one_slow_answer_does_not_make_the_database_far() {
        let (wait, minute) = (Duration::from_secs(3), Duration::from_secs(60));
        assert_eq!(Patience::of(wait, minute).one, Patience::of(wait, FARTHEST).one);
        assert!(Patience::of(wait, minute).whole <= Duration::from_secs(90));
    }
}
