//! Turns the effects of the core into frames and requests.

use std::sync::Arc;

use actors::domain::change::Event;
use actors::domain::ids::{ScopeId, UserId};
use actors::domain::refusal::{Refusal, RefusalCode};
use actors::workspace::{Effect, FollowedScope, Join, Phase, WelcomedScope};

use super::host::VirtualHost;
use super::requests::{BusMessage, NodeFrame, Query, Request, Timer, Welcomed};
use super::{Node, Socket};
use crate::simulation::Sabotage;

impl Node {
    /// The end of a round.
    pub(super) fn end(&mut self, end: actors::workspace::RoundEnd<VirtualHost>) {
        self.core.round_ended(end, &self.host);
    }

    /// Performs the effects of the core, until none are left.
    pub(super) fn perform(&mut self) {
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

    fn perform_one(&mut self, effect: Effect<VirtualHost>) {
        match effect {
            Effect::Answer((socket, id), answer) => self.answer(socket, id, answer),
            Effect::Welcome(join, scopes) => self.welcome(join, scopes),
            Effect::RefuseSocket(socket, refusal) => self.send_frame(socket, NodeFrame::Close(code_of(&refusal))),
            Effect::Load => self.requests.push(Request::Read(Query::Load)),
            Effect::LoadAfter(pause) => self.requests.push(Request::Timer(pause, Timer::Load)),
            Effect::Loaded => {
                assert!(!matches!(self.core.phase(), Phase::Missing), "every run has its workspace");
                for (socket, frame) in std::mem::take(&mut self.early) {
                    self.receive(socket, frame);
                }
            }
            Effect::Run(round) => {
                let step = round.step(&self.host);
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
                    self.send_if_sequencer_is_off(scope, events);
                }
                self.requests.push(Request::Publish(BusMessage { scope, epoch, from, to, commons, events }));
            }
            Effect::Deliver { scope, from, to, events } => {
                if !self.has_sabotage(Sabotage::Sequencer) {
                    let events = self.host.decode(&events);
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
            // The user follows a scope whose feed is not open on this node. The clients reconnect, and the node reads it.
            Effect::SetFollowedScopes { user, has_unopened: true, .. } => {
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
            // The fixture has opened every personal scope.
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

    fn welcome(&mut self, join: Join<VirtualHost>, mut scopes: Vec<WelcomedScope>) {
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
                let events = self.host.decode(events);
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

    /// If the sequencer is sabotaged, sends events to the sockets in the order of their arrival. Otherwise does nothing: the
    /// core sends them by [`Effect::Deliver`].
    pub(super) fn send_if_sequencer_is_off(&mut self, scope: ScopeId, events: &[Arc<Event>]) {
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
