//! What a core asks its carrier to do.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use uuid::Uuid;

use super::{
    answers::{Ack, Entered},
    carrier::Carrier,
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

/// What the carrier does for the core, in this order.
pub enum Effect<C: Carrier> {
    /// Answers an order.
    Answer(C::Reply, Result<Ack, Refusal>),
    /// Answers who a user is.
    Enter(C::Question, Result<Entered, Refusal>),
    /// Lets a socket follow its scopes: first the missed events, then every later [`Effect::Deliver`].
    Welcome(Join<C>, Vec<WelcomedScope>),
    /// Refuses a socket.
    TurnAway(C::Socket, Refusal),

    /// Reads the workspace, then calls `loaded`.
    Load,
    /// Calls `load` after a pause.
    LoadAfter(Duration),
    /// The workspace is loaded or known to be missing: early messages may be handled now.
    Loaded,
    /// The workspace could not be loaded: early messages are refused, to be sent again after this many ms.
    LoadFailed(u64),

    /// Runs a round to its end, then calls `round_ended`.
    Run(Box<Round<C>>),
    /// Calls `watch_queue` after a pause.
    WatchQueue(Duration),
    /// Keeps the confirmed state of tickets with their versions; `None` for tickets that are gone.
    KeepTickets(Vec<(TicketId, Option<StoredTicket>)>),
    /// The confirmed state of a ticket is stale.
    ForgetTicket(TicketId),
    /// The confirmed state of all tickets is stale.
    ForgetTickets,

    /// Tells the other nodes. Never waited for.
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
    /// Calls `deliver_own` with these events, after the round that was begun before has had its turn.
    DeliverLater(Vec<(ScopeId, Vec<Arc<Event>>)>),
    /// An event of another node is delivered now; the instant is the time of the event.
    ForeignEvent(Instant),
    /// Missing events were read from the journal.
    GapFilled,
    /// Closes the sockets of a user who has lost the workspace.
    CloseMember(UserId),
    /// The sockets of a user follow these scopes from now on and no others. A scope that they gain begins at its head, and
    /// the client needs its snapshot. If `missing` is true, the user follows one more scope that is not open here.
    Follows {
        user: UserId,
        scopes: Vec<FollowedScope>,
        missing: bool,
    },
    /// Makes the followers of a scope come back for the snapshot.
    RestartFollowers(ScopeId),
    /// Makes all sockets come back with their cursors, and forgets all tickets.
    RestartAllSockets,
    /// The scopes whose heads are to be watched.
    Follow(Vec<ScopeId>),

    /// Reads what the journal has after these seqs, then calls `caught_up`.
    CatchUp(HashMap<ScopeId, i64>),
    /// Reads the same for a caller, then calls `rechecked`.
    Recheck(Caller<C>, HashMap<ScopeId, i64>),
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
        join: Join<C>,
        changes: u64,
    },
    /// Opens the personal scope of the user if asked to, reads the missed events `(from, to]` of these scopes, then calls
    /// `gathered`.
    Gather {
        join: Join<C>,
        open: bool,
        missed: Vec<(ScopeId, i64, i64)>,
    },
}

/// A socket that wants to follow what its user may see.
pub struct Join<C: Carrier> {
    pub connection: Uuid,
    pub user: UserId,
    pub cursors: HashMap<ScopeId, Cursor>,
    pub socket: C::Socket,
}

/// A caller for whom the journal is read first: at another node they may have become a member, or read further.
pub enum Caller<C: Carrier> {
    Socket(Join<C>),
    Question(UserId, C::Question),
    /// A user who has gained scopes on open sockets. `heads` are the last events that the read has found.
    Gain {
        user: UserId,
        /// Which gain of the user this is.
        number: u64,
        heads: Vec<(ScopeId, i64)>,
    },
}

impl<C: Carrier> Caller<C> {
    pub(super) fn user(&self) -> UserId {
        match self {
            Self::Socket(join) => join.user,
            Self::Question(user, _) | Self::Gain { user, .. } => *user,
        }
    }
}

/// A scope that sockets follow, with the seq from which they are live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedScope {
    pub scope: ScopeId,
    pub kind: ScopeKind,
    pub epoch: Epoch,
    pub head: i64,
}

/// A scope as a socket is welcomed to it.
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
