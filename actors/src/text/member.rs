//! The people in a text, and the updates that wait.

use bytes::Bytes;
use uuid::Uuid;

use super::{host::Host, stored::TextSight};
use crate::domain::ids::UserId;

/// A socket that has joined the text.
pub(super) struct Member<H: Host> {
    pub user: UserId,
    pub hub: H::Hub,
    pub sight: TextSight,
    /// The number of the last update that was taken.
    pub last: u32,
    /// The number of the first update that was refused: later ones may build on it (TX7).
    pub refused: Option<u32>,
    /// The updates that wait to be stored, and their bytes.
    pub waiting: (usize, usize),
    /// What the person does in the text; empty for nothing.
    pub state: Bytes,
}

impl<H: Host> Member<H> {
    pub(super) fn may_edit(&self) -> bool {
        self.sight == TextSight::Edits
    }
}

/// A person on a socket of another node.
pub(super) struct Elsewhere {
    pub node: Uuid,
    pub user: UserId,
    pub state: Bytes,
}

/// An update that waits for the database.
pub(super) struct Waiting {
    pub connection: Uuid,
    pub number: u32,
    pub update: Bytes,
    /// True if it has already waited once for missing updates of other nodes.
    pub has_waited: bool,
}
