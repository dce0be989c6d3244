//! Shared parts of the faults, the simulation and the benchmarks: the history of a run, the checker that judges it, the
//! replica of a client, and the servers that run beside the nodes.

pub mod address;
pub mod checker;
pub mod fill;
pub mod history;
pub mod process;
pub mod redis;
pub mod replica;
pub mod simulation;
pub mod texts;
