//! Delivers committed events to the followers of a scope, once and in order.

use std::sync::Arc;

use bytes::Bytes;

use super::{effect::Effect, host::Host, phase::WorkspaceData, state::WorkspaceCore};
use crate::{
    domain::{
        change::{Change, Event, Op, Write, applied},
        entity::EntityKind,
        ids::{ScopeId, TicketId},
        world::World,
    },
    sync::Segment,
};

/// The limit of `held`. Each entry is one group of consecutive events of one scope.
const MAX_HELD: usize = 1_024;
/// If the events are larger than this, the bus message names only their seqs. The size is an estimate; the bus measures the
/// real one.
const MAX_BUS_BYTES: usize = 16 * 1024;

impl<H: Host> WorkspaceCore<H> {
    /// Sends committed events to the other nodes. `commons` is the head of the commons on which the events were
    /// decided.
    pub(super) fn publish(&mut self, scope: ScopeId, commons: i64, events: &[Arc<Event>]) {
        let (Some(first), Some(last), Some(feed)) = (events.first(), events.last(), self.feeds.get(&scope)) else {
            return;
        };
        let small = events.iter().flat_map(|event| &event.changes).map(Change::weight).sum::<usize>() < MAX_BUS_BYTES;
        self.effects.push(Effect::Publish {
            scope,
            epoch: feed.epoch,
            from: first.seq - 1,
            to: last.seq,
            commons,
            events: small.then(|| events.to_vec()),
        });
    }

    /// The head of the commons after a round with these events; 0 without commons.
    pub(super) fn commons_head(&self, events: &[(ScopeId, Vec<Arc<Event>>)]) -> i64 {
        let Some(commons) = self.roster.scopes.commons else { return 0 };
        let written = events.iter().find(|(scope, _)| *scope == commons).and_then(|(_, events)| events.last());
        let before =
            || self.phase.data().and_then(|data| data.positions.get(&commons)).map_or(0, |position| position.seq);
        written.map_or_else(before, |event| event.seq)
    }

    /// True while this node knows of commons events that it has not delivered. A commons event may take a right away,
    /// so events of all other scopes wait for it (EV3).
    pub(super) fn waits_for_commons(&self) -> bool {
        let feed = self.roster.scopes.commons.and_then(|commons| self.feeds.get(&commons));
        feed.is_some_and(|feed| feed.sequencer.gap().is_some())
    }

    /// True if events of this scope must wait for the commons. This node's own events wait as well: after a reload,
    /// this node may have decided them on commons events that it has not delivered yet.
    fn must_wait_for_commons(&self, scope: ScopeId) -> bool {
        self.roster.scopes.commons != Some(scope) && self.waits_for_commons()
    }

    /// Keeps events until they may be delivered. If `held` is full, the events are dropped and their seq is noted, so that they
    /// are read from the journal.
    fn hold(&mut self, scope: ScopeId, events: Vec<Arc<Event>>) {
        if self.held.len() < MAX_HELD {
            return self.held.push((scope, events));
        }
        if let (Some(feed), Some(last)) = (self.feeds.get_mut(&scope), events.last()) {
            feed.sequencer.note_head(last.seq);
        }
    }

    /// Puts the commons before the other scopes, because commons events may take rights away. So no later event of
    /// another scope is delivered before such an event (EV3).
    pub(super) fn commons_first<T>(&self, scopes: &mut [(ScopeId, T)]) {
        let commons = self.roster.scopes.commons;
        scopes.sort_by_key(|(scope, _)| Some(*scope) != commons);
    }

    /// Passes events to the sequencer of a scope, and delivers the events that are due. Events that this node has not
    /// decided itself are applied to the world. While the data is not free, the events are held.
    pub(super) fn offer(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, own: bool, host: &H) {
        if own {
            // The world includes these events already, unlike the other events that the sequencer may release now.
            self.own.extend(events.iter().map(|event| (scope, event.seq)));
        }
        if self.phase.data().is_none() || self.must_wait_for_commons(scope) {
            return self.hold(scope, events);
        }
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, host);
            if self.roster.scopes.commons == Some(scope) && !self.held.is_empty() && !self.waits_for_commons() {
                self.release_held(host);
            }
        }
    }

    /// Delivers this node's own events, whose seqs are in `self.own`. The world includes them already, so they are
    /// delivered even while a round holds the world.
    pub(super) fn offer_own(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, host: &H) {
        let waits = self.must_wait_for_commons(scope);
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        // The sequencer could also release foreign events. They must be applied to the world, which a round may hold.
        if waits || (self.phase.data().is_none() && !feed.sequencer.is_idle()) {
            return self.hold(scope, events);
        }
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, host);
        }
    }

    fn deliver(&mut self, scope: ScopeId, segment: Segment, host: &H) {
        let mut from = segment.from;
        let mut run: Vec<Bytes> = Vec::new();
        for event in &segment.events {
            if !self.own.remove(&(scope, event.seq)) {
                self.effects.push(Effect::ForeignEvent(event.at));
                self.apply_foreign_event(scope, event);
            }
            self.step_position(scope, event);
            let encoded = host.encode(event);
            if let Some(feed) = self.feeds.get_mut(&scope) {
                feed.ring.push(event.seq, encoded.clone());
            }
            run.push(encoded);
            let users = self.apply_rights(scope, event);
            if !users.is_empty() {
                // The frame ends at an event that changes rights: a user who has lost the scope gets nothing after it.
                let events = std::mem::take(&mut run);
                self.effects.push(Effect::Deliver { scope, from, to: event.seq, events });
                from = event.seq;
                for (user, gained) in users {
                    self.read_before_gain(user, gained);
                    self.follow(user, Some((scope, event.seq)));
                }
            }
        }
        if !run.is_empty() {
            self.effects.push(Effect::Deliver { scope, from, to: segment.to, events: run });
        }
    }

    /// Moves the position of the scope to this event. Also updates the last ticket number in the position of the scope
    /// that numbers the tickets of this scope.
    pub(super) fn step_position(&mut self, scope: ScopeId, event: &Event) {
        let Some(data) = self.phase.data_mut() else { return };
        let numbering = data.world.numbering(scope);
        let last = data.world.last_numbers.get(&numbering).copied().unwrap_or(0);
        if let Some(position) = data.positions.get_mut(&numbering) {
            position.last_number = position.last_number.max(last);
        }
        if let Some(position) = data.positions.get_mut(&scope)
            && event.seq > position.seq
        {
            position.seq = event.seq;
            if event.changes.iter().any(|change| change.entity.is_config()) {
                position.config_seq = event.seq;
            }
        }
    }

    /// Applies an event of another node to the world.
    fn apply_foreign_event(&mut self, scope: ScopeId, event: &Event) {
        let Some(WorkspaceData { world, positions }) = self.phase.data_mut() else { return };
        if positions.get(&scope).is_some_and(|position| event.seq <= position.seq) {
            return; // The world was loaded after this event.
        }
        for change in &event.changes {
            match change.entity {
                // The world keeps no activities, reactions and subscriptions between rounds.
                EntityKind::Activity | EntityKind::Reaction | EntityKind::TicketSubscription => {}
                EntityKind::Ticket => {
                    let id = TicketId(change.id);
                    self.effects.push(Effect::ForgetTicket(id));
                    apply_foreign_ticket(world, scope, id, change);
                }
                _ => {
                    let before = world.get(change.entity, change.id);
                    let elsewhere = before.is_some() && world.home_of(change.entity, change.id) != scope;
                    if elsewhere && change.op != Op::Create {
                        continue; // The row has moved to another scope, whose event came first.
                    }
                    let after = applied(change, before.as_ref());
                    if after.is_none() && change.op != Op::Delete {
                        if before.is_some() || change.op == Op::Create {
                            let (kind, id) = (change.entity.name(), change.id);
                            tracing::warn!(%scope, kind, %id, "a change has values that this version cannot read; it is left out");
                        }
                        continue;
                    }
                    world.apply(scope, &Write { before, after });
                }
            }
        }
    }

    /// Delivers the events that were held while the data was not free.
    pub(super) fn release_held(&mut self, host: &H) {
        for (scope, events) in std::mem::take(&mut self.held) {
            self.offer(scope, events, false, host);
        }
        if self.gap_read_waits { self.read_gaps() } else { self.plan_gap_reads() }
    }
}

/// Applies the change of a ticket to the index alone: the world holds whole tickets only during a round.
fn apply_foreign_ticket(world: &mut World, scope: ScopeId, id: TicketId, change: &Change) {
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
            let here = world.index.get(id).filter(|entry| entry.scope == scope);
            if let (Some(entry), Some(data)) = (here, &change.data) {
                let mut entry = entry.clone();
                let unread = entry.merge(data);
                if !unread.is_empty() {
                    tracing::warn!(%scope, ticket = %id, ?unread, "an update has values that this version cannot read; they are left out");
                }
                world.index.put(id, entry);
            }
        }
    }
}
