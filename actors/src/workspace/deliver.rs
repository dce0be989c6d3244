//! From committed events to the followers: in order, and once.

use std::sync::Arc;

use bytes::Bytes;

use super::{carrier::Carrier, effect::Effect, phase::Ledger, state::WorkspaceCore};
use crate::{
    domain::{
        change::{Change, Event, Op, Write, applied},
        entity::{Entity, EntityKind, MemberState},
        ids::{ScopeId, TicketId, UserId},
        rights::{Right, may},
        world::World,
    },
    sync::Segment,
};

/// At most this many runs of other nodes' events are held while the ledger is not free.
const HELD: usize = 1_024;
/// Larger messages on the bus carry only the numbers. An estimate that bounds what waits to be sent; the bus measures.
const BUS_BYTES: usize = 16 * 1024;

impl<C: Carrier> WorkspaceCore<C> {
    pub(super) fn publish(&mut self, scope: ScopeId, events: &[Arc<Event>]) {
        let (Some(first), Some(last), Some(feed)) = (events.first(), events.last(), self.feeds.get(&scope)) else {
            return;
        };
        let small = events.iter().flat_map(|event| &event.changes).map(Change::weight).sum::<usize>() < BUS_BYTES;
        self.effects.push(Effect::Publish {
            scope,
            epoch: feed.epoch,
            from: first.seq - 1,
            to: last.seq,
            events: small.then(|| events.to_vec()),
        });
    }

    /// Hands events to the sequencer of a scope, and delivers the events that are due. The world takes in what this node
    /// has not decided itself. While the ledger is not free, the events are held.
    pub(super) fn offer(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, own: bool, carrier: &C) {
        if self.phase.ledger().is_none() {
            // A long round must not gather without bound. Dropped events are known to exist, and will be read.
            if self.held.len() < HELD {
                self.held.push((scope, events));
            }
            return;
        }
        if own {
            // The world has these events already. Other events that the sequencer holds back are foreign.
            self.own.extend(events.iter().map(|event| (scope, event.seq)));
        }
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, carrier);
        }
    }

    /// Delivers events that this node has decided, also while a round has the world: the world has them already.
    pub(super) fn offer_own(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, carrier: &C) {
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if self.phase.ledger().is_none() && !feed.sequencer.is_idle() {
            // Foreign events would come along, and the world is not here to take them in.
            return self.held.push((scope, events));
        }
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, carrier);
        }
    }

    fn deliver(&mut self, scope: ScopeId, segment: Segment, carrier: &C) {
        let mut from = segment.from;
        let mut run: Vec<Bytes> = Vec::new();
        for event in &segment.events {
            if !self.own.remove(&(scope, event.seq)) {
                self.effects.push(Effect::ForeignEvent(event.at));
                self.take_in(scope, event);
            }
            self.step_footing(scope, event);
            let encoded = carrier.encode(event);
            if let Some(feed) = self.feeds.get_mut(&scope) {
                feed.ring.push(event.seq, encoded.clone());
            }
            run.push(encoded);
            let lost = self.follow_members(event);
            if !lost.is_empty() {
                // Nothing later may reach a user who has lost the right: this frame is their last.
                let events = std::mem::take(&mut run);
                self.effects.push(Effect::Deliver { scope, from, to: event.seq, events });
                from = event.seq;
                self.effects.extend(lost.into_iter().map(Effect::CloseMember));
            }
        }
        if !run.is_empty() {
            self.effects.push(Effect::Deliver { scope, from, to: segment.to, events: run });
        }
    }

    pub(super) fn step_footing(&mut self, scope: ScopeId, event: &Event) {
        let Some(ledger) = self.phase.ledger_mut() else { return };
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

    /// Keeps the roster, and returns the users who have lost the workspace by this event.
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
        let Some(Ledger { world, footings }) = self.phase.ledger_mut() else { return };
        if footings.get(&scope).is_some_and(|footing| event.seq <= footing.seq) {
            return; // The world was loaded later than this.
        }
        for change in &event.changes {
            match change.entity {
                EntityKind::Activity | EntityKind::Reaction => {}
                EntityKind::Ticket => {
                    let id = TicketId(change.id);
                    self.effects.push(Effect::ForgetTicket(id));
                    take_in_ticket(world, scope, id, change);
                }
                _ => {
                    let before = world.get(change.entity, change.id);
                    let after = applied(change, before.as_ref());
                    if after.is_none() && change.op != Op::Delete {
                        continue; // A newer version wrote a value that this build does not know: the entity stays.
                    }
                    world.apply(scope, &Write { before, after });
                }
            }
        }
    }

    /// Takes in what came while the ledger was not free.
    pub(super) fn release_held(&mut self, carrier: &C) {
        for (scope, events) in std::mem::take(&mut self.held) {
            self.offer(scope, events, false, carrier);
        }
        self.plan_gap_reads();
    }
}

/// A ticket that no order touches changes only in the index.
fn take_in_ticket(world: &mut World, scope: ScopeId, id: TicketId, change: &Change) {
    match change.op {
        Op::Delete => {
            // The ticket may have moved: gone from this scope, and already delivered in another.
            if world.index.get(id).is_some_and(|entry| entry.scope == scope) {
                world.index.remove(id);
            }
        }
        Op::Create => {
            if let Some(entity) = applied(change, None) {
                world.apply(scope, &Write::create(entity));
                world.tables.tickets.remove(&id);
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
