//! Attacks that others fell for, by their ids in docs/ABUSE.md; those by the socket are in `protocol`.

mod accounts;
#[cfg(target_os = "linux")]
mod fuzz;
mod input;
mod matrix;
mod pressure;
mod slow;
