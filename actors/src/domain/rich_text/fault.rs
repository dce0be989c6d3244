//! Why an update is refused.

use std::fmt;

/// Why an update is refused (TX18, TX20). A refused update has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The bytes are no update, or hold kinds of content that no document has.
    Unreadable,
    /// The update refers to text that this copy does not have.
    Gap,
    /// A node, mark, attribute or value that the schema does not know.
    Forbidden,
    /// The update is above its limit of bytes.
    LongUpdate,
    /// The document would be above a limit.
    TooMuch,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "the update cannot be read",
            Self::Gap => "the update refers to text that the node does not have",
            Self::Forbidden => "the update writes something that a description cannot hold",
            Self::LongUpdate => "the update is too long",
            Self::TooMuch => "the description would be too long",
        })
    }
}

impl std::error::Error for Fault {}
