//! From committed events to frames: in order, once, gaps refilled by one read.

use std::sync::Arc;
use std::time::Duration;

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};

use super::{ScopeFeed, WorkspaceActor, hear::untold};
use crate::{
    actor::{
        hub::{Deliver, Farewell, Recall},
        ticket::{Forget, StopNow},
    },
    bus::BusMessage,
    domain::{
        change::{Change, Event, Op, Write, applied},
        entity::{Entity, EntityKind, MemberState},
        ids::{Epoch, ScopeId, TicketId, UserId},
        rights::{Right, may},
        world::personal_scope,
    },
    sync::Segment,
    wire::{encode_event, events_frame},
};

/// At most so many runs of other nodes' events are held while a round has the world.
const HELD: usize = 1_024;
/// Larger messages carry only the numbers. An estimate, so that what waits to be sent is bounded; the bus
/// measures.
const BUS_BYTES: usize = 16 * 1024;

impl WorkspaceActor {
    /// Tells the other nodes. Never waited for: the journal's heads make good what is lost here.
    pub(super) fn publish(&self, scope: ScopeId, events: &[Arc<Event>]) {
        let (Some(first), Some(last), Some(feed)) = (events.first(), events.last(), self.feeds.get(&scope)) else {
            return;
        };
        let small = events.iter().flat_map(|event| &event.changes).map(Change::weight).sum::<usize>() < BUS_BYTES;
        self.bus.publish(BusMessage::Advanced {
            workspace: self.id,
            scope,
            epoch: feed.epoch,
            from: first.seq - 1,
            to: last.seq,
            events: small.then(|| events.to_vec()),
        });
    }

    /// Hands events to a scope's sequencer and delivers what has become due. The world takes in what this
    /// node has not decided itself; while a round has the world, others' events wait for its end.
    pub(super) fn offer(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, own: bool, ctx: &mut Context<Self>) {
        if self.ledger.is_none() {
            // A round that does not end must not gather without bound: what is dropped is known to exist, and read.
            if self.held.len() < HELD {
                self.held.push((scope, events));
            }
            return;
        }
        if own {
            // The world has them already; what the sequencer still holds back comes from elsewhere.
            self.own.extend(events.iter().map(|event| (scope, event.seq)));
        }
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, ctx);
        }
    }

    /// Tells events that this node has decided, also while a round has the world: they are in it already.
    pub(super) fn tell_own(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, ctx: &mut Context<Self>) {
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if self.ledger.is_none() && !feed.sequencer.is_idle() {
            // Others' events would come with them, and the world is not here to take those in.
            return self.held.push((scope, events));
        }
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, ctx);
        }
    }

    fn deliver(&mut self, scope: ScopeId, segment: Segment, _: &mut Context<Self>) {
        let mut from = segment.from;
        let mut run: Vec<bytes::Bytes> = Vec::new();
        for event in &segment.events {
            if !self.own.remove(&(scope, event.seq)) {
                let late = self.tools.clock.now().millis().saturating_sub(event.at.millis());
                self.bus.figures().delivered_late(Duration::from_millis(late));
                self.take_in(scope, event);
            }
            self.step_footing(scope, event);
            let encoded = encode_event(event);
            if let Some(feed) = self.feeds.get_mut(&scope) {
                feed.ring.push(event.seq, encoded.clone());
            }
            run.push(encoded);
            let lost = self.follow_members(event);
            if !lost.is_empty() {
                // Nothing later may reach who has lost the right: their last frame ends here.
                self.send(scope, from, event.seq, &std::mem::take(&mut run));
                from = event.seq;
                for user in lost {
                    let recall = Recall::Member { workspace: self.id, user, farewell: Farewell::ACCESS };
                    for (hub, _) in self.hubs.values() {
                        hub.do_send(recall.clone());
                    }
                }
            }
        }
        if !run.is_empty() {
            self.send(scope, from, segment.to, &run);
        }
    }

    fn send(&self, scope: ScopeId, from: i64, to: i64, events: &[bytes::Bytes]) {
        if self.hubs.is_empty() {
            return;
        }
        let message = Deliver { scope, to, frame: events_frame(scope, from, to, events) };
        for (hub, _) in self.hubs.values() {
            hub.do_send(message.clone());
        }
    }

    pub(super) fn step_footing(&mut self, scope: ScopeId, event: &Event) {
        let Some(ledger) = &mut self.ledger else { return };
        let last = ledger.world.last_numbers.get(&scope).copied().unwrap_or(0);
        if let Some(footing) = ledger.footings.get_mut(&scope)
            && event.seq > footing.seq
        {
            footing.seq = event.seq;
            footing.last_number = footing.last_number.max(last);
            if event.changes.iter().any(|change| change.entity.is_config()) {
                footing.config_seq = event.seq;
            }
        }
    }

    /// Keeps the roster, and names who has lost the workspace by this event.
    fn follow_members(&mut self, event: &Event) -> Vec<UserId> {
        let mut lost = Vec::new();
        for change in event.changes.iter().filter(|change| change.entity == EntityKind::Member) {
            let user = UserId(change.id);
            // Any change of the member may let them in anew.
            self.gained.remove(&user);
            self.member_changes += 1;
            if change.op == Op::Delete {
                self.roster.remove(&user);
                lost.push(user);
                continue;
            }
            let before = self.roster.get(&user).cloned().map(Entity::Member);
            if let Some(Entity::Member(member)) = applied(change, before.as_ref()) {
                if member.state != MemberState::Active || !may(member.role, Right::Read) {
                    lost.push(member.id);
                }
                self.roster.insert(member.id, member);
            }
        }
        lost
    }

    /// An event of another node enters the world.
    fn take_in(&mut self, scope: ScopeId, event: &Event) {
        let Some(ledger) = &mut self.ledger else { return };
        if ledger.footings.get(&scope).is_some_and(|footing| event.seq <= footing.seq) {
            return; // The world was loaded later than this.
        }
        let world = &mut ledger.world;
        for change in &event.changes {
            match change.entity {
                EntityKind::Activity | EntityKind::Reaction => {}
                EntityKind::Ticket => {
                    let id = TicketId(change.id);
                    if let Some((ticket, _)) = self.tools.slots.borrow().get(&id) {
                        ticket.do_send(Forget);
                    }
                    take_in_ticket(world, scope, id, change);
                }
                _ => {
                    let before = world.get(change.entity, change.id);
                    let after = applied(change, before.as_ref());
                    if after.is_none() && change.op != Op::Delete {
                        continue; // A newer version gave it a value that means nothing here: it stays as it was.
                    }
                    world.apply(scope, &Write { before, after });
                }
            }
        }
    }

    /// Takes in what came while the world was away.
    pub(super) fn release_held(&mut self, ctx: &mut Context<Self>) {
        for (scope, events) in std::mem::take(&mut self.held) {
            self.offer(scope, events, false, ctx);
        }
        self.plan_gaps(ctx);
    }

    /// Before deciding again: everything that the journal has.
    pub(super) fn catch_up(&mut self, ctx: &mut Context<Self>) {
        let told = self.feeds.iter().map(|(scope, feed)| (*scope, feed.sequencer.applied())).collect();
        let journal = self.tools.journal.clone();
        let ledger = self.ledger.take();
        let work = async move { (ledger, untold(&journal, told).await) };
        let settle = work.into_actor(self).map(|(ledger, found), actor: &mut Self, ctx: &mut Context<Self>| {
            actor.ledger = ledger;
            match found {
                Ok(found) => actor.take_untold(found, ctx),
                Err(error) => tracing::warn!(workspace = %actor.id, %error, "catching up failed"),
            }
            actor.release_held(ctx);
            actor.admit(ctx);
            actor.start_round(ctx);
        });
        ctx.spawn(settle);
    }

    /// Sends all sockets away to come back with their cursors.
    pub(super) fn send_away(&mut self) {
        let recall = Recall::Workspace { workspace: self.id, farewell: Farewell::RESTART };
        for (hub, _) in self.hubs.values() {
            hub.do_send(recall.clone());
        }
        for (_, (ticket, _)) in self.tools.slots.borrow_mut().drain() {
            ticket.do_send(StopNow);
        }
    }

    /// A scope goes on from its head: what lies before is in the world that is about to be loaded, and in the snapshot
    /// that its followers come back for.
    pub(super) fn begin_behind(&mut self, scope: ScopeId) {
        self.feeds.remove(&scope);
        if scope == self.id.scope() {
            // What cannot be told may have been about anybody's rights.
            self.roster.clear();
            return self.send_away();
        }
        let owner = |user: &UserId| personal_scope(self.id, *user) == scope;
        if let Some(user) = self.sockets.values().map(|(_, user)| *user).find(owner) {
            let recall = Recall::Member { workspace: self.id, user, farewell: Farewell::RESTART };
            for (hub, _) in self.hubs.values() {
                hub.do_send(recall.clone());
            }
        }
        for (ticket, _) in self.tools.slots.borrow().values() {
            ticket.do_send(Forget);
        }
    }

    pub(super) fn feed(&mut self, scope: ScopeId, epoch: Epoch, seq: i64) -> &mut ScopeFeed {
        self.feeds.entry(scope).or_insert_with(|| ScopeFeed::new(epoch, seq))
    }
}

/// A ticket that is not on stage changes only in the index.
fn take_in_ticket(world: &mut crate::domain::world::World, scope: ScopeId, id: TicketId, change: &Change) {
    match change.op {
        Op::Delete => {
            // It may have moved: gone from this scope, and already told of in another.
            if world.index.get(id).is_some_and(|entry| entry.scope == scope) {
                world.index.remove(id);
            }
        }
        Op::Create => {
            if let Some(entity) = applied(change, None) {
                world.apply(scope, &Write::create(entity));
                world.tickets.remove(&id);
            }
        }
        Op::Update => {
            if let (Some(entry), Some(data)) = (world.index.get(id), &change.data) {
                let mut entry = entry.clone();
                entry.merge(data);
                world.index.put(id, entry);
            }
        }
    }
}
