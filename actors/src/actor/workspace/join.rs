//! Sockets that come and go. A socket is welcomed by its hub, in the same queue through which all later
//! frames come: nothing is missing or doubled at the seam (RS1).

use std::collections::{BTreeMap, HashMap};

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use bytes::Bytes;
use bytestring::ByteString;
use tokio::sync::oneshot;

use super::{Entered, JoinRequest, ScopeFeed, WorkspaceActor, hear::untold};
use crate::{
    actor::hub::{Leave, Welcomed},
    domain::{
        ids::{ScopeId, UserId},
        refusal::Refusal,
        world::personal_scope,
    },
    journal::{Journal, JournalError},
    sync::{Footing, MAX_DELTA_BYTES, Resume, Stand, resume},
    wire::{NodeFrame, ScopeKind, WelcomeResume, WelcomeScope, encode_event, events_frame},
    words,
};

/// Missed events are sent in frames of so many.
const EVENTS_A_FRAME: usize = 250;
/// The journal is asked for so many at once: each may be as large as a frame may be.
const PAGE: i64 = 250;

/// What each scope's missed events are, where the ring did not hold them; `None`: the snapshot is needed.
type Backlog = HashMap<ScopeId, Option<Vec<Bytes>>>;

/// Somebody who comes from another node, it seems, and knows more than this one.
pub(super) enum Knock {
    Socket(Box<JoinRequest>),
    Question(UserId, oneshot::Sender<Result<Entered, Refusal>>),
}

impl WorkspaceActor {
    /// Lets waiting sockets in, once the world is there.
    pub(super) fn admit(&mut self, ctx: &mut Context<Self>) {
        if self.missing {
            for request in std::mem::take(&mut self.joins) {
                self.turn_away(request, Refusal::not_found(words::NO_WORKSPACE));
            }
            for knock in std::mem::take(&mut self.looked) {
                self.refuse(knock, Refusal::not_found(words::NO_WORKSPACE));
            }
        }
        if self.reload_wanted {
            self.reload(ctx);
        }
        if self.ledger.is_none() {
            return;
        }
        for request in std::mem::take(&mut self.joins) {
            match self.enter(request.entry.user) {
                Ok(entered) if !self.is_ahead(&request, &entered.scopes) => self.gather(request, entered.scopes, ctx),
                _ => self.look_first(Knock::Socket(Box::new(request)), ctx),
            }
        }
        for knock in std::mem::take(&mut self.looked) {
            match knock {
                Knock::Question(user, reply) => drop(reply.send(self.enter(user))),
                Knock::Socket(request) => match self.enter(request.entry.user) {
                    Err(refusal) => self.turn_away(*request, refusal),
                    Ok(entered) => self.gather(*request, entered.scopes, ctx),
                },
            }
        }
    }

    /// Whether somebody has read further than this node has come.
    fn is_ahead(&self, request: &JoinRequest, scopes: &[ScopeId]) -> bool {
        scopes.iter().any(|scope| match (self.feeds.get(scope), request.cursors.get(scope)) {
            (Some(feed), Some(cursor)) => feed.epoch == cursor.epoch && cursor.seq > feed.sequencer.applied(),
            _ => false,
        })
    }

    /// Reads what other nodes have written before somebody is refused, or sent to the snapshot: they may have
    /// become a member, or read further, at another node a moment ago (RS3).
    pub(super) fn look_first(&mut self, knock: Knock, ctx: &mut Context<Self>) {
        let user = match &knock {
            Knock::Socket(request) => request.entry.user,
            Knock::Question(user, _) => *user,
        };
        let scopes = [self.id.scope(), personal_scope(self.id, user)];
        let told =
            scopes.iter().filter_map(|scope| Some((*scope, self.feeds.get(scope)?.sequencer.applied()))).collect();
        let journal = self.tools.journal.clone();
        let work = async move { untold(&journal, told).await }.into_actor(self);
        ctx.spawn(work.map(move |found, actor: &mut Self, ctx: &mut Context<Self>| match found {
            Ok(found) => {
                actor.take_untold(found, ctx);
                actor.looked.push(knock);
                actor.admit(ctx);
            }
            Err(error) => {
                tracing::warn!(workspace = %actor.id, %error, "what others wrote could not be read");
                actor.refuse(knock, Refusal::unavailable(1_000));
            }
        }));
    }

    pub(super) fn refuse(&mut self, knock: Knock, refusal: Refusal) {
        match knock {
            Knock::Socket(request) => self.turn_away(*request, refusal),
            // Whoever asked may be gone.
            Knock::Question(_, reply) => drop(reply.send(Err(refusal))),
        }
    }

    /// Reads the seqs at which a member gained their scopes, if a change of the member made the known ones void.
    fn ask_since_when(&mut self, request: JoinRequest, ctx: &mut Context<Self>) {
        let (journal, workspace, user) = (self.tools.journal.clone(), self.id, request.entry.user);
        let changes = self.member_changes;
        let work = async move { journal.gained(workspace, user).await }.into_actor(self);
        ctx.spawn(work.map(move |read, actor: &mut Self, ctx: &mut Context<Self>| match read {
            Ok(gained) => {
                // If the member changed in the meantime, the answer may be stale: read once more.
                if changes == actor.member_changes {
                    actor.gained.insert(user, gained);
                }
                actor.joins.push(request);
                actor.admit(ctx);
            }
            Err(error) => {
                tracing::warn!(workspace = %actor.id, %error, "a socket could not be let in");
                actor.turn_away(request, Refusal::unavailable(1_000));
            }
        }));
    }

    /// Opens a personal scope that is not there yet, and reads what the rings do not hold.
    fn gather(&mut self, request: JoinRequest, scopes: Vec<ScopeId>, ctx: &mut Context<Self>) {
        let user = request.entry.user;
        if !request.cursors.is_empty() && !self.gained.contains_key(&user) {
            return self.ask_since_when(request, ctx);
        }
        let unknown = scopes.iter().any(|scope| !self.feeds.contains_key(scope));
        let cold: Vec<(ScopeId, i64, i64)> = scopes
            .iter()
            .filter_map(|scope| {
                let feed = self.feeds.get(scope)?;
                let cursor = request.cursors.get(scope).copied();
                let Resume::Delta(seq) = resume(cursor, self.stand(feed, *scope, user)) else { return None };
                feed.ring.since(seq).is_none().then(|| (*scope, seq, feed.sequencer.applied()))
            })
            .collect();
        if !unknown && cold.is_empty() {
            return self.welcome(request, &scopes, &Backlog::new(), ctx);
        }
        let journal = self.tools.journal.clone();
        let workspace = self.id;
        let work = async move {
            let opened = if unknown { Some(journal.open_personal_stream(workspace, user).await?) } else { None };
            let mut backlog = Backlog::new();
            for (scope, from, to) in cold {
                backlog.insert(scope, replay(&journal, scope, from, to).await?);
            }
            Ok((opened, backlog))
        };
        ctx.spawn(work.into_actor(self).map(
            move |outcome: Result<(Option<Footing>, Backlog), JournalError>, actor: &mut Self, ctx| {
                match outcome {
                    // Being read anew: nobody can say who may be here, or from where on.
                    Ok(_) if !actor.feeds.contains_key(&actor.id.scope()) => actor.joins.push(request),
                    Ok((opened, backlog)) => {
                        if let Some(footing) = opened {
                            let scope = personal_scope(actor.id, user);
                            if footing.seq > 0 && !actor.feeds.contains_key(&scope) {
                                // Written at another node: none of it is in the world.
                                actor.joins.push(request);
                                return actor.reload(ctx);
                            }
                            actor.feed(scope, footing.epoch, footing.seq);
                            if let Some(ledger) = &mut actor.ledger {
                                ledger.footings.entry(scope).or_insert(footing);
                            }
                            actor.announce_scopes();
                        }
                        // The right may have gone while the journal was read.
                        match actor.enter(user) {
                            Ok(entered) => actor.welcome(request, &entered.scopes, &backlog, ctx),
                            Err(refusal) => actor.turn_away(request, refusal),
                        }
                    }
                    Err(error) => {
                        tracing::warn!(workspace = %actor.id, %error, "a socket could not be let in");
                        actor.turn_away(request, Refusal::unavailable(1_000));
                    }
                }
            },
        ));
    }

    fn welcome(&mut self, request: JoinRequest, scopes: &[ScopeId], backlog: &Backlog, ctx: &mut Context<Self>) {
        if scopes.iter().any(|scope| !self.feeds.contains_key(scope)) {
            // Given up while the journal was read. It would hear of nothing there: once loaded, it is let in.
            return self.joins.push(request);
        }
        if !self.joining.remove(&request.entry.connection) {
            return; // Gone while it was let in.
        }
        let mut welcomed = Vec::new();
        let mut frames: Vec<ByteString> = Vec::new();
        let mut heads = BTreeMap::new();
        for scope in scopes {
            let Some(feed) = self.feeds.get(scope) else { continue };
            let head = feed.sequencer.applied();
            let stand = self.stand(feed, *scope, request.entry.user);
            let missed = missed(feed, stand, request.cursors.get(scope).copied(), backlog.get(scope));
            heads.insert(*scope, head);
            welcomed.push(WelcomeScope {
                scope: *scope,
                kind: if *scope == self.id.scope() { ScopeKind::Workspace } else { ScopeKind::Personal },
                epoch: feed.epoch,
                seq: head,
                resume: if missed.is_some() { WelcomeResume::Delta } else { WelcomeResume::Snapshot },
            });
            if let Some((from, events)) = missed {
                for (place, chunk) in events.chunks(EVENTS_A_FRAME).enumerate() {
                    let start = from + (place * EVENTS_A_FRAME) as i64;
                    frames.push(events_frame(*scope, start, start + chunk.len() as i64, chunk));
                }
            }
        }
        let welcome = NodeFrame::Welcome {
            node: request.node.clone(),
            server_time: self.tools.clock.now(),
            heartbeat_ms: request.heartbeat_ms,
            limits: request.entry.limits,
            scopes: welcomed,
        };
        frames.insert(0, welcome.encode());
        let (connection, user) = (request.entry.connection, request.entry.user);
        let place = self.hubs.iter().find(|(_, (hub, _))| *hub == request.hub).map(|(place, _)| *place);
        let place = place.unwrap_or_else(|| {
            let place = self.hubs.keys().max().map_or(0, |last| last + 1);
            self.hubs.insert(place, (request.hub.clone(), 0));
            place
        });
        if let Some((_, count)) = self.hubs.get_mut(&place) {
            *count += 1;
        }
        self.sockets.insert(connection, (place, user));
        self.presence.arrive(connection, user, self.tools.clock.now());
        request.hub.do_send(Welcomed::new(request.entry, heads, frames));
        let _ = request.reply.send(Ok(()));
        self.plan_presence(ctx);
    }

    pub(super) fn turn_away(&mut self, request: JoinRequest, refusal: Refusal) {
        self.joining.remove(&request.entry.connection);
        // Whoever asked may be gone.
        let _ = request.reply.send(Err(refusal));
    }

    pub(super) fn leave(&mut self, connection: uuid::Uuid) {
        self.joining.remove(&connection);
        self.presence.leave(connection);
        if let Some((place, _)) = self.sockets.remove(&connection)
            && let Some((hub, count)) = self.hubs.get_mut(&place)
        {
            // The socket's own word to the hub may have come before the welcome; this one comes behind it.
            hub.do_send(Leave { connection });
            *count -= 1;
            if *count == 0 {
                self.hubs.remove(&place);
            }
        }
    }

    /// The state of a scope for one reader. Whether the journal still holds the events shows when it is read.
    fn stand(&self, feed: &ScopeFeed, scope: ScopeId, user: UserId) -> Stand {
        let gained = self.gained.get(&user).map_or(i64::MAX, |gained| gained.of(self.id, scope));
        Stand { epoch: feed.epoch, head: feed.sequencer.applied(), gained }
    }

    /// Tells the registry whose heads to look at.
    pub(super) fn announce_scopes(&self) {
        let scopes = self.feeds.keys().copied().collect();
        self.registry.do_send(crate::actor::registry::Following { id: self.id, scopes });
    }
}

/// The journal's events in `(from, to]`, encoded; nothing where it does not hold them all, or where they are more than is
/// replayed.
async fn replay(journal: &Journal, scope: ScopeId, from: i64, to: i64) -> Result<Option<Vec<Bytes>>, JournalError> {
    let (mut at, mut bytes, mut events) = (from, 0, Vec::new());
    while at < to {
        let page = journal.events_since(scope, at, to, PAGE).await?;
        if page.is_empty() {
            return Ok(None);
        }
        for event in &page {
            let encoded = encode_event(event);
            bytes += encoded.len();
            if event.seq != at + 1 || bytes > MAX_DELTA_BYTES {
                return Ok(None);
            }
            at = event.seq;
            events.push(encoded);
        }
    }
    Ok(Some(events))
}

/// The events after a cursor, with the seq they start from; `None` where only the snapshot helps.
fn missed(
    feed: &ScopeFeed,
    stand: Stand,
    cursor: Option<crate::sync::Cursor>,
    backlog: Option<&Option<Vec<Bytes>>>,
) -> Option<(i64, Vec<Bytes>)> {
    let Resume::Delta(seq) = resume(cursor, stand) else { return None };
    if let Some(events) = feed.ring.since(seq) {
        return Some((seq, events.cloned().collect()));
    }
    // What was read from the journal, and what has come since.
    let mut events = backlog?.clone()?;
    let since = feed.ring.since(seq + events.len() as i64)?;
    events.extend(since.cloned());
    Some((seq, events))
}
