//! Settings of a run, from environment variables. A part prints its size, so a run with other sizes shows it.

use std::str::FromStr;

use crate::node::Failure;

/// The number in a variable, or the usual one.
pub fn setting<T: FromStr>(name: &str, usual: T) -> Result<T, Failure> {
    match std::env::var(name) {
        Ok(text) => Ok(text.parse().map_err(|_| format!("{name} must be a whole number"))?),
        Err(_) => Ok(usual),
    }
}

/// The tickets of the large workspaces (`BENCH_TICKETS`).
pub fn tickets() -> Result<i32, Failure> {
    setting("BENCH_TICKETS", 100_000)
}
