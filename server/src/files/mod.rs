//! Files of tickets: what their bytes are, and where the bytes rest. docs/decisions/files.md has the reasons.

pub mod kind;
pub mod previews;
pub mod store;

pub use kind::{content_type, is_shown};
pub use store::Store;

/// A deleted file can be restored for this long, and an unfinished upload is kept for this long. No part of an upload
/// takes longer to arrive.
pub const KEEP_HOURS: i32 = 24;
