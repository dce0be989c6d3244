//! The stored documents of descriptions. The rules are in `docs/TEXTS.md`.

mod load;
mod rights;
mod store;
mod written;

pub use load::{StoredTail, StoredText, TextHead};
pub use rights::TextSight;
pub use store::NewUpdate;
pub use written::{Unwritten, Written};
