//! A client: a replica and an outbox, connected to a node.

use std::collections::{BTreeMap, BTreeSet};
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
    Live(u32),
}

/// A snapshot that a client asks for: of everything, or of one scope that was gained. The number tells a later request
/// for the same scope apart.
pub type Ask = (Option<ScopeId>, u64);

/// The client's reaction to a frame.
pub enum Reaction {
    Nothing,
    /// The client asks for a snapshot.
    Read(Ask),
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
    /// The scopes that the socket follows.
    followed: BTreeSet<ScopeId>,
    /// The snapshots that are under way.
    asked: BTreeMap<Option<ScopeId>, u64>,
    asks: u64,
    /// The scopes whose own snapshot was read since the last whole one was asked for.
    fresh: BTreeSet<ScopeId>,
    /// Events that wait for a snapshot.
    kept: Vec<Kept>,
    /// The client has lost the workspace, and asks now and then whether it is back.
    pub out: bool,
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
            asked: BTreeMap::new(),
            asks: 0,
            fresh: BTreeSet::new(),
            kept: Vec::new(),
            out: false,
        }
    }

    pub fn socket(&self) -> Option<u32> {
        match self.state {
            State::Away => None,
            State::Greeting(socket) | State::Live(socket) => Some(socket),
        }
    }

    pub fn is_live(&self) -> bool {
        matches!(self.state, State::Live(_))
    }

    /// Opens a socket; the first frame holds the client's cursors.
    pub fn connect(&mut self, socket: u32) -> Up {
        self.disconnect();
        self.state = State::Greeting(socket);
        let cursor = |state: &ScopeState| Cursor { epoch: Epoch(state.epoch), seq: state.seq };
        let cursors = self.replica.scopes.iter().map(|(scope, state)| (ScopeId(*scope), cursor(state))).collect();
        Up::Hello { user: self.user, cursors }
    }

    pub fn disconnect(&mut self) {
        self.state = State::Away;
        // A scope without its snapshot is not known.
        for scope in self.asked.keys().flatten() {
            self.replica.scopes.remove(&scope.0);
        }
        self.followed.clear();
        self.fresh.clear();
        self.asked.clear();
        self.kept.clear();
    }

    /// Loses all commands without an ack, as a browser without storage would.
    pub fn forget(&mut self, now: u64, history: &mut History) {
        for (id, _) in self.outbox.drain(..) {
            history.push(Entry::Abandoned { at: now, client: self.number, command: id.0 });
        }
        self.disconnect();
        self.replica = Replica::default();
    }

    fn ask(&mut self, of: Option<ScopeId>, now: u64, history: &mut History) -> Reaction {
        self.asks += 1;
        self.asked.insert(of, self.asks);
        history.push(Entry::Asked { at: now, client: self.number });
        Reaction::Read((of, self.asks))
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
        self.out = false;
        self.state = State::Live(socket);
        self.followed = scopes.iter().map(|scope| ScopeId(scope.scope)).collect();
        // Scopes that were lost meanwhile.
        self.replica.scopes.retain(|scope, _| self.followed.contains(&ScopeId(*scope)));
        let (client, user) = (self.number, self.user.0);
        history.push(Entry::Welcomed { at: now, client, user, socket, node, scopes });
        if whole { Reaction::Nothing } else { self.ask(None, now, history) }
    }

    /// The socket follows one more scope.
    pub fn follow(&mut self, now: u64, scope: ScopeId, epoch: Epoch, seq: i64, history: &mut History) -> Reaction {
        let Some(socket) = self.socket() else { return Reaction::Nothing };
        history.push(Entry::Follow { at: now, socket, scope: scope.0, epoch: epoch.0, seq });
        self.followed.insert(scope);
        self.ask(Some(scope), now, history)
    }

    /// The socket has lost a scope: nothing of it stays.
    pub fn unfollow(&mut self, now: u64, scope: ScopeId, history: &mut History) {
        let Some(socket) = self.socket() else { return };
        history.push(Entry::Unfollow { at: now, socket, scope: scope.0 });
        self.followed.remove(&scope);
        self.asked.remove(&Some(scope));
        self.fresh.remove(&scope);
        self.kept.retain(|(of, _)| *of != scope);
        self.replica.scopes.remove(&scope.0);
    }

    fn waits_for(&self, scope: ScopeId) -> bool {
        self.asked.contains_key(&None) || self.asked.contains_key(&Some(scope))
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
        if self.waits_for(scope) {
            self.kept.push((scope, events.to_vec()));
            return Reaction::Nothing;
        }
        if self.take(scope, events) { Reaction::Nothing } else { Reaction::Resume }
    }

    /// A snapshot has arrived for a socket. Events that it already holds are dropped (RS4).
    pub fn adopt(&mut self, now: u64, socket: u32, ask: Ask, sight: &Sight, history: &mut History) -> Reaction {
        if self.socket() != Some(socket) || self.asked.get(&ask.0) != Some(&ask.1) {
            return Reaction::Nothing;
        }
        self.asked.remove(&ask.0);
        let mut read = replica_of(sight).scopes;
        // A scope that was gained or lost meanwhile has its own frame.
        read.retain(|scope, _| {
            let scope = ScopeId(*scope);
            self.followed.contains(&scope) && !self.asked.contains_key(&Some(scope)) && !self.fresh.contains(&scope)
        });
        match ask.0 {
            None => self.replica.scopes.retain(|scope, _| self.fresh.contains(&ScopeId(*scope))),
            Some(scope) => drop(self.fresh.insert(scope)),
        }
        self.replica.scopes.extend(read);
        let mut cursors = self.replica.cursors();
        cursors.retain(|scope, _| ask.0.is_none_or(|of| of.0 == *scope));
        history.push(Entry::Adopted { at: now, client: self.number, socket, cursors });
        for (scope, events) in std::mem::take(&mut self.kept) {
            if self.waits_for(scope) {
                self.kept.push((scope, events));
            } else if !self.take(scope, &events) {
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

    /// The lists in scopes of their own.
    pub fn restricted_lists(&self, workspace: ScopeId) -> Vec<Uuid> {
        self.replica.ids_elsewhere("list", workspace.0)
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
