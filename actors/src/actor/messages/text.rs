//! To a text, and from a text to its workspace.

use actix::{Message, Recipient};
use bytes::Bytes;
use time::OffsetDateTime;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::hub::ToHub;
use crate::{
    domain::{
        decide::Order,
        ids::{Epoch, ScopeId, TicketId, UserId},
        refusal::Refusal,
        rights::Narrowing,
    },
    journal::TextHead,
    workspace::Ack,
};

/// Everything that reaches a text.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) enum ToText {
    Join(TextJoin),
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
    Note(TextNote),
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
    /// Writes the description now. The channel is closed when it is written.
    Write(oneshot::Sender<()>),
    Restore(TextRestoring),
}

/// A person who wants to restore a version (TX30).
pub(crate) struct TextRestoring {
    pub user: UserId,
    pub narrowing: Narrowing,
    /// The version.
    pub text: String,
    /// The time of the version.
    pub at: OffsetDateTime,
    pub reply: oneshot::Sender<Result<RestoredText, Refusal>>,
}

/// The change that brings back the text of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredText {
    pub epoch: Epoch,
    /// The state of the document to which the update belongs.
    pub state_vector: Vec<u8>,
    /// The update, and the Markdown of the text with it. None if the document has the text of the version.
    pub made: Option<(Vec<u8>, String)>,
}

/// A socket that wants to follow a text.
pub(in crate::actor) struct TextJoin {
    pub connection: Uuid,
    pub user: UserId,
    pub hub: Recipient<ToHub>,
    /// The epoch and the state vector of the page's copy.
    pub epoch: Epoch,
    pub state_vector: Bytes,
}

/// Updates that another node has stored.
pub(in crate::actor) struct TextNote {
    pub epoch: Epoch,
    pub scope: ScopeId,
    /// The number of the first update.
    pub first: i64,
    /// Empty if they are large: they are read from the database.
    pub updates: Vec<Vec<u8>>,
}

/// From a text.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) struct FromText {
    pub ticket: TicketId,
    pub generation: u64,
    pub kind: FromTextKind,
}

pub(in crate::actor) enum FromTextKind {
    /// The text has nothing to do, and may leave the stage if no more messages than these were sent to it.
    Idle {
        received: u64,
    },
    /// The text has failed, or its ticket is gone.
    Ended,
    Submit {
        order: Order,
        reply: oneshot::Sender<Result<Ack, Refusal>>,
    },
}
