//! A simulation of nodes, bus, database and clients in one process, in virtual time. Each node runs the core of the
//! product's workspace actor (`actors::workspace`). A seeded random generator chooses the edits and faults, so the same
//! seed always gives the same run.
//!
//! The simulation does not run the SQL, the actors around the core, or the sockets. `make faults` tests these.

mod client;
mod clock;
mod commands;
mod database;
mod fixture;
mod node;
mod rights;
mod rng;
mod runner;
mod sabotage;
#[cfg(test)]
mod seeds;
pub mod texts;

#[cfg(test)]
mod tests;

pub use sabotage::Sabotage;

use crate::history::History;

/// Runs the simulation of a seed. Returns the history: everything that was visible outside the nodes.
pub fn run(seed: u64, sabotage: Option<Sabotage>) -> History {
    runner::Runner::new(seed, sabotage).run()
}
