//! The queue of batches that wait to be stored, and the workers that take them to the database.
//!
//! Each worker makes one *call* of the commit function after another. The cost of a small commit is mostly the start of
//! its statements, so a call may store the batches of several workspaces (a *joint* call). Batches collect in the queue
//! while all workers are busy. If a worker is free, a batch does not wait.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use sqlx::types::Json;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::columns::Columns;
use crate::{db::Db, fail, journal::error::JournalError, sync::SeenCommand};

/// The usual number of workers. With more workers, fewer batches would share a call.
const WORKERS: usize = 2;
/// If a batch has waited for this long, the workers probably wait for locks. The batch then gets another worker.
const EXTRA_WORKER_AFTER: Duration = Duration::from_millis(50);
/// The limits of a joint call: commands, and the bytes of their events.
const MAX_COMMANDS: usize = 128;
const MAX_BYTES: usize = 128 * 1024;
/// A call with more bytes is heavy, such as a bulk edit. A worker in a heavy call is replaced by another worker, so
/// that small calls do not wait. Few heavy calls run at once, so that the database stays free for small calls.
const HEAVY_BYTES: usize = 512 * 1024;
const HEAVY_WORKERS: usize = 2;

/// The answer of the commit function for one batch.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum Outcome {
    Ok {
        /// The seq of each scope before the batch. In a joint call: null for a batch that the function skipped, because
        /// another transaction holds its lock or a check failed.
        before: Vec<Option<i64>>,
    },
    Seen {
        commands: Vec<SeenCommand>,
    },
    Stale,
    Epoch,
}

type Answer = Result<Outcome, JournalError>;

/// The queue of all waiting batches. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(in crate::journal) struct CommitQueue(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// The number of running workers that are not in a heavy call.
    light_workers: usize,
    /// The number of running heavy calls.
    heavy_calls: usize,
    /// The number of the newest batch. By its number, a batch can be withdrawn from the queue.
    last: u64,
    /// The time that all calls have taken together.
    storing: Duration,
}

#[derive(Debug)]
struct Waiting {
    number: u64,
    columns: Columns,
    /// True if the batch must not share a call with other batches.
    needs_own_call: bool,
    reply: oneshot::Sender<Answer>,
}

impl Waiting {
    fn is_heavy(&self) -> bool {
        self.columns.bytes() > HEAVY_BYTES
    }
}

impl CommitQueue {
    /// Stores a batch, perhaps in a joint call. The outcome is the same as in a call of its own.
    ///
    /// # Errors
    /// Those of the statement; `PoolTimedOut` if no worker took the batch in time.
    pub(super) async fn store(&self, db: &Db, columns: Columns) -> Answer {
        let (reply, mut answer) = oneshot::channel();
        let needs_own_call = !columns.may_be_joined();
        let (number, start_worker) = self.state().add(|number| Waiting { number, columns, needs_own_call, reply });
        if start_worker {
            self.start_worker(db);
        }
        if let Ok(answer) = tokio::time::timeout(EXTRA_WORKER_AFTER, &mut answer).await {
            return received(answer);
        }
        if self.state().add_worker_for(number, db.statement_connections()) {
            self.start_worker(db);
        }
        if let Ok(answer) = tokio::time::timeout(db.wait_limit(), &mut answer).await {
            return received(answer);
        }
        if self.state().withdraw(number) {
            return Err(sqlx::Error::PoolTimedOut.into());
        }
        // A worker has taken the batch, so the batch may be stored. The call has a time limit of its own.
        received(answer.await)
    }

    /// The time that all finished calls have taken together. Two calls at once count twice.
    pub(in crate::journal) fn storing(&self) -> Duration {
        self.state().storing
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a worker, which the caller has already counted in `State::light_workers`.
    fn start_worker(&self, db: &Db) {
        let (worker, db) = (Worker { queue: self.clone(), state: WorkerState::Light, call_began: None }, db.clone());
        db.runtime().clone().spawn(async move {
            let mut worker = worker;
            while let Some(taken) = worker.next(&db) {
                fail::point("commit");
                worker.store(&db, taken).await;
            }
        });
    }
}

/// The answer of a worker. If the worker stopped without an answer, the batch may or may not be stored.
fn received(answer: Result<Answer, oneshot::error::RecvError>) -> Answer {
    answer.unwrap_or_else(|_| Err(sqlx::Error::PoolClosed.into()))
}

impl State {
    /// Adds a batch. Returns its number, and true if the caller must start a worker.
    fn add(&mut self, waiting: impl FnOnce(u64) -> Waiting) -> (u64, bool) {
        self.last += 1;
        self.waiting.push_back(waiting(self.last));
        let start_worker = self.light_workers < WORKERS;
        self.light_workers += usize::from(start_worker);
        (self.last, start_worker)
    }

    /// Returns true if the batch still waits and the caller must start another worker.
    fn add_worker_for(&mut self, number: u64, max: usize) -> bool {
        let start_worker = self.light_workers < max && self.waiting.iter().any(|it| it.number == number);
        self.light_workers += usize::from(start_worker);
        start_worker
    }

    /// Removes a waiting batch. Returns false if a worker has already taken the batch.
    fn withdraw(&mut self, number: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|it| it.number != number);
        self.waiting.len() < before
    }

    /// The position of the first waiting batch that may start now.
    fn first(&self) -> Option<usize> {
        self.waiting.iter().position(|it| self.heavy_calls < HEAVY_WORKERS || !it.is_heavy())
    }

    /// Removes the batches of the next call: the first waiting batch that may start now, and the batches that may share
    /// its call.
    fn take(&mut self) -> Vec<Waiting> {
        let Some(first) = self.first().and_then(|index| self.waiting.remove(index)) else { return Vec::new() };
        let mut commands_left = MAX_COMMANDS.saturating_sub(first.columns.commands());
        let mut bytes_left = MAX_BYTES.saturating_sub(first.columns.bytes());
        let mut workspaces: HashSet<Uuid> = first.columns.workspaces().iter().copied().collect();
        let needs_own_call = first.needs_own_call;
        let mut taken = vec![first];
        if needs_own_call {
            return taken;
        }
        for it in std::mem::take(&mut self.waiting) {
            let (commands, bytes) = (it.columns.commands(), it.columns.bytes());
            let fits = !it.needs_own_call && commands <= commands_left && bytes <= bytes_left;
            if fits && it.columns.workspaces().iter().all(|id| !workspaces.contains(id)) {
                commands_left -= commands;
                bytes_left -= bytes;
                workspaces.extend(it.columns.workspaces());
                taken.push(it);
            } else {
                self.waiting.push_back(it);
            }
        }
        taken
    }
}

/// Makes one call after another, until no batch waits.
struct Worker {
    queue: CommitQueue,
    state: WorkerState,
    call_began: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum WorkerState {
    Light,
    /// The worker is in a heavy call, and not counted in `State::light_workers`.
    Heavy,
    Stopped,
}

impl Worker {
    fn next(&mut self, db: &Db) -> Option<Vec<Waiting>> {
        let mut state = self.queue.state();
        state.storing += self.call_began.take().map_or(Duration::ZERO, |began| began.elapsed());
        if self.state == WorkerState::Heavy {
            state.heavy_calls -= 1;
            state.light_workers += 1;
            self.state = WorkerState::Light;
        }
        let taken = state.take();
        match taken.first() {
            None => {
                // The queue is still locked, so the next batch sees the lower count and starts a worker.
                state.light_workers -= 1;
                self.state = WorkerState::Stopped;
                return None;
            }
            Some(first) if first.is_heavy() => {
                state.heavy_calls += 1;
                state.light_workers -= 1;
                self.state = WorkerState::Heavy;
                if state.light_workers < WORKERS && state.first().is_some() {
                    state.light_workers += 1;
                    drop(state);
                    self.queue.start_worker(db);
                }
            }
            Some(_) => {}
        }
        self.call_began = Some(Instant::now());
        Some(taken)
    }

    async fn store(&self, db: &Db, taken: Vec<Waiting>) {
        if taken.len() == 1 {
            for it in taken {
                let answer = call(db, it.columns).await;
                // The caller may have given up. The batch is stored all the same.
                let _ = it.reply.send(answer);
            }
            return;
        }
        match call(db, Columns::together(taken.iter().map(|it| &it.columns))).await {
            Ok(Outcome::Ok { before }) => {
                let mut before = before.into_iter();
                for it in taken {
                    let own: Vec<_> = before.by_ref().take(it.columns.scopes()).collect();
                    if own.iter().all(Option::is_some) {
                        let _ = it.reply.send(Ok(Outcome::Ok { before: own }));
                    } else {
                        self.retry_alone(it);
                    }
                }
            }
            // The database rejects the joint call because of one batch. Each batch is retried alone, so only the bad batch
            // fails again. `Ok(_)`: a joint call skips a batch whose check fails, and never answers with these states.
            Ok(_) | Err(JournalError::Refused(_)) => taken.into_iter().for_each(|it| self.retry_alone(it)),
            Err(error) if error.is_statement_timeout() => taken.into_iter().for_each(|it| self.retry_alone(it)),
            Err(JournalError::Away(error)) => {
                for it in taken {
                    let _ = it.reply.send(Err(JournalError::Away(Arc::clone(&error))));
                }
            }
        }
    }

    /// Puts a batch at the end of the queue, for a call of its own. A joint call skips locked batches; a call with one
    /// batch waits for its locks.
    fn retry_alone(&self, it: Waiting) {
        self.queue.state().waiting.push_back(Waiting { needs_own_call: true, ..it });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        match self.state {
            WorkerState::Light => self.queue.state().light_workers -= 1,
            WorkerState::Heavy => self.queue.state().heavy_calls -= 1,
            WorkerState::Stopped => {}
        }
    }
}

async fn call(db: &Db, columns: Columns) -> Answer {
    let outcome: Json<Outcome> = db
        .run_statement(move |pool| async move { columns.call().fetch_one(&pool).await.map_err(JournalError::from) })
        .await?;
    Ok(outcome.0)
}
