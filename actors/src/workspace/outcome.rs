//! Handles the end of a round.

use std::sync::Arc;
use std::time::Duration;

use super::{
    effect::Effect,
    host::{Failure, FailureKind, Host},
    pending::Pending,
    phase::{Phase, WorkspaceData},
    round::{Done, Outcome, ROUND_COMMANDS, RoundEnd, RoundFailure},
    state::WorkspaceCore,
};
use crate::{
    domain::{
        change::Event,
        ids::ScopeId,
        refusal::{Refusal, RefusalCode},
    },
    fail,
    sync::SeenCommand,
    words,
};

/// After this many consecutive failed rounds, the workspace is reloaded.
const FAILURES_BEFORE_RELOAD: u32 = 3;
/// The pause after a round that timed out in the database. It doubles with each consecutive timeout, up to two seconds.
const TIMEOUT_PAUSE: Duration = Duration::from_millis(250);
/// After this many consecutive timeouts, a lone order that was certainly not stored is deferred (`unavailable`).
const TIMEOUTS_BEFORE_DEFERRAL: u32 = 4;

impl<H: Host> WorkspaceCore<H> {
    /// Input: a round has ended.
    pub fn round_ended(&mut self, mut end: RoundEnd<H>, host: &H) {
        let early_answers = end.take_early_answers();
        self.effects.extend(early_answers.into_iter().map(|(reply, answer)| Effect::Answer(reply, answer)));
        let RoundEnd { data, taken, rest, outcome, .. } = end;
        self.open_feeds(&data, host);
        self.phase = Phase::Ready(data);
        self.queue.put_first(rest.into_iter());
        match outcome {
            Outcome::Done(done) => {
                self.failed_rounds = 0;
                self.timeouts = 0;
                self.round_limit = ROUND_COMMANDS;
                let events = self.round_done(taken, done);
                if self.can_deliver_later(&events) {
                    return self.go_on_and_deliver_later(events, host);
                }
                for (scope, events) in events {
                    self.offer(scope, events, true, host);
                }
            }
            Outcome::NotConfirmed(failure) => self.round_failed(taken, failure, host),
        }
        self.release_held(host);
        self.admit();
        self.start_round(host);
    }

    /// Opens the feeds of the scopes that a round has opened.
    fn open_feeds(&mut self, data: &WorkspaceData, host: &H) {
        if data.positions.len() == self.feeds.len() {
            return;
        }
        for (scope, position) in &data.positions {
            self.open_feed(*scope, position.epoch, position.seq, host);
            if data.world.scopes.is_list(*scope) {
                self.roster.scopes.add_list(*scope);
            }
        }
        self.watch_heads();
    }

    /// True if the next round may start before the events of this round are delivered. The conditions:
    /// - orders wait for a round;
    /// - nothing else waits for the data;
    /// - the events of all earlier rounds are delivered;
    /// - in each scope, these events directly follow the last delivered event, so there is no event of another node
    ///   between them.
    fn can_deliver_later(&self, events: &[(ScopeId, Vec<Arc<Event>>)]) -> bool {
        let follow = |(scope, events): &(ScopeId, Vec<Arc<Event>>)| {
            let position = self.phase.data().and_then(|data| data.positions.get(scope)).map(|it| it.seq);
            let feed = self.feeds.get(scope).filter(|feed| feed.sequencer.is_idle()).map(|it| it.sequencer.applied());
            let before = events.first().map(|event| event.seq - 1);
            before.is_some() && before == position && before == feed
        };
        let data_is_wanted = self.reload_wanted
            || self.gap_read_waits
            || !self.held.is_empty()
            || !self.joins.is_empty()
            || !self.waiting_callers.is_empty();
        !self.queue.is_empty() && !data_is_wanted && self.undelivered == 0 && events.iter().all(follow)
    }

    /// Starts the next round. The host delivers these events while the database works on that round.
    fn go_on_and_deliver_later(&mut self, events: Vec<(ScopeId, Vec<Arc<Event>>)>, host: &H) {
        for (scope, events) in &events {
            for event in events {
                self.own.insert((*scope, event.seq));
                self.step_position(*scope, event);
            }
        }
        self.undelivered += 1;
        self.start_round(host);
        self.effects.push(Effect::DeliverLater(events));
    }

    /// Input: it is time to deliver the events of `Effect::DeliverLater`.
    pub fn deliver_own(&mut self, events: Vec<(ScopeId, Vec<Arc<Event>>)>, host: &H) {
        self.undelivered -= 1;
        for (scope, events) in events {
            self.offer_own(scope, events, host);
        }
        if self.phase.data().is_some() && !self.held.is_empty() {
            self.release_held(host);
        }
        self.admit();
    }

    /// Answers the orders of a stored round, and publishes its events to other nodes. Returns the events, which the
    /// caller delivers on this node.
    fn round_done(&mut self, taken: Vec<Pending<H>>, mut done: Done) -> Vec<(ScopeId, Vec<Arc<Event>>)> {
        self.commons_first(&mut done.events);
        fail::point("answer");
        self.effects.push(Effect::KeepTickets(done.tickets));
        for (pending, answer) in taken.into_iter().zip(done.answers) {
            let (scope, seq) = answer.as_ref().map_or((self.id.scope(), 0), |ack| (ack.scope, ack.seq));
            self.recent_answers.put(SeenCommand {
                id: pending.order.id,
                user: pending.order.by,
                fingerprint: pending.fingerprint,
                scope,
                seq,
                refusal: answer.as_ref().err().cloned(),
            });
            self.answer(pending, answer);
        }
        let commons = self.commons_head(&done.events);
        for (scope, events) in &done.events {
            self.publish(*scope, commons, events);
        }
        done.events
    }

    fn round_failed(&mut self, taken: Vec<Pending<H>>, failure: RoundFailure, host: &H) {
        self.failed_rounds += 1;
        let mut retried = taken;
        let mut pause = Duration::ZERO;
        match failure {
            RoundFailure::Seen(seen) => retried = self.answer_seen(retried, &seen),
            // With the old versions that ticket actors may hold, the next round would be stale too.
            RoundFailure::Stale => self.effects.push(Effect::ForgetTickets),
            RoundFailure::Epoch => self.failed_rounds = FAILURES_BEFORE_RELOAD,
            RoundFailure::Database(Failure { kind: FailureKind::Away { outcome_unknown, too_slow }, why }) => {
                tracing::warn!(workspace = %self.id, error = %why, outcome_unknown, "the database did not answer a round; running it again");
                for pending in &mut retried {
                    pending.outcome_unknown |= outcome_unknown;
                }
                pause = Duration::from_millis(50) * self.failed_rounds.min(20);
                if too_slow {
                    pause = self.slow_down(&mut retried, host);
                }
                // Reload: the round may be stored if the outcome is unknown, and only a reload waits for `pause`.
                self.failed_rounds = self.failed_rounds.max(FAILURES_BEFORE_RELOAD);
            }
            RoundFailure::Database(Failure { kind: FailureKind::Refused, why }) => {
                self.failed_rounds = 0;
                if retried.len() == 1 {
                    tracing::error!(workspace = %self.id, error = %why, "the database refuses a command");
                    for pending in retried.drain(..) {
                        let refusal = Refusal::new(RefusalCode::ValidationFailed, words::UNSTORABLE);
                        self.answer(pending, Err(refusal));
                    }
                }
                // One bad order must not fail the others: the rounds are halved until the bad order is alone in its
                // round.
                self.round_limit = (retried.len() / 2).max(1);
            }
        }
        self.queue.put_first(retried.into_iter());
        self.defer_if_away(host);
        self.start_queue_watch();
        if self.failed_rounds >= FAILURES_BEFORE_RELOAD {
            self.phase = Phase::Paused;
            self.effects.push(Effect::LoadAfter(pause));
        } else {
            self.catch_up();
        }
    }

    /// Repeats the earlier answers to orders that were answered before, and returns the other orders.
    fn answer_seen(&mut self, orders: Vec<Pending<H>>, seen: &[SeenCommand]) -> Vec<Pending<H>> {
        let mut left = Vec::new();
        for pending in orders {
            match seen.iter().find(|it| it.id == pending.order.id) {
                Some(seen) => {
                    self.recent_answers.put(seen.clone());
                    let answer = pending.earlier_answer(seen);
                    self.answer(pending, answer);
                }
                None => left.push(pending),
            }
        }
        left
    }

    /// Handles a round that timed out in the database. An unchanged retry would time out too, so the size of the rounds
    /// is halved, down to one order. An order that has timed out alone too often is deferred, if it was certainly not
    /// stored. Returns the pause before the retry, which grows with each timeout.
    fn slow_down(&mut self, retried: &mut Vec<Pending<H>>, host: &H) -> Duration {
        self.round_limit = (retried.len() / 2).max(1);
        self.timeouts = (self.timeouts + 1).min(TIMEOUTS_BEFORE_DEFERRAL);
        if retried.len() == 1
            && self.timeouts == TIMEOUTS_BEFORE_DEFERRAL
            && !retried.iter().any(|it| it.outcome_unknown)
        {
            let now = host.tick();
            for pending in retried.drain(..) {
                self.defer(pending, now);
            }
        }
        TIMEOUT_PAUSE * 2_u32.pow(self.timeouts - 1)
    }

    /// Reads all newer events from the journal. Afterwards the orders are decided again.
    fn catch_up(&mut self) {
        let applied = self.feeds.iter().map(|(scope, feed)| (*scope, feed.sequencer.applied())).collect();
        // `InRound` is a placeholder until the next line.
        if let Some(data) = self.phase.leave_ready(Phase::InRound) {
            self.phase = Phase::CatchingUp(data);
            self.effects.push(Effect::CatchUp(applied));
        }
    }
}
