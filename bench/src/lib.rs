//! What the faults and the simulation share: what happened (a history), how it is judged (the checker), and what
//! a client makes of what it is sent (a replica).

pub mod checker;
pub mod history;
pub mod replica;
pub mod simulation;
