//! To a hub, and from a hub to its sockets.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use actix::dev::MessageResponse;
use actix::{Message, Recipient};
use bytes::Bytes;
use bytestring::ByteString;
use uuid::Uuid;

use crate::{
    actor::{gauge::Gauge, presence::People, socket_writer::SocketWriter},
    domain::ids::{ScopeId, UserId, WorkspaceId},
    wire::SocketLimits,
    workspace::FollowedScope,
};

/// From a hub to a socket's actor.
#[derive(Message, Clone, Debug)]
#[rtype(result = "()")]
pub enum Outgoing {
    /// Once each heartbeat (BP3).
    Beat,
    Close(SocketClose),
}

/// Why a socket is closed; the codes are in the protocol (BY1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocketClose {
    pub code: u16,
    pub reason: &'static str,
    /// The code and `retry_after_ms` of a `bye` frame, sent before the close.
    pub bye: Option<(&'static str, u64)>,
}

impl SocketClose {
    pub const SESSION: Self = Self { code: 4401, reason: "token_revoked", bye: None };
    pub const EXPIRED: Self = Self { code: 4401, reason: "token_expired", bye: None };
    pub const ACCESS: Self = Self { code: 4403, reason: "access lost", bye: None };
    pub const SLOW: Self = Self { code: 4413, reason: "reader too slow", bye: None };
    pub const VERSION: Self = Self { code: 4426, reason: "page too old", bye: None };
    pub const RESTART: Self = Self { code: 1012, reason: "come back", bye: None };

    /// Like `RESTART`, with a `bye` that names the pause before the client may come back.
    pub fn restart_with_bye(retry_after_ms: u64) -> Self {
        Self { bye: Some(("drain", retry_after_ms)), ..Self::RESTART }
    }
}

/// A socket, as its hub knows it.
#[derive(Clone)]
pub struct SocketEntry {
    pub connection: Uuid,
    pub workspace: WorkspaceId,
    pub user: UserId,
    /// The session that the socket was opened with.
    pub session: Uuid,
    /// The schema number of the client (RS6); 0 if the client does not send one.
    pub schema: u32,
    /// The limits of the socket; the session of the socket enforces them.
    pub limits: SocketLimits,
    pub out: Recipient<Outgoing>,
    pub writer: Arc<dyn SocketWriter>,
    /// The gauge that the writer takes from.
    pub gauge: Arc<Gauge>,
    /// Cuts the connection from outside.
    pub cut: Arc<dyn Fn() + Send + Sync>,
}

impl SocketEntry {
    /// True if the page knows the frames `follow`, `unfollow` and `capabilities`, which came with schema 1.
    pub(in crate::actor) fn knows_follow(&self) -> bool {
        self.schema >= 1
    }
}

/// From the workspace: this socket follows these scopes from now on. The frames in `frames` are sent first.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Welcomed {
    pub entry: Option<SocketEntry>,
    pub heads: BTreeMap<ScopeId, i64>,
    pub frames: Vec<ByteString>,
}

impl Welcomed {
    pub fn new(entry: SocketEntry, heads: BTreeMap<ScopeId, i64>, frames: Vec<ByteString>) -> Self {
        Self { entry: Some(entry), heads, frames }
    }
}

/// A stopped hub drops the welcome. The socket is then closed: otherwise it would wait for events that never come.
impl Drop for Welcomed {
    fn drop(&mut self) {
        if let Some(entry) = self.entry.take() {
            entry.out.do_send(Outgoing::Close(SocketClose::RESTART));
        }
    }
}

/// From the workspace: a frame for all followers of a scope.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub(crate) struct Deliver {
    pub scope: ScopeId,
    pub to: i64,
    pub frame: ByteString,
}

/// From the workspace: the sockets of a user follow these scopes from now on and no others. A socket whose page does not
/// know the frames is closed, so that the client reconnects. If `has_unopened` is true, the user also follows a scope
/// that is not open yet, and every socket of the user is closed.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub(crate) struct Follow {
    pub workspace: WorkspaceId,
    pub user: UserId,
    pub scopes: Arc<Vec<FollowedScope>>,
    pub has_unopened: bool,
    /// The frame that says what the user may do from now on.
    pub capabilities: ByteString,
}

/// From a text: a frame for some sockets.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub(crate) struct TextTo {
    /// The scope in which the ticket lives. Only sockets that follow it get the frame (TX10). None for answers that tell
    /// nothing of the text.
    pub scope: Option<ScopeId>,
    pub to: Vec<Uuid>,
    pub frame: Bytes,
    /// What a socket gets in place of the frame if it does not follow the scope, or does not follow it yet. Without it, the
    /// copy of a page would lack an update and not know.
    pub instead: Option<Bytes>,
}

/// From the workspace: the list of present people. Not sent to sockets that lag.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub(crate) struct ShowPresence {
    /// The scope of the workspace.
    pub home: ScopeId,
    /// The sockets that follow this scope get a frame: the commons, or `home` without commons.
    pub room: ScopeId,
    /// The encoded frame for sockets that follow `home` and none of the other scopes that `people` names.
    pub frame: ByteString,
    /// The people, from which the hub encodes the frames for all other sockets.
    pub people: Arc<People>,
    /// If set, only these sockets get a frame.
    pub only: Option<Arc<HashSet<Uuid>>>,
}

/// A socket is gone.
#[derive(Message, Clone, Copy)]
#[rtype(result = "()")]
pub struct Leave {
    pub connection: Uuid,
}

/// Closes some sockets.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub enum CloseSockets {
    /// A user has lost a workspace.
    Member {
        workspace: WorkspaceId,
        user: UserId,
        close: SocketClose,
    },
    /// A session has ended.
    Session {
        session: Uuid,
    },
    /// The sockets that follow a scope.
    Followers {
        scope: ScopeId,
        close: SocketClose,
    },
    Workspace {
        workspace: WorkspaceId,
        close: SocketClose,
    },
    /// The node stops. The times at which clients reconnect are spread over `spread_ms`.
    Everybody {
        spread_ms: u64,
    },
}

/// Counts sockets, and the bytes in their outboxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, MessageResponse)]
pub struct SocketCounts {
    pub open: usize,
    pub waiting_bytes: usize,
    /// The bytes of the fullest outbox; at 1 MiB its reader is too slow and the socket is closed (BP1).
    pub fullest_bytes: usize,
}

impl SocketCounts {
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            open: self.open + other.open,
            waiting_bytes: self.waiting_bytes + other.waiting_bytes,
            fullest_bytes: self.fullest_bytes.max(other.fullest_bytes),
        }
    }
}

/// Asks a hub for its counts. They are added up only when asked for: a running sum over all outboxes would be one cache
/// line that every thread writes with every frame.
#[derive(Message, Clone, Copy, Debug, Default)]
#[rtype(result = "SocketCounts")]
pub(crate) struct CountSockets;

/// Everything that a workspace sends to a hub.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) enum ToHub {
    Welcomed(Welcomed),
    Deliver(Deliver),
    Follow(Follow),
    ShowPresence(ShowPresence),
    Text(TextTo),
    Leave(Leave),
    CloseSockets(CloseSockets),
}
