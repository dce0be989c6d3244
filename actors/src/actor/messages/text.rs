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
        ids::{Epoch, TicketId, UserId},
        refusal::Refusal,
        rights::Narrowing,
    },
    text::{Note, RestoredText, TextHead},
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

/// A socket that wants to follow a text.
pub(in crate::actor) struct TextJoin {
    pub connection: Uuid,
    pub user: UserId,
    pub hub: Recipient<ToHub>,
    /// The epoch and the state vector of the page's copy.
    pub epoch: Epoch,
    pub state_vector: Bytes,
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
