//! The core of a workspace: its phase, its queue of orders, its rounds, and the feeds of its scopes.
//!
//! The core does no I/O and has no clock. It takes inputs (an order, a socket, the end of a round, events of the bus,
//! rows of the journal), and leaves [`Effect`]s for its [`Host`]. The workspace actor hosts it on a node, and the
//! simulation in `bench` hosts the same core in virtual time.

mod answers;
mod backoff;
mod defer;
mod deferred;
mod deliver;
mod effect;
mod feed;
mod follow;
mod gaps;
mod host;
mod join;
mod load;
mod outcome;
mod pending;
mod pending_gain;
mod phase;
mod queue;
mod recent_answers;
mod round;
mod state;
mod submit;

#[cfg(test)]
mod tests;

pub use answers::{Ack, Entered};
pub use effect::{Backlog, Caller, Effect, FollowedScope, Found, Join, WelcomedScope};
pub use host::{Failure, FailureKind, Host, SILENCE};
pub use phase::Phase;
pub use queue::QUEUED_COMMANDS;
pub use round::{Round, RoundEnd, Step, Wanted};
pub use state::WorkspaceCore;
