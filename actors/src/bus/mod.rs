//! The bus wakes other nodes. Nothing relies on it: a lost message delays events at most until the next read of the
//! journal's heads.

mod envelope;
mod figures;
mod inbox;
mod local;
mod redis;

pub use self::redis::{RedisBus, RedisBusOptions};
pub use figures::{BusCounts, BusFigures, LATENESS};
pub use inbox::BUS_QUEUE;
pub use local::LocalBus;

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::{
    domain::{
        change::{Change, Event},
        ids::{Epoch, ScopeId, TicketId, UserId, WorkspaceId},
    },
    wire::PresenceMember,
};

/// Updates of a text that a node has stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextUpdates {
    pub workspace: WorkspaceId,
    pub ticket: TicketId,
    pub epoch: Epoch,
    /// The scope in which the ticket lived then.
    pub scope: ScopeId,
    /// The number of the first update.
    pub first: i64,
    /// In Base64. Left out if they are large: the receiver reads them from the database.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<String>,
}

/// The messages between nodes. An older node ignores kinds and fields that it does not know, so a new kind or an
/// optional field needs no new version of the envelope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BusMessage {
    /// The head of a scope is now `to`.
    Advanced {
        workspace: WorkspaceId,
        scope: ScopeId,
        epoch: Epoch,
        from: i64,
        to: i64,
        /// The head of the commons on which the events were decided; 0 without commons, and from nodes of older builds.
        /// The receiver delivers the events behind it, because a commons event may take a right (EV3).
        #[serde(default, skip_serializing_if = "is_zero")]
        commons: i64,
        /// Left out if they are large: the receiver reads them from the journal.
        #[serde(default, deserialize_with = "if_readable", skip_serializing_if = "Option::is_none")]
        events: Option<Vec<Arc<Event>>>,
    },
    /// All people on the sender's sockets of a workspace. Replaces the sender's list from before.
    Present { workspace: WorkspaceId, members: Vec<PresenceMember> },
    /// Asks the other nodes for the people on their sockets.
    WhoIsPresent { workspace: WorkspaceId },
    /// Updates of a text that the sender has stored.
    Text(Box<TextUpdates>),
    /// What a person on one of the sender's sockets does in a text. The state is in Base64; empty if the person has left.
    TextSeen { workspace: WorkspaceId, ticket: TicketId, connection: Uuid, user_id: UserId, state: String },
    /// A session has ended.
    SessionEnded { session: Uuid },
    /// The sender lives.
    Alive { version: String },
    /// The sender stops, and closes all its sockets.
    Goodbye,
}

fn is_zero(head: &i64) -> bool {
    *head == 0
}

/// Ignores events that this build cannot read, because a newer version wrote them. They are read from the journal
/// instead, which keeps them as they were written.
fn if_readable<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<Arc<Event>>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Events {
        Known(Vec<Arc<Event>>),
        Foreign(IgnoredAny),
    }
    Ok(match Events::deserialize(from)? {
        Events::Known(events) if events.iter().flat_map(|event| &event.changes).all(Change::is_plain) => Some(events),
        Events::Known(_) | Events::Foreign(_) => None,
    })
}

impl BusMessage {
    /// The workspace that the message is about; `None` if it is for every node.
    pub fn workspace(&self) -> Option<WorkspaceId> {
        match self {
            Self::Advanced { workspace, .. }
            | Self::Present { workspace, .. }
            | Self::WhoIsPresent { workspace }
            | Self::TextSeen { workspace, .. } => Some(*workspace),
            Self::Text(text) => Some(text.workspace),
            Self::SessionEnded { .. } | Self::Alive { .. } | Self::Goodbye => None,
        }
    }
}

/// What a bus delivers to its subscriber.
#[derive(Clone, Debug, PartialEq)]
pub enum BusEvent {
    Message {
        /// The sender; never the receiving node itself.
        node: Uuid,
        message: BusMessage,
    },
    /// Messages arrive from here on, about one workspace or all. Earlier messages may have been missed.
    Missed(Option<WorkspaceId>),
}

/// Whether a bus carries anything at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusState {
    Connected,
    /// The reason, in words that may be shown: no address, no name, no password.
    Away(&'static str),
}

/// A node's end of the bus: Redis between nodes, or this process alone.
///
/// Messages of one sender about one workspace come in the order in which they were sent, as long as none is
/// lost. Any may be lost. A subscriber that was too slow, or was cut off, is told that messages were missed.
pub trait Bus: Send + Sync + std::fmt::Debug {
    /// This node's id.
    fn node(&self) -> Uuid;
    /// Sends to all other nodes. Does not wait, and promises nothing.
    fn publish(&self, message: BusMessage);
    /// Receives what other nodes publish from now on, about followed workspaces and for every node. A bus has one
    /// subscriber: a second call replaces the first.
    fn subscribe(&self) -> mpsc::Receiver<BusEvent>;
    fn follow(&self, workspace: WorkspaceId);
    fn unfollow(&self, workspace: WorkspaceId);
    fn state(&self) -> BusState;
    fn figures(&self) -> &Arc<BusFigures>;
}
