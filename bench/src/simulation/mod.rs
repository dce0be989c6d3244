//! Nodes, a bus, the database's contract and clients in one process, in virtual time, over the product's own
//! `domain` and `sync`. Everything that may go wrong does so by the roll of seeded dice, so that a seed is a
//! whole story: run again, it happens again.
//!
//! What is simulated is how the parts work together. The actors themselves, the SQL and the sockets are not in
//! here; the faults (`make faults`) have the real ones.

mod client;
mod commands;
mod database;
mod dice;
mod node;
mod play;
mod stand;

#[cfg(test)]
mod tests;

use actors::domain::date::Instant;

use crate::history::History;
use database::Database;

/// What can be switched off, to see whether the checker notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// No node looks at the journal's heads.
    Heads,
    /// A command that comes again is not recognised.
    Dedup,
    /// Events are sent on as they come.
    Sequencer,
    /// Nobody is sent away, or kept out, when they lose their right.
    Revocation,
}

/// Plays a seed, and answers what everybody outside the nodes saw.
pub fn play(seed: u64, sabotage: Option<Sabotage>) -> History {
    play::Play::new(seed, sabotage).run()
}

/// The instant of so many milliseconds since 1970.
fn instant(millis: u64) -> Instant {
    let nanos = i128::from(millis) * 1_000_000;
    Instant::new(time::OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(time::OffsetDateTime::UNIX_EPOCH))
}
