//! What follows a round, and what follows a load.

use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use actix::{Actor, ActorFutureExt, AsyncContext, Context, WrapFuture};

use super::again::{dice, in_ms};
use super::{ScopeFeed, ToWorkspace, WorkspaceActor};
use crate::{
    actor::{
        round::{Done, Ledger, Miss, Outcome, Pending, ROUND_COMMANDS, RoundEnd},
        ticket::{Forget, Keep, StopNow, TicketActor},
    },
    domain::{change::Event, ids::ScopeId, refusal::Refusal},
    fail,
    journal::JournalError,
    sync::{LoadedWorkspace, SeenCommand},
    words,
};

/// After so many misses in a row, what is known is read anew.
const MISSES_BEFORE_RELOAD: u32 = 3;
/// The pause after a round that timed out in the database; it doubles with each consecutive timeout.
const SLOW_PAUSE: Duration = Duration::from_millis(250);
/// After so many consecutive timeouts, a lone command that was certainly not stored is put off (`unavailable`).
const SLOWEST: u32 = 4;

impl WorkspaceActor {
    pub(super) fn loaded(&mut self, loaded: Result<Option<LoadedWorkspace>, JournalError>, ctx: &mut Context<Self>) {
        match loaded {
            Ok(Some(loaded)) => {
                self.again.settled();
                self.missing = false;
                self.loading = false;
                self.roster = loaded.world.members.clone();
                self.gained = loaded.gained;
                self.member_changes += 1;
                for (scope, footing) in &loaded.footings {
                    let known = self.feeds.get(scope).map(|feed| feed.epoch);
                    if known.is_some_and(|epoch| epoch != footing.epoch) {
                        self.feeds.remove(scope);
                        self.send_away();
                    }
                    // A feed that is behind is filled from the journal, so that nobody misses anything.
                    let feed = self.feeds.entry(*scope).or_insert_with(|| ScopeFeed::new(footing.epoch, footing.seq));
                    feed.sequencer.hear_of(footing.seq);
                }
                self.ledger = Some(Ledger { world: loaded.world, footings: loaded.footings });
                self.announce_scopes();
                self.show_late_presence(ctx);
                self.release_held(ctx);
                for message in std::mem::take(&mut self.waiting) {
                    self.receive(message, ctx);
                }
                self.admit(ctx);
                self.start_round(ctx);
            }
            Ok(None) => {
                self.again.settled();
                self.missing = true;
                self.loading = false;
                for message in std::mem::take(&mut self.waiting) {
                    self.receive(message, ctx);
                }
                for pending in self.queue.take() {
                    pending.answer(Err(Refusal::not_found(words::NO_WORKSPACE)));
                }
                self.admit(ctx);
                self.tell_quiet();
            }
            Err(error) => {
                let (wait, ms) = match &error {
                    JournalError::Away(_) => (self.again.away(dice()), 1_000),
                    JournalError::Refused(_) => {
                        let wait = self.again.failed(Tick::now(), dice());
                        (wait, in_ms(wait))
                    }
                };
                self.tools.journal.count_failed_load();
                tracing::warn!(workspace = %self.id, %error, again_in_ms = in_ms(wait), "a workspace could not be loaded");
                // Nobody is kept waiting for a database that is away; sockets come back by themselves.
                for message in std::mem::take(&mut self.waiting) {
                    match message {
                        ToWorkspace::Submit { reply, .. } => drop(reply.send(Err(Refusal::away(ms)))),
                        ToWorkspace::Enter { reply, .. } => drop(reply.send(Err(Refusal::away(ms)))),
                        ToWorkspace::Join(request) => drop(request.reply.send(Err(Refusal::away(ms)))),
                        _ => {}
                    }
                }
                for knock in std::mem::take(&mut self.looked) {
                    self.refuse(knock, Refusal::away(ms));
                }
                self.joins.retain(|request| !request.reply.is_closed());
                self.put_off_in_silence();
                ctx.run_later(wait, |actor, ctx| actor.load(ctx));
            }
        }
    }

    pub(super) fn settle(&mut self, end: RoundEnd, ctx: &mut Context<Self>) {
        let RoundEnd { ledger, taken, rest, outcome } = end;
        self.open_feeds(&ledger);
        self.ledger = Some(ledger);
        self.show_late_presence(ctx);
        self.queue.put_first(rest.into_iter());
        match outcome {
            Outcome::Done(done) => {
                self.misses = 0;
                self.slow = 0;
                self.round_limit = ROUND_COMMANDS;
                let events = self.settle_done(taken, done, ctx);
                if self.can_tell_later(&events) {
                    return self.go_on_and_tell(events, ctx);
                }
                for (scope, events) in events {
                    self.offer(scope, events, true, ctx);
                }
            }
            Outcome::Again(miss) => {
                self.settle_miss(taken, miss, ctx);
            }
        }
        self.release_held(ctx);
        self.admit(ctx);
        self.start_round(ctx);
    }

    /// A round may have opened personal scopes; what it wrote there has to go somewhere.
    fn open_feeds(&mut self, ledger: &Ledger) {
        if ledger.footings.len() == self.feeds.len() {
            return;
        }
        for (scope, footing) in &ledger.footings {
            self.feed(*scope, footing.epoch, footing.seq);
        }
        self.announce_scopes();
    }

    /// Whether the next round may begin before the events of the last one are told: it has work to do, and nothing
    /// of another node lies before or between them, so that the world and its footings are where they lead.
    fn can_tell_later(&self, events: &[(ScopeId, Vec<Arc<Event>>)]) -> bool {
        let follow = |(scope, events): &(ScopeId, Vec<Arc<Event>>)| {
            let footing = self.ledger.as_ref().and_then(|ledger| ledger.footings.get(scope)).map(|it| it.seq);
            let feed = self.feeds.get(scope).filter(|feed| feed.sequencer.is_idle()).map(|it| it.sequencer.applied());
            let before = events.first().map(|event| event.seq - 1);
            before.is_some() && before == footing && before == feed
        };
        // Whoever waits for a world that no round has gets it now.
        let awaited = self.reload_wanted || !(self.held.is_empty() && self.joins.is_empty() && self.looked.is_empty());
        !self.queue.is_empty() && !awaited && self.untold == 0 && events.iter().all(follow)
    }

    /// Starts the next round, and writes to the sockets while the database is at work on it.
    fn go_on_and_tell(&mut self, events: Vec<(ScopeId, Vec<Arc<Event>>)>, ctx: &mut Context<Self>) {
        for (scope, events) in &events {
            for event in events {
                self.own.insert((*scope, event.seq));
                self.step_footing(*scope, event);
            }
        }
        self.untold += 1;
        self.start_round(ctx);
        // The round gets its turn first: it decides, and sends its batch.
        ctx.spawn(tokio::task::yield_now().into_actor(self).map(
            move |(), actor: &mut Self, ctx: &mut Context<Self>| {
                actor.untold -= 1;
                for (scope, events) in events {
                    actor.tell_own(scope, events, ctx);
                }
                actor.admit(ctx);
                actor.tell_quiet();
            },
        ));
    }

    /// Keeps what a round has left, and answers. The events are still to be told here.
    fn settle_done(
        &mut self,
        taken: Vec<Pending>,
        done: Done,
        ctx: &mut Context<Self>,
    ) -> Vec<(ScopeId, Vec<Arc<Event>>)> {
        fail::point("answer");
        for (id, state) in done.tickets {
            let known = self.tools.slots.borrow().get(&id).map(|(addr, _)| addr.clone());
            match (known, state) {
                (Some(ticket), Some((state, version))) => ticket.do_send(Keep(state, version)),
                (Some(ticket), None) => {
                    self.tools.slots.borrow_mut().remove(&id);
                    ticket.do_send(StopNow);
                }
                (None, Some((state, version))) => {
                    self.ticket_generation += 1;
                    let ticket = TicketActor::new(id, self.ticket_generation, ctx.address(), state, version).start();
                    self.tools.slots.borrow_mut().insert(id, (ticket, self.ticket_generation));
                }
                (None, None) => {}
            }
        }
        for (pending, answer) in taken.into_iter().zip(done.answers) {
            let (scope, seq) = answer.as_ref().map_or((self.id.scope(), 0), |ack| (ack.scope, ack.seq));
            self.remember(SeenCommand {
                id: pending.order.id,
                user: pending.order.by,
                fingerprint: pending.fingerprint,
                scope,
                seq,
                refusal: answer.as_ref().err().cloned(),
            });
            pending.answer(answer);
        }
        for (scope, events) in &done.events {
            self.publish(*scope, events);
        }
        done.events
    }

    fn settle_miss(&mut self, taken: Vec<Pending>, miss: Miss, ctx: &mut Context<Self>) {
        self.misses += 1;
        let mut again = taken;
        let mut pause = Duration::ZERO;
        match miss {
            Miss::Seen(seen) => {
                let mut left = Vec::new();
                for pending in again {
                    match seen.iter().find(|it| it.id == pending.order.id) {
                        Some(seen) => {
                            self.remember(seen.clone());
                            pending.answer_seen(seen);
                        }
                        None => left.push(pending),
                    }
                }
                again = left;
            }
            Miss::Stale => {
                // Whoever holds an old version would lose again.
                for (ticket, _) in self.tools.slots.borrow().values() {
                    ticket.do_send(Forget);
                }
            }
            Miss::Epoch => self.misses = MISSES_BEFORE_RELOAD,
            Miss::Away { error, outcome_unknown } => {
                tracing::warn!(workspace = %self.id, %error, outcome_unknown, "the database did not answer a round; running it again");
                for pending in &mut again {
                    pending.outcome_unknown |= outcome_unknown;
                }
                pause = Duration::from_millis(50) * self.misses.min(20);
                if error.was_too_slow() {
                    // An unchanged retry would take as long again: halve the round until each command runs alone, and
                    // back off.
                    self.round_limit = (again.len() / 2).max(1);
                    self.slow = (self.slow + 1).min(SLOWEST);
                    pause = SLOW_PAUSE * 2_u32.pow(self.slow - 1);
                    if again.len() == 1 && self.slow == SLOWEST && !again.iter().any(|it| it.outcome_unknown) {
                        let now = Tick::now();
                        again.drain(..).for_each(|pending| self.put_off(pending, now));
                    }
                }
                // Whatever was committed after all is known to the journal.
                self.misses = self.misses.max(MISSES_BEFORE_RELOAD);
            }
            Miss::Refused(error) => {
                self.misses = 0;
                if again.len() == 1 {
                    tracing::error!(workspace = %self.id, %error, "the database refuses a command");
                    for pending in again.drain(..) {
                        pending.answer(Err(Refusal::new(
                            crate::domain::refusal::RefusalCode::ValidationFailed,
                            words::UNSTORABLE,
                        )));
                    }
                }
                // One bad command must not fail the others: halve until it stands alone.
                self.round_limit = (again.len() / 2).max(1);
            }
        }
        self.queue.put_first(again.into_iter());
        self.put_off_in_silence();
        self.watch_queue(ctx);
        if self.misses >= MISSES_BEFORE_RELOAD {
            self.ledger = None;
            self.loading = true;
            ctx.run_later(pause, |actor, ctx| actor.load(ctx));
        } else {
            self.catch_up(ctx);
        }
    }
}
