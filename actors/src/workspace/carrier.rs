//! What a core needs from its carrier.

use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use bytes::Bytes;

use crate::{
    domain::{change::Event, date::Instant, ids::CommandId},
    sync::Ring,
};

/// The database is away if this node asks it and gets no answer at all for this long.
pub const SILENCE: Duration = Duration::from_millis(2_500);

/// Carries a core: answers its questions about the moment, and does what its effects ask for.
pub trait Carrier: Sized {
    /// Takes the answer to an order.
    type Reply;
    /// A socket that waits to be welcomed.
    type Socket;
    /// Takes the answer to the question who a user is here.
    type Question;

    /// The database's clock.
    fn now(&self) -> Instant;
    /// A clock that never goes back.
    fn tick(&self) -> Tick;
    /// A random number between 0 and 1.
    fn dice(&self) -> f64;
    /// A fresh UUIDv7.
    fn fresh_id(&self) -> CommandId;
    /// True if no caller on this node gets an answer from the database.
    fn database_is_away(&self) -> bool;
    /// False if the caller of a waiting socket is gone.
    fn is_waiting(&self, socket: &Self::Socket) -> bool;
    /// An event as readers get it.
    fn encode(&self, event: &Arc<Event>) -> Bytes;
    /// An empty ring for the feed of a scope.
    fn ring(&self, head: i64) -> Ring {
        Ring::new(head)
    }
}

/// The database did not do what was asked.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: FailureKind,
    /// For the log.
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    Away {
        /// What was sent may be stored.
        outcome_unknown: bool,
        /// A retry would take as long again.
        too_slow: bool,
    },
    /// The database objects to the statement itself.
    Refused,
}
