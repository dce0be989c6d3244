//! What the faults, the simulation and the figures share: what happened (a history), how it is judged (the checker),
//! what a client makes of what it is sent (a replica), and the servers that are started beside the nodes.

pub mod checker;
pub mod fill;
pub mod history;
pub mod process;
pub mod redis;
pub mod replica;
pub mod simulation;
