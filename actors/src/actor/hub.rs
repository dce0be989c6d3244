//! One hub for each worker thread. It takes each frame once and hands the same bytes to its own sockets.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, WrapFuture};
use bytes::Bytes;
use bytestring::ByteString;
use uuid::Uuid;

use super::{
    gauge::OUTBOX_BYTES,
    messages::{
        CloseSockets, CountSockets, Deliver, Follow, Leave, Outgoing, ShowPresence, SocketClose, SocketCounts,
        SocketEntry, TextTo, ToHub, Welcomed,
    },
    socket_writer::SocketWriter,
};
use crate::{domain::ids::ScopeId, fail, wire::NodeFrame, words::LOG_READER_TOO_SLOW, workspace::FollowedScope};

/// After this many sockets, the hub lets other tasks on the thread run.
const AT_ONCE: usize = 64;
/// The hub flushes after this many messages, even if the mailbox is never empty.
const FLUSH_AFTER: u32 = 64;

/// The sockets of one worker thread, by the scopes that they follow.
pub struct Hub {
    sockets: HashMap<Uuid, SocketEntry>,
    /// The connections that follow each scope.
    followers: HashMap<ScopeId, HashSet<Uuid>>,
    /// The seq of the last event that was sent to the followers of each scope.
    heads: HashMap<ScopeId, i64>,
    scopes_of: HashMap<Uuid, Vec<ScopeId>>,
    unflushed: Unflushed,
    heartbeat: Duration,
    bus_is_away: Box<dyn Fn() -> bool + Send>,
}

/// A frame of either kind.
#[derive(Clone, Copy)]
enum Frame<'f> {
    Text(&'f ByteString),
    Binary(&'f Bytes),
}

impl Frame<'_> {
    fn len(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }
}

/// The writers with frames that are not flushed yet. They are flushed when the mailbox is empty: frames that arrive
/// together leave together, and a lone frame leaves at once.
#[derive(Default)]
struct Unflushed {
    writers: VecDeque<Arc<dyn SocketWriter>>,
    planned: bool,
    /// The number of messages since the last flush. After [`FLUSH_AFTER`], the hub flushes even if the mailbox is not
    /// empty.
    messages: u32,
}

impl Unflushed {
    fn put(&mut self, entry: &SocketEntry, frame: Frame<'_>, counted: bool) {
        let begins = match frame {
            Frame::Text(text) => entry.writer.put(text, counted),
            Frame::Binary(bytes) => entry.writer.put_binary(bytes, counted),
        };
        if begins {
            self.writers.push_back(entry.writer.clone());
        }
    }

    /// Sends a counted frame. A socket whose outbox is full is closed, but only after a flush: frames that were never
    /// written are not the reader's fault.
    fn send(&mut self, entry: &SocketEntry, frame: &ByteString) {
        self.send_frame(entry, Frame::Text(frame));
    }

    fn send_frame(&mut self, entry: &SocketEntry, frame: Frame<'_>) {
        if entry.gauge.is_doomed() {
            return;
        }
        let mut accepted = entry.gauge.give(frame.len());
        if !accepted {
            entry.writer.flush();
            accepted = entry.gauge.give(frame.len());
        }
        if accepted {
            self.put(entry, frame, true);
        } else if entry.gauge.doom() {
            tracing::info!(connection = %entry.connection, "{LOG_READER_TOO_SLOW}");
            send_away(entry, SocketClose::SLOW);
        }
    }

    fn plan(&mut self, ctx: &mut Context<Hub>) {
        if self.writers.is_empty() {
            return;
        }
        if !std::mem::replace(&mut self.planned, true) {
            ctx.notify(Flush);
        }
        self.messages += 1;
        if self.messages >= FLUSH_AFTER {
            self.flush();
        }
    }

    /// Flushes the next few sockets.
    fn flush(&mut self) {
        self.messages = 0;
        let now = self.writers.len().min(AT_ONCE);
        for writer in self.writers.drain(..now) {
            writer.flush();
        }
    }
}

/// Closes a socket. Frames that are already queued are flushed first, among them the event that took a right. If the
/// session has ended, they are dropped.
fn send_away(entry: &SocketEntry, close: SocketClose) {
    if close.code != SocketClose::SESSION.code {
        entry.writer.flush();
    }
    entry.writer.drop_frames();
    entry.out.do_send(Outgoing::Close(close));
}

/// To the hub itself.
#[derive(Message, Clone, Copy, Debug)]
#[rtype(result = "()")]
struct Flush;

impl Hub {
    /// `bus_is_away` returns true while the bus is away.
    pub fn new(heartbeat: Duration, bus_is_away: impl Fn() -> bool + Send + 'static) -> Self {
        Self {
            bus_is_away: Box::new(bus_is_away),
            sockets: HashMap::new(),
            followers: HashMap::new(),
            heads: HashMap::new(),
            scopes_of: HashMap::new(),
            unflushed: Unflushed::default(),
            heartbeat,
        }
    }

    fn close(&mut self, connection: Uuid, close: SocketClose) {
        let Some(entry) = self.sockets.get(&connection).cloned() else { return };
        self.forget(connection);
        entry.gauge.doom();
        send_away(&entry, close);
    }

    /// Removes the socket from all scopes at once; its entry stays until it has closed.
    fn forget(&mut self, connection: Uuid) {
        for scope in self.scopes_of.remove(&connection).unwrap_or_default() {
            self.drop_follower(connection, scope);
        }
    }

    fn unfollow(&mut self, connection: Uuid, scope: ScopeId) {
        if let Some(scopes) = self.scopes_of.get_mut(&connection) {
            scopes.retain(|it| *it != scope);
        }
        self.drop_follower(connection, scope);
    }

    fn drop_follower(&mut self, connection: Uuid, scope: ScopeId) {
        if let Some(followers) = self.followers.get_mut(&scope) {
            followers.remove(&connection);
            if followers.is_empty() {
                self.followers.remove(&scope);
                self.heads.remove(&scope);
            }
        }
    }

    fn follows(&self, connection: Uuid, scope: ScopeId) -> bool {
        self.followers.get(&scope).is_some_and(|followers| followers.contains(&connection))
    }

    fn beat(&mut self) {
        let bus_is_away = (self.bus_is_away)();
        for (connection, scopes) in &self.scopes_of {
            let Some(entry) = self.sockets.get(connection) else { continue };
            entry.out.do_send(Outgoing::Beat);
            let heads = scopes.iter().filter_map(|scope| Some((*scope, *self.heads.get(scope)?))).collect();
            self.unflushed.send(entry, &NodeFrame::Heads { heads, bus_is_away }.encode());
        }
    }

    fn watch_over(&mut self) {
        for entry in self.sockets.values() {
            if entry.gauge.is_past_grace() {
                (entry.cut)();
            } else if entry.gauge.has_expired() && entry.gauge.doom() {
                send_away(entry, SocketClose::EXPIRED);
            } else if entry.gauge.is_stuck() && entry.gauge.doom() {
                send_away(entry, SocketClose::SLOW);
            }
        }
    }
}

impl Actor for Hub {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        // A hub's mailbox is fed by few actors, each of which bounds itself.
        ctx.set_mailbox_capacity(100_000);
        ctx.run_interval(self.heartbeat, |hub, ctx| {
            hub.beat();
            hub.unflushed.plan(ctx);
        });
        ctx.run_interval(Duration::from_secs(1), |hub, _| hub.watch_over());
    }

    /// Runs after a panic too: a stopped hub no longer writes to its sockets, so they are closed.
    fn stopped(&mut self, _: &mut Self::Context) {
        for (_, entry) in self.sockets.drain() {
            entry.gauge.doom();
            send_away(&entry, SocketClose::RESTART);
        }
    }
}

impl Handler<ToHub> for Hub {
    type Result = ();
    fn handle(&mut self, message: ToHub, ctx: &mut Self::Context) {
        match message {
            ToHub::Welcomed(message) => self.handle(message, ctx),
            ToHub::Deliver(message) => self.handle(message, ctx),
            ToHub::Follow(message) => self.handle(message, ctx),
            ToHub::ShowPresence(message) => self.handle(message, ctx),
            ToHub::Text(message) => self.handle(message, ctx),
            ToHub::Leave(message) => self.handle(message, ctx),
            ToHub::CloseSockets(message) => self.handle(message, ctx),
        }
    }
}

impl Handler<Welcomed> for Hub {
    type Result = ();
    fn handle(&mut self, mut message: Welcomed, ctx: &mut Self::Context) {
        let Some(entry) = message.entry.take() else { return };
        let connection = entry.connection;
        // The entry comes first, so that the socket is closed even if the next lines panic.
        let entry = self.sockets.entry(connection).insert_entry(entry);
        // The resume backlog is already capped, so it is not counted here.
        for frame in &message.frames {
            self.unflushed.put(entry.get(), Frame::Text(frame), false);
        }
        self.unflushed.plan(ctx);
        for (scope, head) in &message.heads {
            self.followers.entry(*scope).or_default().insert(connection);
            let known = self.heads.entry(*scope).or_insert(*head);
            *known = (*known).max(*head);
        }
        self.scopes_of.insert(connection, message.heads.keys().copied().collect());
    }
}

impl Handler<Deliver> for Hub {
    type Result = ();
    fn handle(&mut self, message: Deliver, ctx: &mut Self::Context) {
        fail::point("hub");
        let Some(followers) = self.followers.get(&message.scope) else { return };
        for connection in followers {
            if let Some(entry) = self.sockets.get(connection) {
                self.unflushed.send(entry, &message.frame);
            }
        }
        self.heads.insert(message.scope, message.to);
        self.unflushed.plan(ctx);
    }
}

impl Handler<Follow> for Hub {
    type Result = ();
    fn handle(&mut self, message: Follow, ctx: &mut Self::Context) {
        let Follow { workspace, user, scopes, has_unopened, capabilities } = message;
        let theirs = |entry: &&SocketEntry| entry.workspace == workspace && entry.user == user;
        let theirs: Vec<SocketEntry> = self.sockets.values().filter(theirs).cloned().collect();
        for entry in theirs {
            // A socket that is closing follows nothing any more.
            let Some(followed) = self.scopes_of.get(&entry.connection).cloned() else { continue };
            let gained: Vec<&FollowedScope> = scopes.iter().filter(|it| !followed.contains(&it.scope)).collect();
            let lost: Vec<ScopeId> =
                followed.into_iter().filter(|scope| scopes.iter().all(|it| it.scope != *scope)).collect();
            let changes = !(gained.is_empty() && lost.is_empty());
            if has_unopened || (changes && !entry.knows_follow()) {
                self.close(entry.connection, SocketClose::RESTART);
                continue;
            }
            for scope in lost {
                self.unfollow(entry.connection, scope);
                self.unflushed.send(&entry, &NodeFrame::Unfollow { scope }.encode());
            }
            for FollowedScope { scope, kind, epoch, head } in gained {
                self.followers.entry(*scope).or_default().insert(entry.connection);
                self.scopes_of.entry(entry.connection).or_default().push(*scope);
                let known = self.heads.entry(*scope).or_insert(*head);
                *known = (*known).max(*head);
                let frame = NodeFrame::Follow { scope: *scope, kind: *kind, epoch: *epoch, seq: *head };
                self.unflushed.send(&entry, &frame.encode());
            }
            if entry.knows_follow() {
                self.unflushed.send(&entry, &capabilities);
            }
        }
        self.unflushed.plan(ctx);
    }
}

impl Handler<ShowPresence> for Hub {
    type Result = ();
    fn handle(&mut self, message: ShowPresence, ctx: &mut Self::Context) {
        let Some(followers) = self.followers.get(&message.room) else { return };
        let (told, all) = match &message.only {
            Some(only) => (&**only, false),
            None => (followers, true),
        };
        let told = told.iter().filter(|connection| all || followers.contains(connection));
        // Presence in a scope that no socket of this hub follows is hidden from all readers of this hub.
        type Places<'s> = (ScopeId, Option<&'s HashSet<Uuid>>);
        let scopes: Vec<Places<'_>> =
            message.people.scopes().into_iter().map(|scope| (scope, self.followers.get(&scope))).collect();
        // The frames for readers who follow certain of these scopes.
        let mut frames: HashMap<Vec<ScopeId>, ByteString> = HashMap::new();
        for entry in told.filter_map(|connection| self.sockets.get(connection)) {
            // Presence is the first to be dropped under load (PR2).
            if entry.gauge.waiting() >= OUTBOX_BYTES / 8 {
                continue;
            }
            let follows = |(_, followers): &&Places<'_>| followers.is_some_and(|it| it.contains(&entry.connection));
            // Nearly all readers follow the home scope, and no restricted list with a present person. They share one
            // frame, and nothing is allocated for them.
            if scopes.iter().all(|place| follows(&place) == (place.0 == message.home)) {
                self.unflushed.send(entry, &message.frame);
            } else {
                let followed: Vec<ScopeId> = scopes.iter().filter(follows).map(|(scope, _)| *scope).collect();
                let seen = |scope| followed.contains(&scope);
                let frame = frames.entry(followed.clone()).or_insert_with(|| message.people.frame(seen));
                self.unflushed.send(entry, frame);
            }
        }
        self.unflushed.plan(ctx);
    }
}

impl Handler<TextTo> for Hub {
    type Result = ();
    fn handle(&mut self, message: TextTo, ctx: &mut Self::Context) {
        let TextTo { scope, to, frame, instead } = message;
        for connection in to {
            // A socket that no longer follows the ticket's scope gets no frames of its text.
            let is_let_in = scope.is_none_or(|scope| self.follows(connection, scope));
            let sent = if is_let_in { Some(&frame) } else { instead.as_ref() };
            if let (Some(frame), Some(entry)) = (sent, self.sockets.get(&connection)) {
                self.unflushed.send_frame(entry, Frame::Binary(frame));
            }
        }
        self.unflushed.plan(ctx);
    }
}

impl Handler<Flush> for Hub {
    type Result = ();
    fn handle(&mut self, _: Flush, ctx: &mut Self::Context) {
        self.unflushed.flush();
        self.unflushed.planned = !self.unflushed.writers.is_empty();
        if self.unflushed.planned {
            let turn = tokio::task::yield_now().into_actor(self);
            ctx.spawn(turn.map(|(), _, ctx: &mut Self::Context| ctx.notify(Flush)));
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

impl Handler<CloseSockets> for Hub {
    type Result = ();
    fn handle(&mut self, message: CloseSockets, _: &mut Self::Context) {
        let chosen: Vec<(Uuid, SocketClose)> = self
            .sockets
            .values()
            .enumerate()
            .filter_map(|(place, entry)| {
                let close = match &message {
                    CloseSockets::Member { workspace, user, close }
                        if entry.workspace == *workspace && entry.user == *user =>
                    {
                        close.clone()
                    }
                    CloseSockets::Followers { scope, close } if self.follows(entry.connection, *scope) => close.clone(),
                    CloseSockets::Session { session } if entry.session == *session => SocketClose::SESSION,
                    CloseSockets::Workspace { workspace, close } if entry.workspace == *workspace => close.clone(),
                    CloseSockets::Everybody { spread_ms } => {
                        SocketClose::restart_with_bye(500 + (place as u64 * 37) % (*spread_ms).max(1))
                    }
                    _ => return None,
                };
                Some((entry.connection, close))
            })
            .collect();
        for (connection, close) in chosen {
            self.close(connection, close);
        }
    }
}

impl Handler<CountSockets> for Hub {
    type Result = SocketCounts;
    fn handle(&mut self, _: CountSockets, _: &mut Self::Context) -> SocketCounts {
        let each = self.sockets.values().map(|entry| {
            let waiting = entry.gauge.waiting();
            SocketCounts { open: 1, waiting_bytes: waiting, fullest_bytes: waiting }
        });
        each.fold(SocketCounts::default(), SocketCounts::with)
    }
}

#[cfg(test)]
mod tests;
