//! Nodes, a bus, the database's contract and clients in one process, in virtual time. Each node carries the core of the
//! product's workspace actor (`actors::workspace`). Seeded dice decide which faults happen, so the same seed always
//! gives the same run.
//!
//! The simulation shows how the parts work together. It does not run the SQL, the actors around the core, or the
//! sockets; the faults (`make faults`) run the real ones.

mod client;
mod clock;
mod commands;
mod database;
mod dice;
mod node;
mod play;
mod rights;
mod sabotage;
mod stand;

#[cfg(test)]
mod tests;

pub use sabotage::Sabotage;

use crate::history::History;

/// Plays a seed, and returns everything that was visible outside the nodes.
pub fn play(seed: u64, sabotage: Option<Sabotage>) -> History {
    play::Play::new(seed, sabotage).run()
}
