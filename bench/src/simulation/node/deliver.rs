//! From committed events to frames: in order, once, gaps refilled by one read.

use std::sync::Arc;

use actors::domain::change::{Event, Op, Write, applied};
use actors::domain::entity::{Entity, EntityKind, MemberState};
use actors::domain::ids::{ScopeId, TicketId, UserId};
use bytes::Bytes;

use super::{Down, Heard, Node, Query, Sabotage, Want};
use actors::sync::Segment;

impl Node {
    /// Another node tells of its commit.
    pub fn hear(&mut self, heard: Heard) {
        let Some(lane) = self.lanes.get_mut(&heard.scope) else { return };
        lane.sequencer.hear_of(heard.to);
        if let Some(events) = heard.events {
            self.offer(heard.scope, events, false);
        }
        self.fill_gaps();
    }

    /// It is time to look at the journal's heads.
    pub fn look_at_heads(&mut self) {
        if !self.lanes.is_empty() && !self.is(Sabotage::Heads) {
            self.wants.push(Want::Ask(Query::Heads));
        }
    }

    pub(super) fn offer(&mut self, scope: ScopeId, events: Vec<Arc<Event>>, own: bool) {
        if self.busy {
            return self.held.push((scope, events));
        }
        if own {
            self.own.extend(events.iter().map(|event| (scope, event.seq)));
        }
        let unordered = self.is(Sabotage::Sequencer);
        let Some(lane) = self.lanes.get_mut(&scope) else { return };
        if unordered {
            // As they come: the sequencer only keeps count.
            lane.sequencer.offer(events.iter().cloned());
            if let (Some(first), Some(last)) = (events.first(), events.last()) {
                let segment = Segment { from: first.seq - 1, to: last.seq, events };
                self.deliver(scope, segment);
            }
        } else if let Some(segment) = lane.sequencer.offer(events) {
            self.deliver(scope, segment);
        }
    }

    fn deliver(&mut self, scope: ScopeId, segment: Segment) {
        let mut from = segment.from;
        let mut run = Vec::new();
        for event in segment.events {
            if !self.own.remove(&(scope, event.seq)) {
                self.take_in(scope, &event);
            }
            self.step_footing(scope, &event);
            if let Some(lane) = self.lanes.get_mut(&scope) {
                lane.ring.push(event.seq, Bytes::copy_from_slice(&event.seq.to_be_bytes()));
                lane.recent.insert(event.seq, event.clone());
                while lane.recent.len() > 16 {
                    lane.recent.pop_first();
                }
            }
            let lost = self.follow_members(&event);
            let seq = event.seq;
            run.push(event);
            if !lost.is_empty() && !self.is(Sabotage::Revocation) {
                self.send(scope, from, seq, std::mem::take(&mut run));
                from = seq;
                for user in lost {
                    self.send_away(user);
                }
            }
        }
        if !run.is_empty() {
            self.send(scope, from, segment.to, run);
        }
    }

    fn send(&mut self, scope: ScopeId, from: i64, to: i64, events: Vec<Arc<Event>>) {
        let followers: Vec<u32> = self
            .sockets
            .iter()
            .filter(|(_, user)| self.scopes_of(**user).contains(&scope))
            .map(|(socket, _)| *socket)
            .collect();
        for socket in followers {
            self.tell(socket, Down::Events { scope, from, to, events: events.clone() });
        }
    }

    fn send_away(&mut self, user: UserId) {
        let theirs: Vec<u32> = self.sockets.iter().filter(|(_, it)| **it == user).map(|(socket, _)| *socket).collect();
        for socket in theirs {
            self.sockets.remove(&socket);
            self.tell(socket, Down::Close(4403));
        }
    }

    fn step_footing(&mut self, scope: ScopeId, event: &Event) {
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

    fn follow_members(&mut self, event: &Event) -> Vec<UserId> {
        let mut lost = Vec::new();
        for change in event.changes.iter().filter(|change| change.entity == EntityKind::Member) {
            let user = UserId(change.id);
            let state = change.data.as_ref().and_then(|data| data.get("state")).cloned();
            let state = state.and_then(|state| serde_json::from_value::<MemberState>(state).ok());
            if let Some(state) = state {
                self.roster.insert(user, state == MemberState::Active);
                if state != MemberState::Active {
                    lost.push(user);
                }
            }
        }
        lost
    }

    /// An event of another node enters the world, unless the world was loaded later.
    fn take_in(&mut self, scope: ScopeId, event: &Event) {
        let Some(ledger) = &mut self.ledger else { return };
        if ledger.footings.get(&scope).is_some_and(|footing| event.seq <= footing.seq) {
            return;
        }
        for change in &event.changes {
            match change.entity {
                EntityKind::Activity | EntityKind::Reaction => continue,
                EntityKind::Ticket => {
                    // It may have moved: gone from this scope, and already told of in another.
                    let entry = ledger.world.index.get(TicketId(change.id));
                    let elsewhere = entry.is_some_and(|entry| entry.scope != scope);
                    if elsewhere && change.op != Op::Create {
                        continue;
                    }
                    ledger.versions.insert(change.id, event.seq);
                }
                _ => {}
            }
            let before: Option<Entity> = ledger.world.get(change.entity, change.id);
            let after = applied(change, before.as_ref());
            ledger.world.apply(scope, &Write { before, after });
        }
    }

    pub(super) fn fill_gaps(&mut self) {
        for (scope, lane) in self.lanes.iter_mut().filter(|(_, lane)| !lane.filling) {
            if let Some((from, to)) = lane.sequencer.gap() {
                lane.filling = true;
                self.wants.push(Want::Ask(Query::Since { scope: *scope, from, to }));
            }
        }
    }
}
