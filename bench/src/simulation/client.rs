//! A simulated client: a replica and an outbox, connected to a node.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use actors::domain::change::{Change, Event, Op};
use actors::domain::command::Command;
use actors::domain::ids::{CommandId, Epoch, ScopeId, UserId};
use actors::sync::Cursor;
use serde_json::json;
use uuid::Uuid;

use super::database::SnapshotRows;
use super::node::{ClientFrame, NodeFrame, Welcomed};
use crate::history::{Entry, Followed, History, Received};
use crate::replica::{EventChange, Replica, ScopeState, sum_of_changes};

/// The events of a frame that arrived while the snapshot of its scope was being read.
type Buffered = (ScopeId, Vec<Arc<Event>>);

enum State {
    Away,
    AwaitingWelcome(u32),
    Live(u32),
}

/// A request for a snapshot of all scopes (`None`) or of one gained scope, with the number of the request. A later
/// request for the same scope replaces an earlier one.
pub type SnapshotRequest = (Option<ScopeId>, u64);

/// What the client does after a frame.
pub enum NextStep {
    Nothing,
    /// The client requests a snapshot.
    Read(SnapshotRequest),
    /// The client has noticed a gap, and reconnects with its cursors.
    Resume,
}

pub struct Client {
    pub number: u32,
    pub user: UserId,
    pub replica: Replica,
    /// Commands without an answer, oldest first.
    pub outbox: Vec<(CommandId, Arc<Command>)>,
    state: State,
    /// The scopes that the socket follows.
    followed: BTreeSet<ScopeId>,
    /// The number of the pending request for each snapshot.
    pending_snapshots: BTreeMap<Option<ScopeId>, u64>,
    last_request: u64,
    /// The scopes whose own snapshot arrived after the last snapshot of all scopes was requested.
    scope_snapshots: BTreeSet<ScopeId>,
    /// Events that wait for a snapshot.
    buffered: Vec<Buffered>,
    /// True if the user has lost the workspace. The client then tries to connect now and then.
    pub shut_out: bool,
}

impl Client {
    pub fn new(number: u32, user: UserId) -> Self {
        Self {
            number,
            user,
            replica: Replica::default(),
            outbox: Vec::new(),
            state: State::Away,
            followed: BTreeSet::new(),
            pending_snapshots: BTreeMap::new(),
            last_request: 0,
            scope_snapshots: BTreeSet::new(),
            buffered: Vec::new(),
            shut_out: false,
        }
    }

    pub fn socket(&self) -> Option<u32> {
        match self.state {
            State::Away => None,
            State::AwaitingWelcome(socket) | State::Live(socket) => Some(socket),
        }
    }

    pub fn is_live(&self) -> bool {
        matches!(self.state, State::Live(_))
    }

    /// Opens a socket; the first frame holds the client's cursors.
    pub fn connect(&mut self, socket: u32) -> ClientFrame {
        self.disconnect();
        self.state = State::AwaitingWelcome(socket);
        let cursor = |state: &ScopeState| Cursor { epoch: Epoch(state.epoch), seq: state.seq };
        let cursors = self.replica.scopes.iter().map(|(scope, state)| (ScopeId(*scope), cursor(state))).collect();
        ClientFrame::Hello { user: self.user, cursors }
    }

    pub fn disconnect(&mut self) {
        self.state = State::Away;
        // A gained scope whose snapshot has not arrived is unknown to the client.
        for scope in self.pending_snapshots.keys().flatten() {
            self.replica.scopes.remove(&scope.0);
        }
        self.followed.clear();
        self.scope_snapshots.clear();
        self.pending_snapshots.clear();
        self.buffered.clear();
    }

    /// Loses the replica and all unanswered commands, as a reloaded page without storage does.
    pub fn forget(&mut self, now: u64, history: &mut History) {
        for (id, _) in self.outbox.drain(..) {
            history.push(Entry::Abandoned { at: now, client: self.number, command: id.0 });
        }
        self.disconnect();
        self.replica = Replica::default();
    }

    fn request_snapshot(&mut self, of: Option<ScopeId>, now: u64, history: &mut History) -> NextStep {
        self.last_request += 1;
        self.pending_snapshots.insert(of, self.last_request);
        history.push(Entry::Asked { at: now, client: self.number });
        NextStep::Read((of, self.last_request))
    }

    pub fn welcomed(&mut self, now: u64, node: u32, scopes: &[Welcomed], history: &mut History) -> NextStep {
        let State::AwaitingWelcome(socket) = self.state else { return NextStep::Nothing };
        let followed = |it: &Welcomed| Followed {
            scope: it.scope.0,
            epoch: it.epoch.0,
            seq: it.seq,
            from: it.delta.unwrap_or(it.seq),
            delta: it.delta.is_some(),
        };
        let scopes: Vec<Followed> = scopes.iter().map(followed).collect();
        let whole = scopes.iter().all(|scope| scope.delta);
        self.shut_out = false;
        self.state = State::Live(socket);
        self.followed = scopes.iter().map(|scope| ScopeId(scope.scope)).collect();
        // Drop the scopes that the user has lost since the last connection.
        self.replica.scopes.retain(|scope, _| self.followed.contains(&ScopeId(*scope)));
        let (client, user) = (self.number, self.user.0);
        history.push(Entry::Welcomed { at: now, client, user, socket, node, scopes });
        if whole { NextStep::Nothing } else { self.request_snapshot(None, now, history) }
    }

    /// The socket follows one more scope.
    pub fn follow(&mut self, now: u64, scope: ScopeId, epoch: Epoch, seq: i64, history: &mut History) -> NextStep {
        let Some(socket) = self.socket() else { return NextStep::Nothing };
        history.push(Entry::Follow { at: now, socket, scope: scope.0, epoch: epoch.0, seq });
        self.followed.insert(scope);
        self.request_snapshot(Some(scope), now, history)
    }

    /// The socket has lost a scope: its rows are dropped.
    pub fn unfollow(&mut self, now: u64, scope: ScopeId, history: &mut History) {
        let Some(socket) = self.socket() else { return };
        history.push(Entry::Unfollow { at: now, socket, scope: scope.0 });
        self.followed.remove(&scope);
        self.pending_snapshots.remove(&Some(scope));
        self.scope_snapshots.remove(&scope);
        self.buffered.retain(|(of, _)| *of != scope);
        self.replica.scopes.remove(&scope.0);
    }

    fn waits_for(&self, scope: ScopeId) -> bool {
        self.pending_snapshots.contains_key(&None) || self.pending_snapshots.contains_key(&Some(scope))
    }

    pub fn events(
        &mut self,
        now: u64,
        scope: ScopeId,
        run: (i64, i64),
        events: &[Arc<Event>],
        history: &mut History,
    ) -> NextStep {
        let Some(socket) = self.socket() else { return NextStep::Nothing };
        let received = |event: &Arc<Event>| Received {
            seq: event.seq,
            command: event.command_id.0,
            sum: sum_of_changes(event.changes.iter().map(event_change)),
        };
        let frame = events.iter().map(received).collect();
        history.push(Entry::Frame { at: now, socket, scope: scope.0, from: run.0, to: run.1, events: frame });
        if self.waits_for(scope) {
            self.buffered.push((scope, events.to_vec()));
            return NextStep::Nothing;
        }
        if self.apply(scope, events) { NextStep::Nothing } else { NextStep::Resume }
    }

    /// A snapshot has arrived. Buffered events that it already includes are dropped (RS4).
    pub fn adopt(
        &mut self,
        now: u64,
        socket: u32,
        request: SnapshotRequest,
        snapshot: &SnapshotRows,
        history: &mut History,
    ) -> NextStep {
        if self.socket() != Some(socket) || self.pending_snapshots.get(&request.0) != Some(&request.1) {
            return NextStep::Nothing;
        }
        self.pending_snapshots.remove(&request.0);
        let mut read = replica_of(snapshot).scopes;
        // Leave out scopes that were lost since, and scopes that have a newer snapshot of their own.
        read.retain(|scope, _| {
            let scope = ScopeId(*scope);
            self.followed.contains(&scope)
                && !self.pending_snapshots.contains_key(&Some(scope))
                && !self.scope_snapshots.contains(&scope)
        });
        match request.0 {
            None => self.replica.scopes.retain(|scope, _| self.scope_snapshots.contains(&ScopeId(*scope))),
            Some(scope) => drop(self.scope_snapshots.insert(scope)),
        }
        self.replica.scopes.extend(read);
        let mut cursors = self.replica.cursors();
        cursors.retain(|scope, _| request.0.is_none_or(|of| of.0 == *scope));
        history.push(Entry::Adopted { at: now, client: self.number, socket, cursors });
        for (scope, events) in std::mem::take(&mut self.buffered) {
            if self.waits_for(scope) {
                self.buffered.push((scope, events));
            } else if !self.apply(scope, &events) {
                return NextStep::Resume;
            }
        }
        NextStep::Nothing
    }

    /// Applies new events; returns false if they leave a gap.
    fn apply(&mut self, scope: ScopeId, events: &[Arc<Event>]) -> bool {
        for event in events {
            let Some(state) = self.replica.scopes.get_mut(&scope.0) else { return false };
            if event.seq <= state.seq {
                continue;
            }
            if event.seq != state.seq + 1 {
                return false;
            }
            state.seq = event.seq;
            for change in &event.changes {
                self.replica.change(scope.0, event_change(change));
            }
        }
        true
    }

    pub fn acked(&mut self, now: u64, frame: &NodeFrame, history: &mut History) {
        let (at, client) = (now, self.number);
        let command = match frame {
            NodeFrame::Ack { id, scope, seq } => {
                history.push(Entry::Acked { at, client, command: id.0, scope: scope.0, seq: *seq });
                *id
            }
            NodeFrame::Refused { id, refusal } => {
                let code = json!(refusal.code).as_str().unwrap_or_default().to_owned();
                history.push(Entry::Refused { at, client, command: id.0, code });
                *id
            }
            _ => return,
        };
        self.outbox.retain(|(known, _)| *known != command);
    }

    /// The lists in scopes of their own.
    pub fn restricted_lists(&self, workspace: ScopeId) -> Vec<Uuid> {
        self.replica.ids_elsewhere("list", workspace.0)
    }

    pub fn ids(&self, kind: &str) -> Vec<Uuid> {
        self.replica.ids(kind)
    }
}

/// A change with the names of the wire.
fn event_change(change: &Change) -> EventChange<'_> {
    let op = match change.op {
        Op::Create => "create",
        Op::Update => "update",
        Op::Delete => "delete",
    };
    EventChange { op, kind: change.entity.name(), id: change.id, data: change.data.as_ref() }
}

/// A fresh replica of what a user may see.
pub fn replica_of(snapshot: &SnapshotRows) -> Replica {
    let mut replica = Replica::default();
    for (scope, (epoch, seq, entities)) in snapshot {
        replica.scopes.insert(scope.0, ScopeState::at(epoch.0, *seq));
        for entity in entities {
            replica.put(scope.0, entity.kind().name(), entity.to_fields());
        }
    }
    replica
}
