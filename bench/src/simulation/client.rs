//! A client: a replica and an outbox, connected to a node.

use std::sync::Arc;

use actors::domain::change::{Change, Event, Op};
use actors::domain::command::Command;
use actors::domain::ids::{CommandId, Epoch, ScopeId, UserId};
use actors::sync::Cursor;
use serde_json::json;
use uuid::Uuid;

use super::database::Sight;
use super::node::{Down, Up, Welcomed};
use crate::history::{Entry, Followed, History, Received};
use crate::replica::{Replica, ScopeState, Told, sum_of_changes};

/// Events of a scope, `(from, to]`, that arrived while the snapshot was under way.
type Kept = (ScopeId, Vec<Arc<Event>>);

enum State {
    Away,
    Greeting(u32),
    /// The snapshot is under way.
    Reading(u32, Vec<Kept>),
    Live(u32),
}

/// The client's reaction to a frame.
pub enum Reaction {
    Nothing,
    /// The client asks for the snapshot.
    Read,
    /// The client has noticed an error, and reconnects with its cursors.
    Resume,
}

pub struct Client {
    pub number: u32,
    pub user: UserId,
    pub replica: Replica,
    /// Commands without an answer, oldest first.
    pub outbox: Vec<(CommandId, Arc<Command>)>,
    state: State,
    /// The client has lost the workspace.
    pub out: bool,
}

impl Client {
    pub fn new(number: u32, user: UserId) -> Self {
        Self { number, user, replica: Replica::default(), outbox: Vec::new(), state: State::Away, out: false }
    }

    pub fn socket(&self) -> Option<u32> {
        match self.state {
            State::Away => None,
            State::Greeting(socket) | State::Reading(socket, _) | State::Live(socket) => Some(socket),
        }
    }

    pub fn is_live(&self) -> bool {
        matches!(self.state, State::Live(_) | State::Reading(..))
    }

    /// Opens a socket; the first frame holds the client's cursors.
    pub fn connect(&mut self, socket: u32) -> Up {
        self.state = State::Greeting(socket);
        let cursor = |state: &ScopeState| Cursor { epoch: Epoch(state.epoch), seq: state.seq };
        let cursors = self.replica.scopes.iter().map(|(scope, state)| (ScopeId(*scope), cursor(state))).collect();
        Up::Hello { user: self.user, cursors }
    }

    pub fn disconnect(&mut self) {
        self.state = State::Away;
    }

    /// Loses all commands without an ack, as a browser without storage would.
    pub fn forget(&mut self, now: u64, history: &mut History) {
        for (id, _) in self.outbox.drain(..) {
            history.push(Entry::Abandoned { at: now, client: self.number, command: id.0 });
        }
        self.replica = Replica::default();
        self.state = State::Away;
    }

    pub fn welcomed(&mut self, now: u64, node: u32, scopes: &[Welcomed], history: &mut History) -> Reaction {
        let State::Greeting(socket) = self.state else { return Reaction::Nothing };
        let followed = |it: &Welcomed| Followed {
            scope: it.scope.0,
            epoch: it.epoch.0,
            seq: it.seq,
            from: it.delta.unwrap_or(it.seq),
            delta: it.delta.is_some(),
        };
        let scopes: Vec<Followed> = scopes.iter().map(followed).collect();
        let whole = scopes.iter().all(|scope| scope.delta);
        let (client, user) = (self.number, self.user.0);
        history.push(Entry::Welcomed { at: now, client, user, socket, node, scopes });
        if whole {
            self.state = State::Live(socket);
            return Reaction::Nothing;
        }
        self.state = State::Reading(socket, Vec::new());
        history.push(Entry::Asked { at: now, client });
        Reaction::Read
    }

    pub fn events(
        &mut self,
        now: u64,
        scope: ScopeId,
        run: (i64, i64),
        events: &[Arc<Event>],
        history: &mut History,
    ) -> Reaction {
        let Some(socket) = self.socket() else { return Reaction::Nothing };
        let received = |event: &Arc<Event>| Received {
            seq: event.seq,
            command: event.command_id.0,
            sum: sum_of_changes(event.changes.iter().map(told)),
        };
        let frame = events.iter().map(received).collect();
        history.push(Entry::Frame { at: now, socket, scope: scope.0, from: run.0, to: run.1, events: frame });
        if let State::Reading(_, kept) = &mut self.state {
            kept.push((scope, events.to_vec()));
            return Reaction::Nothing;
        }
        if self.take(scope, events) { Reaction::Nothing } else { Reaction::Resume }
    }

    /// A snapshot has arrived for a socket. Events that it already holds are dropped (RS4).
    pub fn adopt(&mut self, now: u64, socket: u32, sight: &Sight, history: &mut History) -> Reaction {
        let State::Reading(open, kept) = &mut self.state else { return Reaction::Nothing };
        if *open != socket {
            return Reaction::Nothing;
        }
        let kept = std::mem::take(kept);
        self.replica = replica_of(sight);
        let cursors = self.replica.cursors();
        history.push(Entry::Adopted { at: now, client: self.number, socket, cursors });
        self.state = State::Live(socket);
        for (scope, events) in kept {
            if !self.take(scope, &events) {
                return Reaction::Resume;
            }
        }
        Reaction::Nothing
    }

    /// Applies new events; returns false if they leave a gap.
    fn take(&mut self, scope: ScopeId, events: &[Arc<Event>]) -> bool {
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
                self.replica.change(scope.0, told(change));
            }
        }
        true
    }

    pub fn acked(&mut self, now: u64, frame: &Down, history: &mut History) {
        let (at, client) = (now, self.number);
        let command = match frame {
            Down::Ack { id, scope, seq } => {
                history.push(Entry::Acked { at, client, command: id.0, scope: scope.0, seq: *seq });
                *id
            }
            Down::Refused { id, refusal } => {
                let code = json!(refusal.code).as_str().unwrap_or_default().to_owned();
                history.push(Entry::Refused { at, client, command: id.0, code });
                *id
            }
            _ => return,
        };
        self.outbox.retain(|(known, _)| *known != command);
    }

    pub fn ids(&self, kind: &str) -> Vec<Uuid> {
        self.replica.ids(kind)
    }
}

/// A change as the wire names it.
fn told(change: &Change) -> Told<'_> {
    let op = match change.op {
        Op::Create => "create",
        Op::Update => "update",
        Op::Delete => "delete",
    };
    Told { op, kind: change.entity.name(), id: change.id, data: change.data.as_ref() }
}

/// A fresh replica of what a user may see.
pub fn replica_of(sight: &Sight) -> Replica {
    let mut replica = Replica::default();
    for (scope, (epoch, seq, entities)) in sight {
        replica.scopes.insert(scope.0, ScopeState::at(epoch.0, *seq));
        for entity in entities {
            replica.put(scope.0, entity.kind().name(), entity.to_fields());
        }
    }
    replica
}
