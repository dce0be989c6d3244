//! The pool of a node: it takes due jobs and runs them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::ended::{Ended, after};
use super::job::{Failure, Run};
use super::kinds::Kinds;
use super::queue::{Jobs, Taken};
use crate::critical::catch_panic;
use crate::{fail, words};

/// How long a node tries to store the end of a run while the database is away.
const STORING: Duration = Duration::from_secs(300);
const STORING_PAUSE: Duration = Duration::from_millis(500);

/// Counts a run by its kind and outcome.
pub type Count = Arc<dyn Fn(&str, &'static str) + Send + Sync>;

/// The options of a pool.
#[derive(Clone)]
pub struct PoolOptions {
    /// The id of the node.
    pub node: Uuid,
    /// Jobs that run at once.
    pub slots: usize,
    /// How often an idle pool looks for due jobs. A job that this node stores is found at once.
    pub poll: Duration,
    /// Counts each run: its kind, and `done`, `obsolete`, `again`, `later`, `dead` or `failed_period`.
    pub count: Count,
}

impl PoolOptions {
    /// The usual options, without a counter.
    #[must_use]
    pub fn of_node(node: Uuid) -> Self {
        Self { node, slots: 4, poll: Duration::from_secs(2), count: Arc::new(|_, _| {}) }
    }
}

/// The pool of a node. Cheap to clone.
#[derive(Clone)]
pub struct Pool {
    jobs: Jobs,
    kinds: Arc<Kinds>,
    options: PoolOptions,
}

impl Pool {
    /// A pool that runs these kinds. It leaves jobs of other kinds to nodes of other builds (JB9).
    #[must_use]
    pub fn new(jobs: Jobs, kinds: Kinds, options: PoolOptions) -> Self {
        Self { jobs, kinds: Arc::new(kinds), options }
    }

    /// Takes and runs jobs until `stop` is true, then waits for the running ones.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut running = JoinSet::new();
        let (mut scheduled, mut away) = (false, false);
        while !*stop.borrow_and_update() {
            let free = self.options.slots.saturating_sub(running.len());
            let taken = catch_panic(self.look(&mut scheduled, free)).await.unwrap_or(Ok(Vec::new()));
            let taken = match taken {
                Ok(taken) => {
                    away = false;
                    taken
                }
                Err(sqlx::Error::PoolClosed) => break,
                Err(error) => {
                    if !away {
                        tracing::warn!(%error, "cannot look for jobs");
                    }
                    away = true;
                    Vec::new()
                }
            };
            let more = taken.len() == free;
            for job in taken {
                running.spawn(self.clone().run_taken(job));
            }
            tokio::select! {
                // The sender is gone, so the node is about to end.
                changed = stop.changed() => if changed.is_err() { break },
                () = self.jobs.woken(), if !more => {}
                () = tokio::time::sleep(self.options.poll), if !more => {}
                Some(_) = running.join_next(), if more => {}
            }
            while running.try_join_next().is_some() {}
        }
        while running.join_next().await.is_some() {}
    }

    async fn look(&self, scheduled: &mut bool, free: usize) -> Result<Vec<Taken>, sqlx::Error> {
        if !*scheduled {
            self.jobs.schedule(&self.kinds).await?;
            *scheduled = true;
        }
        self.jobs.take(self.options.node, &self.kinds, i64::try_from(free).unwrap_or(i64::MAX)).await
    }

    async fn run_taken(self, job: Taken) {
        let Taken { id, kind, payload, state, tries, expires_at } = job;
        let Some(plan) = self.kinds.plan(&kind) else { return };
        match state.as_str() {
            "running" => {}
            "dead" | "waiting" => {
                tracing::error!(job = %id, kind, tries, "the node that ran a job stopped each time");
                return (self.options.count)(&kind, if state == "dead" { "dead" } else { "failed_period" });
            }
            _ => return (self.options.count)(&kind, "obsolete"),
        }
        let run = Run { id, tries, expires_at };
        let work = async {
            fail::point("job");
            match self.kinds.run(&kind, payload.unwrap_or(Value::Null), run) {
                Some(work) => work.await,
                None => Err(Failure::Passing(words::PAYLOAD_UNREADABLE.to_owned())),
            }
        };
        let result = match tokio::time::timeout(plan.time_limit, catch_panic(work)).await {
            Ok(Some(result)) => result,
            Ok(None) => Err(Failure::Passing(words::JOB_PANICKED.to_owned())),
            Err(_) => Err(Failure::Passing(words::job_too_slow(plan.time_limit.as_secs()))),
        };
        if let Err(failure) = &result {
            tracing::warn!(job = %id, kind, tries, error = failure.text(), "a job failed");
        }
        let ended = after(&plan, tries, result);
        let outcome = match &ended {
            Ended::Done | Ended::NextPeriod { error: None, .. } => "done",
            Ended::Obsolete => "obsolete",
            Ended::Again { .. } => "again",
            Ended::Later { .. } => "later",
            Ended::Dead { .. } => "dead",
            Ended::NextPeriod { .. } => "failed_period",
        };
        (self.options.count)(&kind, outcome);
        self.store_end(id, tries, ended).await;
    }

    /// Stores the end of a run, also if the database is away for a while: otherwise the job would run again (JB6).
    async fn store_end(&self, id: Uuid, tries: i32, ended: Ended) {
        let began = Instant::now();
        loop {
            match self.jobs.end(self.options.node, id, tries, ended.clone()).await {
                Ok(true) => return,
                Ok(false) => return tracing::warn!(job = %id, "another node has taken a job after its lease ended"),
                Err(error) if matches!(error, sqlx::Error::PoolClosed) || began.elapsed() > STORING => {
                    return tracing::error!(job = %id, %error, "the end of a job was not stored; the job will run again");
                }
                Err(_) => tokio::time::sleep(STORING_PAUSE).await,
            }
        }
    }
}
