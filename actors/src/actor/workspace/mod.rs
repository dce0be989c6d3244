//! A workspace on stage: an actor that hosts the pure core of [`crate::workspace`]. The actor feeds the core with
//! messages, timers and rows, and does what the core's effects ask for: reads and commits, frames for the hubs, messages
//! for tickets, registry and bus.

mod actor;
mod board;
mod effects;
mod host;
mod presence;
mod reads;
mod text_frames;
mod texts;
mod tickets;

pub(super) use actor::WorkspaceActor;
pub(super) use host::WorkspaceOptions;
