//! Attacks that other products fell for, by their ids in docs/ABUSE.md; attacks over the socket are in `protocol`.

mod accounts;
mod after_removal;
mod canaries;
mod doors;
mod filters;
#[cfg(target_os = "linux")]
mod fuzz;
mod input;
mod matrix;
mod pressure;
mod slow;
