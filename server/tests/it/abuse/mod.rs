//! Attacks that other products fell for, by their ids in docs/ABUSE.md; attacks over the socket are in `protocol`.

mod accounts;
mod canaries;
mod doors;
#[cfg(target_os = "linux")]
mod fuzz;
mod input;
mod matrix;
mod pressure;
mod slow;
