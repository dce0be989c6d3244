//! The core of a text: the document of a description that people write together. The rules are in `docs/TEXTS.md`.
//!
//! The core checks each update, has it stored, and only then sends it to others. It keeps nothing that is not stored: if the
//! database fails while the core reads or stores updates or rights, the core ends. The next join opens it again from the
//! database.
//!
//! The core does no I/O and has no clock. It takes [`Input`]s and the answers of the database, and emits [`Effect`]s for
//! its [`Host`]. It asks the database one question at a time, and what comes before the answer waits. The write of a
//! description goes on beside the questions. The actor of a text hosts the core on a node, and the simulation in `bench`
//! hosts the same core in virtual time.

mod answers;
mod awareness;
mod description;
mod effect;
mod follow;
mod host;
mod input;
mod member;
mod next;
mod open;
mod outside;
mod queue;
mod restore;
mod rights;
mod sends;
mod sockets;
mod state;
mod stored;
mod times;
mod updates;

#[cfg(test)]
mod tests;

pub use effect::{Answer, Counted, Effect, Question, Sent};
pub use host::{Failure, Host};
pub use input::{Input, Join, Note, RestoredText, Restoring};
pub use state::TextCore;
pub use stored::{NewUpdate, Sights, StoredTail, StoredText, TextHead, TextRestore, TextSight, Written};
pub use times::TextTimes;

use crate::domain::rich_text::RichText;

/// The document of a description, as it is stored first. `client` is a Yjs client id that no other copy has.
pub fn first_document(description: &str, client: u64) -> Vec<u8> {
    RichText::from_markdown_as(client, description).encode()
}
