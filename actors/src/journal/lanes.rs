//! The line of batches that wait to be stored, and the lanes that take them to the database.
//!
//! Most of what a small commit costs is the start of its statements. While the lanes are busy, batches of different
//! workspaces gather in the line, and the next call takes them together; while they are not, a batch goes at once.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use sqlx::types::Json;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{JournalError, columns::Columns, commit::SeenCommand};
use crate::{db::Db, fail};

/// So many calls are under way before batches gather. More of them would make more, smaller calls.
const LANES: usize = 2;
/// A batch that has stood in the line for so long gets another lane: those that there are wait for somebody's lock.
const PATIENCE: Duration = Duration::from_millis(50);
/// One call takes at most so many commands together, or so many bytes of their events.
const COMMANDS: usize = 128;
const BYTES: usize = 128 * 1024;
/// A call with more bytes is heavy, such as a bulk edit. Heavy calls have lanes of their own, so that small calls do
/// not wait for them. These lanes are few, so that the database stays free for small calls.
const HEAVY_BYTES: usize = 512 * 1024;
const HEAVY_LANES: usize = 2;

/// What the commit function says of one batch.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum Outcome {
    Ok {
        /// The seq of each scope before the batch; null where it was left out of a call of several.
        before: Vec<Option<i64>>,
    },
    Seen {
        commands: Vec<SeenCommand>,
    },
    Stale,
    Epoch,
}

type Answer = Result<Outcome, JournalError>;

/// Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes(Arc<Mutex<Line>>);

#[derive(Debug, Default)]
struct Line {
    waiting: VecDeque<Waiting>,
    /// Open lanes, which take any call.
    open: usize,
    /// Heavy calls under way.
    heavy: usize,
    /// The number of the last waiting call: calls have numbers so that they can leave the queue.
    last: u64,
}

#[derive(Debug)]
struct Waiting {
    ticket: u64,
    columns: Columns,
    alone: bool,
    reply: oneshot::Sender<Answer>,
}

impl Waiting {
    fn is_heavy(&self) -> bool {
        self.columns.bytes() > HEAVY_BYTES
    }
}

impl Lanes {
    /// Stores a batch, together with others where there are any. Its outcome is the same as if it had gone alone.
    ///
    /// # Errors
    /// As of a statement of its own; `PoolTimedOut` where no lane came to take it.
    pub async fn store(&self, db: &Db, columns: Columns) -> Answer {
        let (reply, mut answer) = oneshot::channel();
        let alone = !columns.may_be_joined();
        let (ticket, open) = self.line().enter(|ticket| Waiting { ticket, columns, alone, reply });
        if open {
            self.open(db);
        }
        if let Ok(answer) = tokio::time::timeout(PATIENCE, &mut answer).await {
            return heard(answer);
        }
        if self.line().widen(ticket, db.statement_connections()) {
            self.open(db);
        }
        if let Ok(answer) = tokio::time::timeout(db.patience(), &mut answer).await {
            return heard(answer);
        }
        if self.line().leave(ticket) {
            return Err(sqlx::Error::PoolTimedOut.into());
        }
        heard(answer.await)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counted already.
    fn open(&self, db: &Db) {
        let (lane, db) = (Lane { lanes: self.clone(), state: LaneState::Open }, db.clone());
        db.runtime().clone().spawn(async move {
            let mut lane = lane;
            while let Some(taken) = lane.next(&db) {
                fail::point("lane");
                lane.carry(&db, taken).await;
            }
        });
    }
}

/// Whoever was to answer is gone, and may have stored it.
fn heard(answer: Result<Answer, oneshot::error::RecvError>) -> Answer {
    answer.unwrap_or_else(|_| Err(sqlx::Error::PoolClosed.into()))
}

impl Line {
    /// Takes somebody in; also says whether to open a lane for them.
    fn enter(&mut self, waiting: impl FnOnce(u64) -> Waiting) -> (u64, bool) {
        self.last += 1;
        self.waiting.push_back(waiting(self.last));
        let open = self.open < LANES;
        self.open += usize::from(open);
        (self.last, open)
    }

    /// Whether to open one more lane for somebody who still waits.
    fn widen(&mut self, ticket: u64, most: usize) -> bool {
        let widen = self.open < most && self.waiting.iter().any(|it| it.ticket == ticket);
        self.open += usize::from(widen);
        widen
    }

    /// Whether somebody who waited has left, with nothing of theirs on its way.
    fn leave(&mut self, ticket: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|it| it.ticket != ticket);
        self.waiting.len() < before
    }

    /// The first waiting call that may start.
    fn first(&self) -> Option<usize> {
        self.waiting.iter().position(|it| self.heavy < HEAVY_LANES || !it.is_heavy())
    }

    /// The first waiting call that may start, and the calls that may join it.
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

/// One call after the other, as long as somebody waits.
struct Lane {
    lanes: Lanes,
    state: LaneState,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum LaneState {
    Open,
    /// Carries a heavy call, and does not count as open.
    Heavy,
    Closed,
}

impl Lane {
    fn next(&mut self, db: &Db) -> Option<Vec<Waiting>> {
        let mut line = self.lanes.line();
        if self.state == LaneState::Heavy {
            line.heavy -= 1;
            line.open += 1;
            self.state = LaneState::Open;
        }
        let taken = line.take();
        match taken.first() {
            None => {
                // This happens under the same lock, so the next call opens another lane.
                line.open -= 1;
                self.state = LaneState::Closed;
                return None;
            }
            Some(first) if first.is_heavy() => {
                line.heavy += 1;
                line.open -= 1;
                self.state = LaneState::Heavy;
                if line.open < LANES && line.first().is_some() {
                    line.open += 1;
                    drop(line);
                    self.lanes.open(db);
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
                // Whoever asked may be gone; what is stored is stored.
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
                        self.again(it);
                    }
                }
            }
            // One of them is at fault, and nothing is stored: which one shows when they go alone.
            Ok(_) | Err(JournalError::Refused(_)) => taken.into_iter().for_each(|it| self.again(it)),
            Err(error) if error.is_statement_timeout() => taken.into_iter().for_each(|it| self.again(it)),
            Err(JournalError::Away(error)) => {
                for it in taken {
                    let _ = it.reply.send(Err(JournalError::Away(Arc::clone(&error))));
                }
            }
        }
    }

    /// To the end of the line: it may have to wait for somebody's lock.
    fn again(&self, it: Waiting) {
        self.lanes.line().waiting.push_back(Waiting { alone: true, ..it });
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        match self.state {
            LaneState::Open => self.lanes.line().open -= 1,
            LaneState::Heavy => self.lanes.line().heavy -= 1,
            LaneState::Closed => {}
        }
    }
}

async fn call(db: &Db, columns: Columns) -> Answer {
    let outcome: Json<Outcome> = db
        .run_statement(move |pool| async move { columns.call().fetch_one(&pool).await.map_err(JournalError::from) })
        .await?;
    Ok(outcome.0)
}
