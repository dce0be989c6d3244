//! Nodes, a bus, the database's contract and clients in one process, in virtual time. Each node carries the core of the
//! product's workspace actor (`actors::workspace`). Faults happen by the roll of seeded dice, so that a seed is a whole
//! story: run again, it happens again.
//!
//! The simulation shows how the parts work together. The SQL, the actors around the core and the sockets are not
//! simulated; the faults (`make faults`) have the real ones.

mod client;
mod clock;
mod commands;
mod database;
mod dice;
mod node;
mod play;
mod sabotage;
mod stand;

#[cfg(test)]
mod tests;

pub use sabotage::Sabotage;

use crate::history::History;

/// Plays a seed, and answers what everybody outside the nodes saw.
pub fn play(seed: u64, sabotage: Option<Sabotage>) -> History {
    play::Play::new(seed, sabotage).run()
}
