//! What reaches a text.

use bytes::Bytes;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{host::Host, stored::TextHead};
use crate::domain::{
    ids::{Epoch, ScopeId, UserId},
    rights::Narrowing,
};

/// Everything that reaches a text from sockets, other nodes, and its workspace.
pub enum Input<H: Host> {
    Join(Join<H>),
    Update {
        connection: Uuid,
        number: u32,
        update: Bytes,
    },
    Awareness {
        connection: Uuid,
        state: Bytes,
    },
    Leave {
        connection: Uuid,
    },
    /// Updates that another node has stored.
    Note(Note),
    /// The awareness of a person at another node.
    SeenElsewhere {
        node: Uuid,
        connection: Uuid,
        user: UserId,
        state: Bytes,
    },
    /// Another node is gone, with the people on its sockets.
    NodeGone(Uuid),
    /// The rights of a person may have changed.
    CheckUser(UserId),
    /// Where the document stands in the database. None if the ticket is gone.
    Head(Option<TextHead>),
    /// Writes the description now.
    Write(H::Writer),
    Restore(Restoring<H>),
}

/// A socket that wants to follow a text.
pub struct Join<H: Host> {
    pub connection: Uuid,
    pub user: UserId,
    pub hub: H::Hub,
    /// The epoch and the state vector of the page's copy.
    pub epoch: Epoch,
    pub state_vector: Bytes,
}

/// Updates that another node has stored.
pub struct Note {
    pub epoch: Epoch,
    pub scope: ScopeId,
    /// The number of the first update.
    pub first: i64,
    /// Empty if they are large: they are read from the database.
    pub updates: Vec<Vec<u8>>,
}

/// A person who wants to restore a version (TX30).
pub struct Restoring<H: Host> {
    pub user: UserId,
    pub narrowing: Narrowing,
    /// The version.
    pub text: String,
    /// The time of the version.
    pub at: OffsetDateTime,
    pub reply: H::Restorer,
}

/// The change that brings back the text of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredText {
    pub epoch: Epoch,
    /// The state of the document on which the update is based.
    pub state_vector: Vec<u8>,
    /// The update, and the Markdown after it. None if the document already has the text of the version.
    pub made: Option<(Vec<u8>, String)>,
}
