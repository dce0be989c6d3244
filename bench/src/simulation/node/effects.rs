//! A simulated node from its start to its crash: passes inputs to the core, and turns the core's effects into requests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use actors::domain::change::Event;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{ScopeId, TicketId, UserId, WorkspaceId};
use actors::domain::refusal::{Refusal, RefusalCode};
use actors::sync::{Batch, Committed, StoredTicket};
use actors::workspace::{
    Backlog, Carrier, Effect, Failure, FailureKind, FollowedScope, Join, Phase, Round, WelcomedScope, WorkspaceCore,
};
use uuid::Uuid;

use super::carrier::VirtualCarrier;
use super::requests::{Answer, BusMessage, ClientFrame, Found, NodeFrame, Query, Request, Timer, Welcomed};
use crate::simulation::Sabotage;

/// A socket that was welcomed.
pub(super) struct Socket {
    user: UserId,
    scopes: BTreeSet<ScopeId>,
}

pub struct Node {
    sabotage: Option<Sabotage>,
    core: WorkspaceCore<VirtualCarrier>,
    pub(super) carrier: VirtualCarrier,
    /// The tickets on stage, with their versions.
    pub(super) tickets: BTreeMap<TicketId, StoredTicket>,
    /// The round that waits for the database, with its batch.
    pub(super) round: Option<Box<Round<VirtualCarrier>>>,
    pub(super) batch: Option<Arc<Batch>>,
    /// The tickets on stage that are lent to the round.
    pub(super) lent: Vec<StoredTicket>,
    sockets: BTreeMap<u32, Socket>,
    /// Frames that arrived before the workspace was loaded.
    early: Vec<(u32, ClientFrame)>,
    gap_timer: u64,
    pub(super) requests: Vec<Request>,
}

/// The refusal if the database did not answer.
pub(super) fn away(outcome_unknown: bool) -> Failure {
    Failure { kind: FailureKind::Away { outcome_unknown, too_slow: false }, why: "the database is away".into() }
}

fn plain(events: Vec<Arc<Event>>) -> Vec<Event> {
    events.iter().map(|event| Event::clone(event)).collect()
}

fn found(found: Option<Found>) -> Result<actors::workspace::Found, Failure> {
    let found = found.ok_or_else(|| away(false))?;
    Ok(found
        .into_iter()
        .filter(|(_, events)| !events.is_empty())
        .map(|(scope, events)| (scope, plain(events)))
        .collect())
}

fn connection(socket: u32) -> Uuid {
    Uuid::from_u128(u128::from(socket))
}

impl Node {
    pub fn new(workspace: WorkspaceId, sabotage: Option<Sabotage>, seed: u64, now: u64) -> Self {
        let core = WorkspaceCore::new(workspace);
        let mut node = Self {
            sabotage,
            core: if sabotage == Some(Sabotage::Dedup) { core.with_answers(0) } else { core },
            carrier: VirtualCarrier::new(seed, now),
            tickets: BTreeMap::new(),
            round: None,
            batch: None,
            lent: Vec::new(),
            sockets: BTreeMap::new(),
            early: Vec::new(),
            gap_timer: 0,
            requests: Vec::new(),
        };
        node.perform();
        node
    }

    /// Sets the virtual clock. Called before each input.
    pub fn set_now(&mut self, now: u64) {
        self.carrier.now = now;
    }

    /// Takes the requests since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    fn has_sabotage(&self, sabotage: Sabotage) -> bool {
        self.sabotage == Some(sabotage)
    }

    fn send_frame(&mut self, socket: u32, frame: NodeFrame) {
        self.requests.push(Request::SendFrame(socket, frame));
    }

    /// A frame from a client.
    pub fn receive(&mut self, socket: u32, frame: ClientFrame) {
        if self.core.is_blank() {
            return self.early.push((socket, frame));
        }
        match frame {
            ClientFrame::Hello { user, cursors } => {
                self.core.join(Join { connection: connection(socket), user, cursors, socket });
            }
            ClientFrame::Command { id, by, command } => {
                let order = Order { id, by, from: None, what: What::Command((*command).clone()) };
                self.core.submit(order, (socket, id), &self.carrier);
            }
            ClientFrame::Gone => {
                self.core.leave(connection(socket));
                self.sockets.remove(&socket);
            }
        }
        self.perform();
    }

    /// A message from the bus.
    pub fn receive_from_bus(&mut self, message: BusMessage) {
        let BusMessage { scope, epoch, from, to, mut commons, events } = message;
        if self.has_sabotage(Sabotage::Commons) {
            commons = 0;
        }
        if let Some(events) = &events {
            self.send_unordered(scope, events);
        }
        self.core.advanced(scope, epoch, (from, to), commons, events, &self.carrier);
        self.perform();
    }

    /// Requests the heads of the journal, as each node does periodically.
    pub fn read_heads(&mut self) {
        if !self.core.is_blank() && !self.has_sabotage(Sabotage::Heads) {
            self.requests.push(Request::Read(Query::Heads));
        }
    }

    /// A timer has fired.
    pub fn timer_fired(&mut self, timer: Timer) {
        match timer {
            Timer::Load => self.core.load(),
            Timer::WatchQueue => self.core.watch_queue(&self.carrier),
            Timer::Gaps(number) if number == self.gap_timer => self.core.read_gaps(),
            Timer::Gaps(_) => {}
            Timer::Deliver(events) => self.core.deliver_own(events, &self.carrier),
        }
        self.perform();
    }

    /// The answer of the database to a commit, or the lack of one.
    pub fn committed(&mut self, committed: Option<Committed>) {
        if let (Some(round), Some(batch)) = (self.round.take(), self.batch.take()) {
            let end = round.committed(&batch, committed.ok_or_else(|| away(true)));
            self.core.round_ended(end, &self.carrier);
        }
        self.perform();
    }

    /// The answer of the database to a read.
    pub fn database_answered(&mut self, answer: Answer) {
        let carrier = &self.carrier;
        match answer {
            Answer::Loaded(loaded) => {
                self.core.loaded(loaded.map(|loaded| Some(*loaded)).ok_or_else(|| away(false)), carrier);
            }
            Answer::Heads(heads) => self.core.heads(heads.unwrap_or_default()),
            Answer::Head { scope, applied, head } => self.core.head_read(scope, applied, head),
            Answer::Since { scope, from, to, events } => {
                if let Some(events) = &events {
                    self.send_unordered(scope, events);
                }
                let read = events.map(plain).ok_or_else(|| away(false));
                self.core.gap_read((scope, from, to), read, &self.carrier);
            }
            Answer::Fetched(fetched) => self.fetched(fetched),
            Answer::Opened(opened) => {
                if let Some(round) = self.round.take() {
                    let step = round.opened(opened.ok_or_else(|| away(false)), &self.carrier);
                    self.step(step);
                }
            }
            Answer::CatchUp(read) => self.core.caught_up(found(read), carrier),
            Answer::Recheck(caller, read) => self.core.rechecked(caller, found(read), carrier),
            Answer::Gained(join, changes, gained) => {
                self.core.gained_read(join, changes, gained.ok_or_else(|| away(false)));
            }
            Answer::Backlog(join, read) => {
                let encode = |events: Vec<Arc<Event>>| Some(events.iter().map(|event| carrier.encode(event)).collect());
                let backlog = |read: Found| -> Backlog {
                    read.into_iter().map(|(scope, events)| (scope, encode(events))).collect()
                };
                let read = read.map(|read| (None, backlog(read))).ok_or_else(|| away(false));
                self.core.gathered(join, read, carrier);
            }
        }
        self.perform();
    }

    /// The end of a round.
    pub(super) fn end(&mut self, end: actors::workspace::RoundEnd<VirtualCarrier>) {
        self.core.round_ended(end, &self.carrier);
    }

    fn perform(&mut self) {
        let mut effects = Vec::new();
        loop {
            self.core.swap_effects(&mut effects);
            if effects.is_empty() {
                return;
            }
            for effect in effects.drain(..) {
                self.perform_one(effect);
            }
        }
    }

    fn perform_one(&mut self, effect: Effect<VirtualCarrier>) {
        match effect {
            Effect::Answer((socket, id), answer) => self.answer(socket, id, answer),
            Effect::Welcome(join, scopes) => self.welcome(join, scopes),
            Effect::TurnAway(socket, refusal) => self.send_frame(socket, NodeFrame::Close(code_of(&refusal))),
            Effect::Load => self.requests.push(Request::Read(Query::Load)),
            Effect::LoadAfter(pause) => self.requests.push(Request::Timer(pause, Timer::Load)),
            Effect::Loaded => {
                assert!(!matches!(self.core.phase(), Phase::Missing), "every run has its workspace");
                for (socket, frame) in std::mem::take(&mut self.early) {
                    self.receive(socket, frame);
                }
            }
            Effect::Run(round) => {
                let step = round.step(&self.carrier);
                self.step(step);
            }
            Effect::WatchQueue(pause) => self.requests.push(Request::Timer(pause, Timer::WatchQueue)),
            Effect::KeepTickets(tickets) => {
                for (id, state) in tickets {
                    match state {
                        Some(state) => drop(self.tickets.insert(id, state)),
                        None => drop(self.tickets.remove(&id)),
                    }
                }
            }
            Effect::ForgetTicket(id) => drop(self.tickets.remove(&id)),
            Effect::ForgetTickets => self.tickets.clear(),
            Effect::Publish { scope, epoch, from, to, commons, events } => {
                if let Some(events) = &events {
                    self.send_unordered(scope, events);
                }
                self.requests.push(Request::Publish(BusMessage { scope, epoch, from, to, commons, events }));
            }
            Effect::Deliver { scope, from, to, events } => {
                if !self.has_sabotage(Sabotage::Sequencer) {
                    let events = self.carrier.decode(&events);
                    self.send(scope, from, to, &events);
                }
            }
            Effect::DeliverLater(events) => {
                self.requests.push(Request::Timer(Default::default(), Timer::Deliver(events)))
            }
            Effect::CloseMember(user) => {
                if !self.has_sabotage(Sabotage::Revocation) {
                    self.close(4403, |socket_state| socket_state.user == user);
                }
            }
            Effect::SetFollowedScopes { user, missing: true, .. } => {
                self.close(1012, |socket_state| socket_state.user == user)
            }
            Effect::SetFollowedScopes { user, scopes, .. } => self.follow(user, scopes),
            Effect::RestartFollowers(scope) => self.close(1012, |socket_state| socket_state.scopes.contains(&scope)),
            Effect::RestartAllSockets => {
                self.tickets.clear();
                self.close(1012, |_| true);
            }
            Effect::CatchUp(applied) => {
                self.requests.push(Request::Read(Query::CatchUp(applied.into_iter().collect())))
            }
            Effect::Recheck(caller, applied) => {
                self.requests.push(Request::Read(Query::Recheck(caller, applied.into_iter().collect())));
            }
            Effect::ReadGap { scope, from, to } => self.requests.push(Request::Read(Query::Since { scope, from, to })),
            Effect::StartGapTimer(pause) => {
                self.gap_timer += 1;
                self.requests.push(Request::Timer(pause, Timer::Gaps(self.gap_timer)));
            }
            Effect::StopGapTimer => self.gap_timer += 1,
            Effect::ReadHead { scope, applied } => self.requests.push(Request::Read(Query::Head { scope, applied })),
            Effect::ReadGained { join, changes } => self.requests.push(Request::Read(Query::Gained(join, changes))),
            // The fixture has opened every personal stream.
            Effect::Gather { join, missed, .. } => self.requests.push(Request::Read(Query::Backlog(join, missed))),
            Effect::Enter((), _)
            | Effect::LoadFailed(_)
            | Effect::ForeignEvent(_)
            | Effect::GapFilled
            | Effect::WatchHeads(_) => {}
        }
    }

    pub(super) fn answer(
        &mut self,
        socket: u32,
        id: actors::domain::ids::CommandId,
        answer: Result<actors::workspace::Ack, Refusal>,
    ) {
        let frame = match answer {
            Ok(ack) => NodeFrame::Ack { id, scope: ack.scope, seq: ack.seq },
            Err(refusal) => NodeFrame::Refused { id, refusal },
        };
        self.send_frame(socket, frame);
    }

    fn welcome(&mut self, join: Join<VirtualCarrier>, mut scopes: Vec<WelcomedScope>) {
        // The order of a hash map would make the run unrepeatable.
        scopes.sort_by_key(|it| it.scope);
        let welcomed = |it: &WelcomedScope| Welcomed {
            scope: it.scope,
            epoch: it.epoch,
            seq: it.head,
            delta: it.missed.as_ref().map(|(from, _)| *from),
        };
        self.send_frame(join.socket, NodeFrame::Welcome(scopes.iter().map(welcomed).collect()));
        for WelcomedScope { scope, missed, .. } in &scopes {
            if let Some((from, events)) = missed.as_ref().filter(|(_, events)| !events.is_empty()) {
                let events = self.carrier.decode(events);
                let (scope, from, to) = (*scope, *from, from + events.len() as i64);
                self.send_frame(join.socket, NodeFrame::Events { scope, from, to, events });
            }
        }
        let scopes = scopes.iter().map(|it| it.scope).collect();
        self.sockets.insert(join.socket, Socket { user: join.user, scopes });
    }

    fn send(&mut self, scope: ScopeId, from: i64, to: i64, events: &[Arc<Event>]) {
        let follows = |socket_state: &Socket| socket_state.scopes.contains(&scope);
        let followers: Vec<u32> =
            self.sockets.iter().filter(|(_, socket_state)| follows(socket_state)).map(|(socket, _)| *socket).collect();
        for socket in followers {
            self.send_frame(socket, NodeFrame::Events { scope, from, to, events: events.to_vec() });
        }
    }

    /// Sets the scopes that the sockets of a user follow, as the hubs do.
    fn follow(&mut self, user: UserId, mut scopes: Vec<FollowedScope>) {
        scopes.sort_by_key(|it| it.scope);
        let unfollows = !self.has_sabotage(Sabotage::Unfollow);
        let mut frames = Vec::new();
        for (socket, socket_state) in self.sockets.iter_mut().filter(|(_, socket_state)| socket_state.user == user) {
            let lost = |scope: &ScopeId| unfollows && scopes.iter().all(|it| it.scope != *scope);
            for scope in socket_state.scopes.iter().copied().filter(lost).collect::<Vec<_>>() {
                socket_state.scopes.remove(&scope);
                frames.push((*socket, NodeFrame::Unfollow { scope }));
            }
            for FollowedScope { scope, epoch, head, .. } in &scopes {
                if socket_state.scopes.insert(*scope) {
                    frames.push((*socket, NodeFrame::Follow { scope: *scope, epoch: *epoch, seq: *head }));
                }
            }
        }
        for (socket, frame) in frames {
            self.send_frame(socket, frame);
        }
    }

    /// With a sabotaged sequencer, sends events in the order of their arrival.
    fn send_unordered(&mut self, scope: ScopeId, events: &[Arc<Event>]) {
        if let (true, Some(first), Some(last)) = (self.has_sabotage(Sabotage::Sequencer), events.first(), events.last())
        {
            self.send(scope, first.seq - 1, last.seq, events);
        }
    }

    fn close(&mut self, code: u16, which: impl Fn(&Socket) -> bool) {
        let closed: Vec<u32> =
            self.sockets.iter().filter(|(_, socket_state)| which(socket_state)).map(|(socket, _)| *socket).collect();
        for socket in closed {
            self.sockets.remove(&socket);
            self.send_frame(socket, NodeFrame::Close(code));
        }
    }
}

fn code_of(refusal: &Refusal) -> u16 {
    match refusal.code {
        RefusalCode::NotFound => 4404,
        RefusalCode::Forbidden => 4403,
        _ => 1012,
    }
}
