//! Files of tickets: what their bytes are, and where the bytes rest. docs/decisions/files.md has the reasons.

pub mod kind;
pub mod previews;
pub mod store;

pub use kind::{content_type, is_shown};
pub use store::Store;
