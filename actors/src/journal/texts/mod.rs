//! The stored documents of descriptions. The rules are in `docs/TEXTS.md`.

mod load;
mod rights;
mod store;
mod versions;
mod written;

pub use versions::{DescriptionEvent, TextVersion, WholeVersion, keep_version};
pub use written::Unwritten;
