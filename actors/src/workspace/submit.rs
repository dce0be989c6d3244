//! Accepts orders and starts rounds. Also handles sockets that join or leave, and answers whether a user may enter.

use super::{
    effect::{Caller, Effect, Join},
    host::Host,
    pending::Pending,
    phase::Phase,
    round::Round,
    state::WorkspaceCore,
};
use crate::{
    domain::{
        decide::Order,
        ids::{CommandId, UserId, millis_of_v7},
        refusal::{Refusal, RefusalCode},
    },
    words,
};

/// If the queue is full, the client is told to send the order again after this time.
const FULL_QUEUE_RETRY_MS: u64 = 250;
const COMMAND_MAX_AGE_MS: u64 = 7 * 24 * 60 * 60 * 1_000;
const COMMAND_MAX_AHEAD_MS: u64 = 60 * 60 * 1_000;

impl<H: Host> WorkspaceCore<H> {
    /// Input: an order. The answer is an `Effect::Answer`, now or later.
    pub fn submit(&mut self, order: Order, reply: H::Reply, host: &H) {
        let pending = Pending::new(order, reply);
        if let Some(seen) = self.recent_answers.get(pending.order.id) {
            let answer = pending.earlier_answer(seen);
            return self.answer(pending, answer);
        }
        if let Err(refusal) = check_id(pending.order.id, host) {
            return self.answer(pending, Err(refusal));
        }
        if self.is_missing() {
            return self.answer(pending, Err(Refusal::not_found(words::NO_WORKSPACE)));
        }
        // The queue holds only waiting orders, not those of the running round.
        if self.queue.is_full(pending.bytes) {
            return self.answer(pending, Err(Refusal::unavailable(FULL_QUEUE_RETRY_MS)));
        }
        // A deferred order is answered with `unavailable`, and the client sends it again.
        let Some(pending) = self.defer_if_needed(pending, host) else { return };
        self.queue.push_back(pending);
        self.start_round(host);
        self.start_queue_watch();
    }

    /// Input: a question whether a user may enter. The answer is an `Effect::Enter`.
    pub fn enter(&mut self, user: UserId, question: H::Question) {
        match self.standing_of(user) {
            // Another node may have made the user a member. So the events of the other nodes are read first.
            Err(_) if !self.is_missing() => self.recheck(Caller::Question(user, question)),
            standing => self.effects.push(Effect::Enter(question, standing)),
        }
    }

    /// Input: a socket asks to join.
    pub fn join(&mut self, join: Join<H>) {
        self.joining.insert(join.connection);
        self.joins.push(join);
        self.admit();
    }

    /// Input: a socket is gone. If its request to join still waits, the request is skipped later.
    pub fn leave(&mut self, connection: uuid::Uuid) {
        self.joining.remove(&connection);
    }

    /// Starts a round with all waiting orders, unless a round is under way. The orders that wait meanwhile share the
    /// next commit (group commit).
    pub(super) fn start_round(&mut self, host: &H) {
        if self.queue.is_empty() || self.phase.data().is_none() {
            return;
        }
        let queued = self.queue.take();
        let mut waiting: Vec<Pending<H>> = Vec::with_capacity(queued.len());
        for pending in queued {
            // The first copy of the same command may have been answered meanwhile.
            match self.recent_answers.get(pending.order.id) {
                Some(seen) => {
                    let answer = pending.earlier_answer(seen);
                    self.answer(pending, answer);
                }
                None => waiting.push(pending),
            }
        }
        if waiting.is_empty() {
            return;
        }
        // The check above found the data, so the phase is `Ready`, and this starts a round with the orders.
        if let Some(data) = self.phase.leave_ready(Phase::InRound) {
            let round = Round::new(self.id, data, waiting, self.round_limit, host.now());
            self.effects.push(Effect::Run(Box::new(round)));
        }
    }
}

/// CM2: checks the time in a command's id.
fn check_id(id: CommandId, host: &impl Host) -> Result<(), Refusal> {
    let made = millis_of_v7(id.0).ok_or_else(|| Refusal::invalid("id", words::ID_IS_NO_UUID_V7))?;
    let now = host.now().millis();
    if made + COMMAND_MAX_AGE_MS < now {
        return Err(Refusal::new(RefusalCode::CommandExpired, words::COMMAND_TOO_OLD).with_field("id"));
    }
    if made > now + COMMAND_MAX_AHEAD_MS {
        return Err(Refusal::invalid("id", words::ID_FROM_THE_FUTURE));
    }
    Ok(())
}
