//! Sockets that come: what they missed, then what is live, with nothing missing or doubled at the seam.

use std::collections::BTreeMap;
use std::sync::Arc;

use actors::domain::change::Event;
use actors::domain::ids::ScopeId;
use actors::sync::{Cursor, Resume, Stand, resume};

use super::{Down, Joining, Lane, Node, Query, Want, Welcomed};

impl Node {
    /// Lets waiting sockets in, once the world is there.
    pub(super) fn admit(&mut self) {
        if self.busy || self.ledger.is_none() {
            return;
        }
        for joining in std::mem::take(&mut self.joins) {
            if !self.may_enter(joining.user) {
                self.tell(joining.socket, Down::Close(4404));
                continue;
            }
            let scopes = self.scopes_of(joining.user);
            let cold: Vec<(ScopeId, i64, i64)> = scopes
                .iter()
                .filter_map(|scope| {
                    let lane = self.lanes.get(scope)?;
                    let Resume::Delta(seq) = lane.resume(joining.cursors.get(scope).copied()) else { return None };
                    lane.ring.since(seq).is_none().then(|| (*scope, seq, lane.sequencer.applied()))
                })
                .collect();
            if cold.is_empty() {
                self.welcome(&joining, &BTreeMap::new());
            } else {
                self.wants.push(Want::Ask(Query::Backlog { joining, cold }));
            }
        }
    }

    pub(super) fn joined(&mut self, joining: Joining, read: Option<BTreeMap<ScopeId, Vec<Arc<Event>>>>) {
        match read {
            // The right may have gone while the journal was read.
            Some(backlog) if self.may_enter(joining.user) => self.welcome(&joining, &backlog),
            Some(_) => self.tell(joining.socket, Down::Close(4404)),
            None => self.tell(joining.socket, Down::Close(1012)),
        }
    }

    fn welcome(&mut self, joining: &Joining, backlog: &BTreeMap<ScopeId, Vec<Arc<Event>>>) {
        if self.gone.contains(&joining.socket) {
            return;
        }
        let mut welcomed = Vec::new();
        let mut frames = Vec::new();
        for scope in self.scopes_of(joining.user) {
            let Some(lane) = self.lanes.get(&scope) else { continue };
            let head = lane.sequencer.applied();
            let missed = lane.missed(joining.cursors.get(&scope).copied(), backlog.get(&scope));
            let delta = missed.as_ref().map(|(from, _)| *from);
            welcomed.push(Welcomed { scope, epoch: lane.epoch, seq: head, delta });
            if let Some((from, events)) = missed.filter(|(_, events)| !events.is_empty()) {
                frames.push(Down::Events { scope, from, to: from + events.len() as i64, events });
            }
        }
        self.tell(joining.socket, Down::Welcome(welcomed));
        for frame in frames {
            self.tell(joining.socket, frame);
        }
        self.sockets.insert(joining.socket, joining.user);
    }
}

impl Lane {
    fn resume(&self, cursor: Option<Cursor>) -> Resume {
        // Removed members never come back in this simulation, so no cursor is older than a right.
        resume(cursor, Stand { epoch: self.epoch, head: self.sequencer.applied(), gained: 0 })
    }

    fn since(&self, seq: i64) -> Option<Vec<Arc<Event>>> {
        let known = self.ring.since(seq)?;
        known
            .map(|bytes| {
                let seq = i64::from_be_bytes(bytes.as_ref().try_into().ok()?);
                self.recent.get(&seq).cloned()
            })
            .collect()
    }

    /// The events after a cursor; `None` where only the snapshot helps.
    fn missed(&self, cursor: Option<Cursor>, backlog: Option<&Vec<Arc<Event>>>) -> Option<(i64, Vec<Arc<Event>>)> {
        let Resume::Delta(seq) = self.resume(cursor) else { return None };
        if let Some(events) = self.since(seq) {
            return Some((seq, events));
        }
        let mut events = backlog?.clone();
        events.extend(self.since(seq + events.len() as i64)?);
        Some((seq, events))
    }
}
