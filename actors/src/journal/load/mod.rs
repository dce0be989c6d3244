//! What actors need to begin, or to decide.

mod tickets;
mod workspace;
