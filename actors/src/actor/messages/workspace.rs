//! To a workspace.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix::{Message, Recipient};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::hub::{SocketEntry, ToHub};
use super::text::TextRestoring;
use crate::{
    bus::BusMessage,
    domain::{
        decide::Order,
        ids::{ScopeId, TicketId, UserId},
        refusal::Refusal,
    },
    sync::{Cursor, Head},
    wire::{PresenceUpdate, TextFrame},
    workspace::{Ack, Entered},
};

/// At most this many messages of other nodes wait for one workspace. Further ones are dropped, and the journal's heads
/// show what they held.
const BACKLOG: usize = 1_024;

/// Everything that reaches a workspace.
pub(crate) enum ToWorkspace {
    Submit {
        order: Order,
        reply: oneshot::Sender<Result<Ack, Refusal>>,
    },
    Enter {
        user: UserId,
        reply: oneshot::Sender<Result<Entered, Refusal>>,
    },
    Join(Box<JoinRequest>),
    Leave {
        connection: Uuid,
    },
    Presence {
        connection: Uuid,
        update: PresenceUpdate,
    },
    Watch {
        connection: Uuid,
        ticket: TicketId,
        on: bool,
    },
    /// A binary frame of a socket.
    Text {
        connection: Uuid,
        frame: TextFrame,
    },
    /// Opens a text, and answers when its description is written (TX26).
    WriteText {
        ticket: TicketId,
        reply: oneshot::Sender<()>,
    },
    /// Opens a text, and makes the update that restores a version (TX30).
    RestoreText {
        ticket: TicketId,
        restore: TextRestoring,
    },
    /// A message of another node about this workspace.
    FromNode(FromNode),
    /// The bus carries this workspace's messages again; some may have been missed.
    Missed,
    /// Another node is gone.
    NodeGone(Uuid),
    /// The heads of the journal.
    Heads(Vec<Head>),
    /// Answers when the workspace has nothing left to do.
    Quiet(oneshot::Sender<()>),
}

impl Message for ToWorkspace {
    type Result = ();
}

impl ToWorkspace {
    /// True if the message keeps the workspace on this node's stage. Messages of other nodes do not.
    pub(in crate::actor) fn is_of_this_node(&self) -> bool {
        !matches!(self, Self::FromNode(_) | Self::Missed | Self::NodeGone(_) | Self::Heads(_))
    }
}

/// A socket that wants to follow a workspace.
pub(crate) struct JoinRequest {
    pub entry: SocketEntry,
    pub hub: Recipient<ToHub>,
    pub cursors: HashMap<ScopeId, Cursor>,
    pub node: String,
    pub heartbeat_ms: u64,
    pub reply: oneshot::Sender<Result<(), Refusal>>,
}

/// A message of another node about a workspace.
pub(crate) struct FromNode {
    pub node: Uuid,
    pub message: BusMessage,
    pub _place: BacklogPlace,
}

/// A place in the backlog of a workspace. The place is free again when the message is handled or dropped.
pub(crate) struct BacklogPlace(Arc<AtomicUsize>);

impl BacklogPlace {
    pub(in crate::actor) fn take(backlog: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(backlog.clone());
        (backlog.fetch_add(1, Ordering::AcqRel) < BACKLOG).then_some(place)
    }
}

impl Drop for BacklogPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
