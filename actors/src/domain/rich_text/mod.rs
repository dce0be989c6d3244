//! Documents that several people write at once: what they may hold, how updates are checked, and how they become Markdown
//! and come back from it. The rules are in `docs/TEXTS.md`.

mod document;
mod fault;
pub mod markdown;
mod merge;
mod read;
mod scan;
mod schema;
mod tree;
pub mod versions;
mod write;

#[cfg(test)]
mod tests;

pub use document::{RichText, Size};
pub use fault::Fault;
pub use tree::{Attributes, Child, Element, Mark, Marks, Run, Tag, Tree, Value};

/// The name of the only root of a document.
pub const ROOT: &str = "default";
/// The limit of an update, and of a state vector.
pub const UPDATE_BYTES: usize = 65_536;
/// The limit of a document as one update. An outbox holds 1 MiB (BP1), so a `joined` with the longest document does not
/// close the socket.
pub const DOCUMENT_BYTES: usize = 1_000_000;
/// The limit of nodes and runs of text in a document.
pub const NODES: usize = 20_000;
/// The deepest nesting of nodes.
pub const DEPTH: usize = 24;
/// The limit of Yjs client ids in a document.
pub const CLIENTS: usize = 4_000;
/// The limit of client ids that one update may add.
pub const NEW_CLIENTS: usize = 64;
