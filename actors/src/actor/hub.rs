//! One hub a worker thread: takes each frame once and hands the same bytes to its own sockets.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant as Tick};

use actix::dev::MessageResponse;
use actix::{Actor, AsyncContext, Context, Handler, Message, Recipient};
use bytestring::ByteString;
use uuid::Uuid;

use crate::{
    domain::ids::{ScopeId, UserId, WorkspaceId},
    wire::{NodeFrame, SocketLimits},
};

/// A socket's outbox may hold so many bytes, or be so old; then its reader is too slow (BP1).
const OUTBOX_BYTES: usize = 1 << 20;
const OUTBOX_AGE: Duration = Duration::from_secs(30);
/// A doomed socket that has not closed by itself after so long is cut from outside.
const GRACE: Duration = Duration::from_secs(5);

/// For a socket.
#[derive(Message, Clone, Debug)]
#[rtype(result = "()")]
pub enum Outgoing {
    /// Counted in the outbox.
    Frame(ByteString),
    /// What somebody who comes back has missed: bounded by the ladder, so not counted.
    Backlog(ByteString),
    /// Once each heartbeat (BP3).
    Beat,
    Close(Farewell),
}

/// Why a socket is closed; the codes are in the protocol (BY1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    pub code: u16,
    pub reason: &'static str,
    /// Sent as a `bye` first.
    pub bye: Option<(&'static str, u64)>,
}

impl Farewell {
    pub const SESSION: Self = Self { code: 4401, reason: "session ended", bye: None };
    pub const EXPIRED: Self = Self { code: 4401, reason: "token expired", bye: None };
    pub const ACCESS: Self = Self { code: 4403, reason: "access lost", bye: None };
    pub const SLOW: Self = Self { code: 4413, reason: "reader too slow", bye: None };
    pub const RESTART: Self = Self { code: 1012, reason: "come back", bye: None };

    pub fn drain(retry_after_ms: u64) -> Self {
        Self { bye: Some(("drain", retry_after_ms)), ..Self::RESTART }
    }
}

/// Counts what a socket has been given and has not taken yet. Kept outside the socket's actor, which freezes
/// when its reader stalls (measured: 0 of 20 heartbeats, 239,000 messages queued).
#[derive(Debug)]
pub struct Gauge {
    waiting: AtomicUsize,
    /// Milliseconds since `born` at which the outbox was last empty, or moved.
    moved: AtomicU64,
    born: Tick,
    doomed: AtomicBool,
    doomed_at: AtomicU64,
    /// Milliseconds since `born` at which it is to be closed (HS4).
    expires: AtomicU64,
}

impl Default for Gauge {
    fn default() -> Self {
        Self {
            waiting: AtomicUsize::new(0),
            moved: AtomicU64::new(0),
            born: Tick::now(),
            doomed: AtomicBool::new(false),
            doomed_at: AtomicU64::new(0),
            expires: AtomicU64::new(u64::MAX),
        }
    }
}

impl Gauge {
    fn millis(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Puts bytes in; false where the reader is too slow. A single frame may be larger than an outbox: it is
    /// what waits before it that counts.
    fn give(&self, bytes: usize) -> bool {
        let before = self.waiting.fetch_add(bytes, Ordering::AcqRel);
        if before == 0 {
            self.moved.store(self.millis(), Ordering::Release);
        }
        before <= OUTBOX_BYTES
    }

    /// The socket has taken bytes out.
    pub fn take(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::AcqRel);
        self.moved.store(self.millis(), Ordering::Release);
    }

    /// The socket is closed when its token has not been renewed until then. Kept here and looked at by the hub: a
    /// timer in each socket is looked at with every frame that the socket writes.
    pub fn expire_in(&self, left: Duration) {
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        self.expires.store(self.millis().saturating_add(left), Ordering::Release);
    }

    fn has_expired(&self) -> bool {
        self.millis() >= self.expires.load(Ordering::Acquire)
    }

    /// Whether frames are still worth writing.
    pub fn is_doomed(&self) -> bool {
        self.doomed.load(Ordering::Acquire)
    }

    fn doom(&self) -> bool {
        self.doomed_at.fetch_max(self.millis(), Ordering::AcqRel);
        !self.doomed.swap(true, Ordering::AcqRel)
    }

    fn is_stuck(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
            && self.millis().saturating_sub(self.moved.load(Ordering::Acquire)) > OUTBOX_AGE.as_millis() as u64
    }

    fn is_past_grace(&self) -> bool {
        self.is_doomed()
            && self.millis().saturating_sub(self.doomed_at.load(Ordering::Acquire)) > GRACE.as_millis() as u64
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
    /// What it may do before it is slowed down or closed; whoever holds the socket sees to it.
    pub limits: SocketLimits,
    pub out: Recipient<Outgoing>,
    pub gauge: Arc<Gauge>,
    /// Cuts the connection from outside.
    pub cut: Arc<dyn Fn() + Send + Sync>,
}

/// From the workspace: this socket follows these scopes from now on. What is in `frames` comes first.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub struct Welcomed {
    pub entry: SocketEntry,
    pub heads: BTreeMap<ScopeId, i64>,
    pub frames: Vec<ByteString>,
}

/// From the workspace: for everybody who follows a scope.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub(crate) struct Deliver {
    pub scope: ScopeId,
    pub to: i64,
    pub frame: ByteString,
}

/// From the workspace: who is here. Dropped for sockets that lag.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub(crate) struct ShowPresence {
    pub workspace: WorkspaceId,
    pub frame: ByteString,
    /// These of its sockets, instead of all.
    pub only: Option<Arc<HashSet<Uuid>>>,
}

/// A socket is gone.
#[derive(Message, Clone, Copy)]
#[rtype(result = "()")]
pub struct Leave {
    pub connection: Uuid,
}

/// Sends some sockets away.
#[derive(Message, Clone)]
#[rtype(result = "()")]
pub enum Recall {
    /// Somebody has lost a workspace.
    Member {
        workspace: WorkspaceId,
        user: UserId,
        farewell: Farewell,
    },
    /// A session has ended.
    Session {
        session: Uuid,
    },
    Workspace {
        workspace: WorkspaceId,
        farewell: Farewell,
    },
    /// The node stops; times to come back are spread over `spread_ms`.
    Everybody {
        spread_ms: u64,
    },
}

/// Sockets, and what waits in their outboxes for readers to take it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, MessageResponse)]
pub struct SocketCounts {
    pub open: usize,
    pub waiting_bytes: usize,
    /// Of the one with the most; at 1 MiB its reader is sent away (BP1).
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

/// What a hub holds. Added up when it is asked for: a sum of all outboxes would be a line of memory that every thread
/// writes with every frame.
#[derive(Message, Clone, Copy, Debug, Default)]
#[rtype(result = "SocketCounts")]
pub(crate) struct CountSockets;

/// See the module's words.
pub struct Hub {
    sockets: HashMap<Uuid, SocketEntry>,
    /// Connections by the scope they follow, with the seq they have been sent up to.
    followers: HashMap<ScopeId, HashSet<Uuid>>,
    heads: HashMap<ScopeId, i64>,
    scopes_of: HashMap<Uuid, Vec<ScopeId>>,
    heartbeat: Duration,
}

impl Hub {
    pub fn new(heartbeat: Duration) -> Self {
        Self {
            sockets: HashMap::new(),
            followers: HashMap::new(),
            heads: HashMap::new(),
            scopes_of: HashMap::new(),
            heartbeat,
        }
    }

    fn send(entry: &SocketEntry, frame: &ByteString) {
        if entry.gauge.is_doomed() {
            return;
        }
        if entry.gauge.give(frame.len()) {
            entry.out.do_send(Outgoing::Frame(frame.clone()));
        } else if entry.gauge.doom() {
            tracing::info!(connection = %entry.connection, "a reader is too slow and is sent away");
            entry.out.do_send(Outgoing::Close(Farewell::SLOW));
        }
    }

    fn close(&mut self, connection: Uuid, farewell: Farewell) {
        let Some(entry) = self.sockets.get(&connection).cloned() else { return };
        self.forget(connection);
        entry.gauge.doom();
        entry.out.do_send(Outgoing::Close(farewell));
    }

    /// The socket hears of no scope any more, at once; its entry stays until it has closed.
    fn forget(&mut self, connection: Uuid) {
        for scope in self.scopes_of.remove(&connection).unwrap_or_default() {
            if let Some(followers) = self.followers.get_mut(&scope) {
                followers.remove(&connection);
                if followers.is_empty() {
                    self.followers.remove(&scope);
                    self.heads.remove(&scope);
                }
            }
        }
    }

    fn beat(&mut self) {
        for (connection, scopes) in &self.scopes_of {
            let Some(entry) = self.sockets.get(connection) else { continue };
            entry.out.do_send(Outgoing::Beat);
            let heads = scopes.iter().filter_map(|scope| Some((*scope, *self.heads.get(scope)?))).collect();
            Self::send(entry, &NodeFrame::Heads { heads }.encode());
        }
    }

    fn watch_over(&mut self) {
        for entry in self.sockets.values() {
            if entry.gauge.is_past_grace() {
                (entry.cut)();
            } else if entry.gauge.has_expired() && entry.gauge.doom() {
                entry.out.do_send(Outgoing::Close(Farewell::EXPIRED));
            } else if entry.gauge.is_stuck() && entry.gauge.doom() {
                entry.out.do_send(Outgoing::Close(Farewell::SLOW));
            }
        }
    }
}

impl Actor for Hub {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        // A hub's mailbox is fed by few actors, each of which bounds itself.
        ctx.set_mailbox_capacity(100_000);
        ctx.run_interval(self.heartbeat, |hub, _| hub.beat());
        ctx.run_interval(Duration::from_secs(1), |hub, _| hub.watch_over());
    }
}

impl Handler<Welcomed> for Hub {
    type Result = ();
    fn handle(&mut self, message: Welcomed, _: &mut Self::Context) {
        let connection = message.entry.connection;
        for frame in &message.frames {
            message.entry.out.do_send(Outgoing::Backlog(frame.clone()));
        }
        for (scope, head) in &message.heads {
            self.followers.entry(*scope).or_default().insert(connection);
            let known = self.heads.entry(*scope).or_insert(*head);
            *known = (*known).max(*head);
        }
        self.scopes_of.insert(connection, message.heads.keys().copied().collect());
        self.sockets.insert(connection, message.entry);
    }
}

impl Handler<Deliver> for Hub {
    type Result = ();
    fn handle(&mut self, message: Deliver, _: &mut Self::Context) {
        let Some(followers) = self.followers.get(&message.scope) else { return };
        for connection in followers {
            if let Some(entry) = self.sockets.get(connection) {
                Self::send(entry, &message.frame);
            }
        }
        self.heads.insert(message.scope, message.to);
    }
}

impl Handler<ShowPresence> for Hub {
    type Result = ();
    fn handle(&mut self, message: ShowPresence, _: &mut Self::Context) {
        let Some(followers) = self.followers.get(&message.workspace.scope()) else { return };
        let (told, all) = match &message.only {
            Some(only) => (&**only, false),
            None => (followers, true),
        };
        let told = told.iter().filter(|connection| all || followers.contains(connection));
        for entry in told.filter_map(|connection| self.sockets.get(connection)) {
            // The first thing dropped under load (PR2).
            if entry.gauge.waiting.load(Ordering::Acquire) < OUTBOX_BYTES / 8 {
                Self::send(entry, &message.frame);
            }
        }
    }
}

impl Handler<Leave> for Hub {
    type Result = ();
    fn handle(&mut self, message: Leave, _: &mut Self::Context) {
        self.forget(message.connection);
        self.sockets.remove(&message.connection);
    }
}

impl Handler<Recall> for Hub {
    type Result = ();
    fn handle(&mut self, message: Recall, _: &mut Self::Context) {
        let chosen: Vec<(Uuid, Farewell)> = self
            .sockets
            .values()
            .enumerate()
            .filter_map(|(place, entry)| {
                let farewell = match &message {
                    Recall::Member { workspace, user, farewell }
                        if entry.workspace == *workspace && entry.user == *user =>
                    {
                        farewell.clone()
                    }
                    Recall::Session { session } if entry.session == *session => Farewell::SESSION,
                    Recall::Workspace { workspace, farewell } if entry.workspace == *workspace => farewell.clone(),
                    Recall::Everybody { spread_ms } => Farewell::drain(500 + (place as u64 * 37) % (*spread_ms).max(1)),
                    _ => return None,
                };
                Some((entry.connection, farewell))
            })
            .collect();
        for (connection, farewell) in chosen {
            self.close(connection, farewell);
        }
    }
}

impl Handler<CountSockets> for Hub {
    type Result = SocketCounts;
    fn handle(&mut self, _: CountSockets, _: &mut Self::Context) -> SocketCounts {
        let each = self.sockets.values().map(|entry| {
            let waiting = entry.gauge.waiting.load(Ordering::Relaxed);
            SocketCounts { open: 1, waiting_bytes: waiting, fullest_bytes: waiting }
        });
        each.fold(SocketCounts::default(), SocketCounts::with)
    }
}
