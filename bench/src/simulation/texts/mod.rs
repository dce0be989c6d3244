//! A simulation of one text in virtual time: nodes, bus, database and pages. Each node runs the core of the product's text
//! (`actors::text`), and pages edit real documents of Yjs. A seeded random generator chooses the edits and faults, so the
//! same seed always gives the same run.
//!
//! The simulation does not run the SQL, the actor around the core, the hub, or the sockets. Functions on
//! maps replace the SQL, and a few lines replace the hub. `make faults` and the tests of `actors` and `server` test these.

mod checker;
mod copy;
mod database;
mod frames;
mod history;
mod host;
mod node;
mod page;
mod rights;
mod runner;
mod sabotage;

#[cfg(test)]
mod tests;

pub use checker::{Rule, check};
pub use history::{Entry, History};
pub use sabotage::TextSabotage;

/// Runs the simulation of a seed. Returns everything that was visible outside the nodes.
pub fn run(seed: u64, sabotage: Option<TextSabotage>) -> History {
    runner::Runner::new(seed, sabotage).run()
}
