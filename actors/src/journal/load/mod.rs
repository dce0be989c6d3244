//! What actors need to begin, or to decide.

mod tickets;
mod workspace;

pub use tickets::LoadedTickets;
