//! From committed events to the followers: in order, and once.

use std::sync::Arc;

use bytes::Bytes;

use super::{
    carrier::Carrier,
    effect::{Effect, FollowedScope},
    phase::WorkspaceData,
    state::WorkspaceCore,
};
use crate::{
    domain::{
        change::{Change, Event, Op, Write, applied},
        entity::{Entity, EntityKind},
        ids::{RoleId, ScopeId, ShareId, TicketId, UserId},
        world::World,
    },
    sync::Segment,
};

/// At most this many runs of other nodes' events are held while the data is not free.
const HELD: usize = 1_024;
/// Larger messages on the bus carry only the numbers. An estimate that bounds what waits to be sent; the bus measures.
const BUS_BYTES: usize = 16 * 1024;

impl<C: Carrier> WorkspaceCore<C> {
    /// `commons` is the head of the commons on which the events were decided.
    pub(super) fn publish(&mut self, scope: ScopeId, commons: i64, events: &[Arc<Event>]) {
        let (Some(first), Some(last), Some(feed)) = (events.first(), events.last(), self.feeds.get(&scope)) else {
            return;
        };
        let small = events.iter().flat_map(|event| &event.changes).map(Change::weight).sum::<usize>() < BUS_BYTES;
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
        let before = || self.phase.data().and_then(|data| data.footings.get(&commons)).map_or(0, |footing| footing.seq);
        written.map_or_else(before, |event| event.seq)
    }

    /// True while events of the commons are known to exist and are not delivered. They may take rights, so foreign events of
    /// other scopes come behind them (EV3).
    pub(super) fn waits_for_commons(&self) -> bool {
        let feed = self.roster.scopes.commons.and_then(|commons| self.feeds.get(&commons));
        feed.is_some_and(|feed| feed.sequencer.gap().is_some())
    }

    /// Whether events of a scope have to wait for the commons. A node's own events wait as well: after the workspace was
    /// read anew, the node may have decided them on events of the commons that it has yet to deliver.
    fn comes_early(&self, scope: ScopeId) -> bool {
        self.roster.scopes.commons != Some(scope) && self.waits_for_commons()
    }

    /// Keeps events until they may be delivered. A long round must not gather without bound: dropped events are known to
    /// exist, and will be read.
    fn hold(&mut self, scope: ScopeId, events: Vec<Arc<Event>>) {
        if self.held.len() < HELD {
            return self.held.push((scope, events));
        }
        if let (Some(feed), Some(last)) = (self.feeds.get_mut(&scope), events.last()) {
            feed.sequencer.hear_of(last.seq);
        }
    }

    /// Puts the commons before the other scopes. Events that take a right live there, so no later event of another scope
    /// comes before them (EV3).
    pub(super) fn commons_first<T>(&self, scopes: &mut [(ScopeId, T)]) {
        let commons = self.roster.scopes.commons;
        scopes.sort_by_key(|(scope, _)| Some(*scope) != commons);
    }

    /// Hands events to the sequencer of a scope, and delivers the events that are due. The world takes in what this node
    /// has not decided itself. While the data is not free, the events are held.
    pub(super) fn offer(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, own: bool, carrier: &C) {
        if own {
            // The world has these events already. Other events that the sequencer holds back are foreign.
            self.own.extend(events.iter().map(|event| (scope, event.seq)));
        }
        if self.phase.data().is_none() || self.comes_early(scope) {
            return self.hold(scope, events);
        }
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if let Some(segment) = feed.sequencer.offer(events) {
            self.deliver(scope, segment, carrier);
            if self.roster.scopes.commons == Some(scope) && !self.held.is_empty() && !self.waits_for_commons() {
                self.release_held(carrier);
            }
        }
    }

    /// Delivers events that this node has decided, also while a round has the world: the world has them already.
    pub(super) fn offer_own(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, carrier: &C) {
        let early = self.comes_early(scope);
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        // Foreign events that the sequencer holds back would be delivered too, and the world may not be here to take them
        // in.
        if early || (self.phase.data().is_none() && !feed.sequencer.is_idle()) {
            return self.hold(scope, events);
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
            let users = self.follow_rights(scope, event);
            if !users.is_empty() {
                // A user who has lost the right gets no later event of the scope, so this frame is their last.
                let events = std::mem::take(&mut run);
                self.effects.push(Effect::Deliver { scope, from, to: event.seq, events });
                from = event.seq;
                for user in users {
                    self.follow(user, Some((scope, event.seq)));
                }
            }
        }
        if !run.is_empty() {
            self.effects.push(Effect::Deliver { scope, from, to: segment.to, events: run });
        }
    }

    pub(super) fn step_footing(&mut self, scope: ScopeId, event: &Event) {
        let Some(data) = self.phase.data_mut() else { return };
        let numbering = data.world.numbering(scope);
        let last = data.world.last_numbers.get(&numbering).copied().unwrap_or(0);
        if let Some(footing) = data.footings.get_mut(&numbering) {
            footing.last_number = footing.last_number.max(last);
        }
        if let Some(footing) = data.footings.get_mut(&scope)
            && event.seq > footing.seq
        {
            footing.seq = event.seq;
            if event.changes.iter().any(|change| change.entity.is_config()) {
                footing.config_seq = event.seq;
            }
        }
    }

    /// Keeps the roster, and returns the users who may have gained or lost something by this event.
    fn follow_rights(&mut self, scope: ScopeId, event: &Event) -> Vec<UserId> {
        let mut users = Vec::new();
        for change in &event.changes {
            match change.entity {
                EntityKind::Member => {
                    users.push(UserId(change.id));
                    let before = self.roster.members.get(&UserId(change.id)).cloned().map(Entity::Member);
                    match applied(change, before.as_ref()) {
                        Some(Entity::Member(member)) => drop(self.roster.members.insert(member.id, member)),
                        _ if change.op == Op::Delete => drop(self.roster.members.remove(&UserId(change.id))),
                        _ => {}
                    }
                }
                EntityKind::Role => {
                    let role = RoleId(change.id);
                    // Those who manage members are sent which roles they may give.
                    users.extend(self.roster.holders(role).chain(self.roster.managers()));
                    let before = self.roster.roles.get(&role).cloned().map(Entity::Role);
                    match applied(change, before.as_ref()) {
                        Some(Entity::Role(record)) => drop(self.roster.roles.insert(role, record)),
                        _ if change.op == Op::Delete => drop(self.roster.roles.remove(&role)),
                        _ => {}
                    }
                }
                EntityKind::Share => {
                    let share = ShareId(change.id);
                    let before = self.roster.share(scope, share).cloned();
                    users.extend(before.as_ref().map(|share| share.user_id));
                    match applied(change, before.map(Entity::Share).as_ref()) {
                        Some(Entity::Share(share)) => {
                            users.push(share.user_id);
                            self.roster.scopes.put_share(scope, &share);
                        }
                        _ if change.op == Op::Delete => self.roster.scopes.remove_share(scope, share),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        users.sort_unstable();
        users.dedup();
        for user in &users {
            // The change may give the user a scope that they had lost before.
            self.gained.remove(user);
            self.member_changes += 1;
        }
        users
    }

    /// Tells the sockets of a user which scopes they follow from now on. `now` is a scope whose feed is being delivered,
    /// and how far.
    pub(super) fn follow(&mut self, user: UserId, now: Option<(ScopeId, i64)>) {
        let sight = self.roster.sight();
        let followed = sight.scopes_of(user);
        if followed.is_empty() {
            return self.effects.push(Effect::CloseMember(user));
        }
        let known = |scope: &ScopeId| {
            let feed = self.feeds.get(scope)?;
            let head = now.filter(|(at, _)| at == scope).map_or(feed.sequencer.applied(), |(_, seq)| seq);
            Some(FollowedScope { scope: *scope, kind: sight.kind_of(*scope), epoch: feed.epoch, head })
        };
        let scopes: Vec<FollowedScope> = followed.iter().filter_map(known).collect();
        let missing = scopes.len() < followed.len();
        self.effects.push(Effect::Follows { user, scopes, missing });
    }

    /// An event of another node enters the world.
    fn take_in(&mut self, scope: ScopeId, event: &Event) {
        let Some(WorkspaceData { world, footings }) = self.phase.data_mut() else { return };
        if footings.get(&scope).is_some_and(|footing| event.seq <= footing.seq) {
            return; // The world was loaded after this event.
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
                    let elsewhere = before.is_some() && world.home_of(change.entity, change.id) != scope;
                    if elsewhere && change.op != Op::Create {
                        continue; // The row has moved, and the event of its new scope came first.
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
