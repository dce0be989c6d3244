//! The queue of batches that wait to be stored, and the workers that take them to the database.
//!
//! Most of what a small commit costs is the start of its statements. While the workers are busy, batches of different
//! workspaces gather in the queue, and the next call takes them together. While a worker is free, a batch goes at once.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use sqlx::types::Json;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::columns::Columns;
use crate::{db::Db, fail, journal::error::JournalError, sync::SeenCommand};

/// The most calls under way before batches gather. More workers would make more, smaller calls.
const WORKERS: usize = 2;
/// A batch that has waited for this long gets another worker: the workers at hand wait for a lock.
const PATIENCE: Duration = Duration::from_millis(50);
/// The most commands of a joint call, and the most bytes of their events.
const COMMANDS: usize = 128;
const BYTES: usize = 128 * 1024;
/// A call with more bytes is heavy, such as a bulk edit. Heavy calls have workers of their own, so that small calls do
/// not wait for them. These workers are few, so that the database stays free for small calls.
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
    /// Workers that run and are not in a heavy call.
    open: usize,
    /// Heavy calls under way.
    heavy: usize,
    /// The number of the last waiting batch. Batches have numbers so that they can leave the queue.
    last: u64,
}

#[derive(Debug)]
struct Waiting {
    number: u64,
    columns: Columns,
    /// Not to be joined with other batches.
    alone: bool,
    reply: oneshot::Sender<Answer>,
}

impl Waiting {
    fn is_heavy(&self) -> bool {
        self.columns.bytes() > HEAVY_BYTES
    }
}

impl CommitQueue {
    /// Stores a batch, together with others if some wait. The outcome is the same as if the batch had gone alone.
    ///
    /// # Errors
    /// Those of the statement; `PoolTimedOut` if no worker took the batch in time.
    pub(super) async fn store(&self, db: &Db, columns: Columns) -> Answer {
        let (reply, mut answer) = oneshot::channel();
        let alone = !columns.may_be_joined();
        let (number, open) = self.state().enter(|number| Waiting { number, columns, alone, reply });
        if open {
            self.open(db);
        }
        if let Ok(answer) = tokio::time::timeout(PATIENCE, &mut answer).await {
            return received(answer);
        }
        if self.state().widen(number, db.statement_connections()) {
            self.open(db);
        }
        if let Ok(answer) = tokio::time::timeout(db.patience(), &mut answer).await {
            return received(answer);
        }
        if self.state().leave(number) {
            return Err(sqlx::Error::PoolTimedOut.into());
        }
        received(answer.await)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a worker. The caller has already counted it in `State::open`.
    fn open(&self, db: &Db) {
        let (worker, db) = (Worker { queue: self.clone(), state: WorkerState::Open }, db.clone());
        db.runtime().clone().spawn(async move {
            let mut worker = worker;
            while let Some(taken) = worker.next(&db) {
                fail::point("commit");
                worker.carry(&db, taken).await;
            }
        });
    }
}

/// If the worker ended without an answer, the batch may or may not be stored.
fn received(answer: Result<Answer, oneshot::error::RecvError>) -> Answer {
    answer.unwrap_or_else(|_| Err(sqlx::Error::PoolClosed.into()))
}

impl State {
    /// Adds a batch. Also says whether to start a worker for the batch.
    fn enter(&mut self, waiting: impl FnOnce(u64) -> Waiting) -> (u64, bool) {
        self.last += 1;
        self.waiting.push_back(waiting(self.last));
        let open = self.open < WORKERS;
        self.open += usize::from(open);
        (self.last, open)
    }

    /// True if one more worker is to start for a call that still waits.
    fn widen(&mut self, number: u64, most: usize) -> bool {
        let widen = self.open < most && self.waiting.iter().any(|it| it.number == number);
        self.open += usize::from(widen);
        widen
    }

    /// Takes a waiting call back. False if a worker has taken the call.
    fn leave(&mut self, number: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|it| it.number != number);
        self.waiting.len() < before
    }

    /// The first waiting batch that may start.
    fn first(&self) -> Option<usize> {
        self.waiting.iter().position(|it| self.heavy < HEAVY_WORKERS || !it.is_heavy())
    }

    /// The first waiting batch that may start, and the batches that may join it.
    fn take(&mut self) -> Vec<Waiting> {
        let Some(first) = self.first().and_then(|place| self.waiting.remove(place)) else { return Vec::new() };
        let mut room = (COMMANDS.saturating_sub(first.columns.commands()), BYTES.saturating_sub(first.columns.bytes()));
        let mut workspaces: HashSet<Uuid> = first.columns.workspaces().iter().copied().collect();
        let alone = first.alone;
        let mut taken = vec![first];
        if alone {
            return taken;
        }
        for it in std::mem::take(&mut self.waiting) {
            let (commands, bytes) = (it.columns.commands(), it.columns.bytes());
            let fits = !it.alone && commands <= room.0 && bytes <= room.1;
            if fits && it.columns.workspaces().iter().all(|id| !workspaces.contains(id)) {
                room = (room.0 - commands, room.1 - bytes);
                workspaces.extend(it.columns.workspaces());
                taken.push(it);
            } else {
                self.waiting.push_back(it);
            }
        }
        taken
    }
}

/// Makes one call after the other, as long as calls wait.
struct Worker {
    queue: CommitQueue,
    state: WorkerState,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum WorkerState {
    Open,
    /// Carries a heavy call, and does not count as open.
    Heavy,
    Closed,
}

impl Worker {
    fn next(&mut self, db: &Db) -> Option<Vec<Waiting>> {
        let mut state = self.queue.state();
        if self.state == WorkerState::Heavy {
            state.heavy -= 1;
            state.open += 1;
            self.state = WorkerState::Open;
        }
        let taken = state.take();
        match taken.first() {
            None => {
                // This happens under the same lock, so the next call starts another worker.
                state.open -= 1;
                self.state = WorkerState::Closed;
                return None;
            }
            Some(first) if first.is_heavy() => {
                state.heavy += 1;
                state.open -= 1;
                self.state = WorkerState::Heavy;
                if state.open < WORKERS && state.first().is_some() {
                    state.open += 1;
                    drop(state);
                    self.queue.open(db);
                }
            }
            Some(_) => {}
        }
        Some(taken)
    }

    async fn carry(&self, db: &Db, taken: Vec<Waiting>) {
        if taken.len() == 1 {
            for it in taken {
                let answer = call(db, it.columns).await;
                // The caller may be gone. The batch stays stored.
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
            // The call failed as a whole. Each batch runs again alone, which shows the one at fault.
            Ok(_) | Err(JournalError::Refused(_)) => taken.into_iter().for_each(|it| self.retry_alone(it)),
            Err(error) if error.is_statement_timeout() => taken.into_iter().for_each(|it| self.retry_alone(it)),
            Err(JournalError::Away(error)) => {
                for it in taken {
                    let _ = it.reply.send(Err(JournalError::Away(Arc::clone(&error))));
                }
            }
        }
    }

    /// Puts a batch at the end of the queue, to run alone. A lone call waits for locks, and a joint call skips them.
    fn retry_alone(&self, it: Waiting) {
        self.queue.state().waiting.push_back(Waiting { alone: true, ..it });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        match self.state {
            WorkerState::Open => self.queue.state().open -= 1,
            WorkerState::Heavy => self.queue.state().heavy -= 1,
            WorkerState::Closed => {}
        }
    }
}

async fn call(db: &Db, columns: Columns) -> Answer {
    let outcome: Json<Outcome> = db
        .run_statement(move |pool| async move { columns.call().fetch_one(&pool).await.map_err(JournalError::from) })
        .await?;
    Ok(outcome.0)
}
