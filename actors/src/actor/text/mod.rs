//! A text on stage: the document of a description that people write together. The rules are in `docs/TEXTS.md`.
//!
//! The actor checks each update, stores it, and only then sends it on. It keeps nothing that is not stored: after any
//! failure of the database it sends its sockets away, ends, and is opened anew from the database when they come back.

mod actor;
mod description;
mod figures;
mod open;
mod restore;
mod sockets;
mod times;
mod updates;

pub(super) use actor::{TextActor, TextOptions};
pub use figures::TextFigures;
pub use times::TextTimes;
