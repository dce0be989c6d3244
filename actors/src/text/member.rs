//! The people in a text, and the updates that wait.

use bytes::Bytes;
use uuid::Uuid;

use super::{host::Host, stored::TextSight};
use crate::domain::ids::UserId;

/// The largest number of updates of one socket that may wait.
const WAITING: usize = 64;
/// The most bytes that these updates may have.
const WAITING_BYTES: usize = 256 * 1024;

/// The number of updates that wait, and their bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct Load {
    pub count: usize,
    pub bytes: usize,
}

impl Load {
    /// Whether an update of this size may wait as well.
    pub(super) fn admits(self, bytes: usize) -> bool {
        self.count < WAITING && self.bytes + bytes <= WAITING_BYTES
    }

    pub(super) fn add(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes;
    }

    pub(super) fn remove(&mut self, bytes: usize) {
        self.count = self.count.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// A socket that has joined the text.
pub(super) struct Member<H: Host> {
    pub user: UserId,
    pub hub: H::Hub,
    pub sight: TextSight,
    /// The number of the last update that was taken.
    pub last: u32,
    /// The number of the first update that was refused: later ones may build on it (TX7).
    pub refused: Option<u32>,
    /// The updates that wait to be stored.
    pub waiting: Load,
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
