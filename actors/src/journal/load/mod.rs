//! Loads the state that actors need to begin and to decide.

mod tickets;
mod workspace;
