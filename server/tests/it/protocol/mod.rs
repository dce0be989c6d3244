//! The rules of docs/PROTOCOL.md over real sockets: each test carries the id of the rule that it checks.

mod abuse;
mod across;
mod away;
mod bounds;
mod commands;
mod deadlock;
mod doors;
mod endings;
mod events;
mod fallen;
mod frames;
mod gained;
mod handshake;
mod imports;
mod newer;
mod presence;
mod pressure;
mod resume;
mod rfc6455;
mod rights;
mod sessions;
mod several;
pub mod socket;
mod strict;
mod takeover;
pub mod team;
