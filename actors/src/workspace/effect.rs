//! The effects of a core: the work that the core asks its host to do.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use uuid::Uuid;

use super::{
    answers::{Ack, Entered},
    host::Host,
    round::Round,
};
use crate::{
    domain::{
        change::Event,
        date::Instant,
        ids::{Epoch, ScopeId, TicketId, UserId},
        refusal::Refusal,
        scope::ScopeKind,
    },
    sync::{Cursor, StoredTicket},
};

/// Work for the host. The host performs the effects in the order in which the core leaves them.
pub enum Effect<H: Host> {
    /// Answers an order.
    Answer(H::Reply, Result<Ack, Refusal>),
    /// Answers whether a user may enter, and with which standing.
    Enter(H::Question, Result<Entered, Refusal>),
    /// Lets a socket follow its scopes: first the missed events, then every later [`Effect::Deliver`].
    Welcome(Join<H>, Vec<WelcomedScope>),
    /// Refuses a socket.
    RefuseSocket(H::Socket, Refusal),

    /// Reads the workspace, then calls `loaded`.
    Load,
    /// Calls `load` after a pause.
    LoadAfter(Duration),
    /// The workspace is loaded or known to be missing. The host passes on the messages that it kept until now.
    Loaded,
    /// The workspace could not be loaded. The host refuses the messages that it kept; their senders may retry after
    /// this many milliseconds.
    LoadFailed(u64),

    /// Runs a round to its end, then calls `round_ended`.
    Run(Box<Round<H>>),
    /// Calls `watch_queue` after a pause.
    WatchQueue(Duration),
    /// Gives the ticket actors the confirmed states of their tickets, with versions; `None` for deleted tickets.
    KeepTickets(Vec<(TicketId, Option<StoredTicket>)>),
    /// The confirmed state of a ticket is stale.
    ForgetTicket(TicketId),
    /// The confirmed state of all tickets is stale.
    ForgetTickets,

    /// Publishes events to the other nodes. The core does not wait for the bus.
    Publish {
        scope: ScopeId,
        epoch: Epoch,
        from: i64,
        to: i64,
        /// The head of the commons on which the events were decided; 0 without commons. Other nodes deliver the events
        /// behind it (EV3).
        commons: i64,
        events: Option<Vec<Arc<Event>>>,
    },
    /// Sends encoded events `(from, to]` to the followers of a scope.
    Deliver {
        scope: ScopeId,
        from: i64,
        to: i64,
        events: Vec<Bytes>,
    },
    /// Calls `deliver_own` with these events, after the round of the preceding [`Effect::Run`] has sent its batch.
    DeliverLater(Vec<(ScopeId, Vec<Arc<Event>>)>),
    /// An event of another node is delivered now; the instant is the time of the event.
    ForeignEvent(Instant),
    /// Missing events were read from the journal.
    GapFilled,
    /// Closes the sockets of a user who has lost the workspace.
    CloseMember(UserId),
    /// The sockets of a user follow these scopes from now on and no others. A scope that they gain begins at its head, and
    /// the client needs its snapshot. If `has_unopened` is true, the user also follows a scope whose feed is not open on
    /// this node: the sockets are closed, and the node reads the scope when they reconnect.
    SetFollowedScopes {
        user: UserId,
        scopes: Vec<FollowedScope>,
        has_unopened: bool,
    },
    /// Closes the sockets that follow a scope. Their clients reconnect and fetch the snapshot.
    RestartFollowers(ScopeId),
    /// Closes all sockets, whose clients then reconnect with their cursors. Also forgets all tickets.
    RestartAllSockets,
    /// The registry reads the heads of these scopes from now on, and of no other scopes of the workspace.
    WatchHeads(Vec<ScopeId>),

    /// Reads the journal's events after these seqs, then calls `caught_up`.
    CatchUp(HashMap<ScopeId, i64>),
    /// Reads the journal's events after these seqs for a caller, then calls `rechecked`.
    Recheck(Caller<H>, HashMap<ScopeId, i64>),
    /// Reads the events `(from, to]` of a scope, at most a page, then calls `gap_read`.
    ReadGap {
        scope: ScopeId,
        from: i64,
        to: i64,
    },
    /// Calls `read_gaps` after a pause; there is one such timer.
    StartGapTimer(Duration),
    StopGapTimer,
    /// Reads the head of a scope that seems to be behind `applied`, then calls `head_read`.
    ReadHead {
        scope: ScopeId,
        applied: i64,
    },
    /// Reads the seqs at which a user gained their scopes, then calls `gained_read` with the same `changes`.
    ReadGained {
        join: Join<H>,
        changes: u64,
    },
    /// Opens the personal scope of the user if asked to, reads the missed events `(from, to]` of these scopes, then calls
    /// `gathered`.
    Gather {
        join: Join<H>,
        open: bool,
        missed: Vec<(ScopeId, i64, i64)>,
    },
}

/// The request of a socket to follow all scopes that its user may see.
pub struct Join<H: Host> {
    pub connection: Uuid,
    pub user: UserId,
    pub cursors: HashMap<ScopeId, Cursor>,
    pub socket: H::Socket,
}

/// A caller whose request waits until the journal is read. The caller may have become a member at another node, or may
/// have received events there that this node does not know yet.
pub enum Caller<H: Host> {
    Socket(Join<H>),
    Question(UserId, H::Question),
    /// A user with open sockets who has gained scopes. `heads` are the seqs of the last events that the read found.
    Gain {
        user: UserId,
        /// The number of this gain, as in `PendingGain`.
        number: u64,
        heads: Vec<(ScopeId, i64)>,
    },
}

impl<H: Host> Caller<H> {
    pub(super) fn user(&self) -> UserId {
        match self {
            Self::Socket(join) => join.user,
            Self::Question(user, _) | Self::Gain { user, .. } => *user,
        }
    }
}

/// A scope that sockets follow. They receive the events after `head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedScope {
    pub scope: ScopeId,
    pub kind: ScopeKind,
    pub epoch: Epoch,
    pub head: i64,
}

/// A scope in the welcome of a socket.
#[derive(Clone, Debug)]
pub struct WelcomedScope {
    pub scope: ScopeId,
    pub kind: ScopeKind,
    pub epoch: Epoch,
    pub head: i64,
    /// The missed events with the seq before them; `None` if the snapshot is needed.
    pub missed: Option<(i64, Vec<Bytes>)>,
}

/// Events by scope.
pub type Found = Vec<(ScopeId, Vec<Event>)>;

/// The missed events of each scope; `None` if the journal does not hold them all, or they are too many.
pub type Backlog = HashMap<ScopeId, Option<Vec<Bytes>>>;
