//! The interface between a core and its host: the workspace actor on a node, or a simulated node.

use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use bytes::Bytes;

use crate::{
    domain::{change::Event, date::Instant, ids::CommandId},
    sync::Ring,
};

/// The database is away if this node asks it and gets no answer at all for this long.
pub const SILENCE: Duration = Duration::from_millis(2_500);

/// Runs a core: passes inputs to the core, tells it the time and the state of the database, and performs its effects.
pub trait Host: Sized {
    /// The channel for the answer to an order.
    type Reply;
    /// A socket that waits to be welcomed.
    type Socket;
    /// The channel for the answer to [`WorkspaceCore::enter`](super::WorkspaceCore::enter): may a user enter, and with
    /// which standing?
    type Question;

    /// The database's clock.
    fn now(&self) -> Instant;
    /// A clock that never goes back.
    fn tick(&self) -> Tick;
    /// A random number between 0 and 1.
    fn random(&self) -> f64;
    /// A fresh UUIDv7.
    fn fresh_id(&self) -> CommandId;
    /// True if no caller on this node gets an answer from the database.
    fn database_is_away(&self) -> bool;
    /// False if the client of a waiting socket is gone.
    fn is_waiting(&self, socket: &Self::Socket) -> bool;
    /// Encodes an event for its readers.
    fn encode(&self, event: &Arc<Event>) -> Bytes;
    /// An empty ring for the feed of a scope.
    fn ring(&self, head: i64) -> Ring {
        Ring::new(head)
    }
}

/// A read or a commit that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: FailureKind,
    /// For the log.
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    Away {
        /// True if the commit may be stored all the same.
        outcome_unknown: bool,
        /// True if the statement timed out: an unchanged retry would time out too.
        too_slow: bool,
    },
    /// The database rejected the statement itself: an unchanged retry would be rejected too.
    Refused,
}
