//! The stored documents of descriptions. The rules are in `docs/TEXTS.md`.

mod load;
mod rights;
mod store;
mod versions;
mod written;

pub use load::{StoredTail, StoredText, TextHead};
pub use rights::TextSight;
pub use store::NewUpdate;
pub use versions::{DescriptionEvent, TextRestore, TextVersion, WholeVersion, keep_version};
pub use written::{Unwritten, Written};
