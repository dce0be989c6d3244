//! Deferring orders while the database does not answer: they are refused with `unavailable`, to be sent again under
//! their ids. An order that may have been stored is never deferred; it waits for the database.

use std::time::{Duration, Instant as Tick};

use super::{carrier::Carrier, deferred::RETRY_MS, effect::Effect, pending::Pending, state::WorkspaceCore};
use crate::domain::refusal::Refusal;

/// How often waiting orders are looked at.
const LOOK: Duration = Duration::from_millis(200);

impl<C: Carrier> WorkspaceCore<C> {
    /// Defers a new order if it must not be accepted now; otherwise returns the order.
    pub(super) fn defer_if_needed(&mut self, pending: Pending<C>, carrier: &C) -> Option<Pending<C>> {
        let now = carrier.tick();
        // Sent again while the outcome of its first sending is unknown: the second waits as well.
        let is_awaited = || self.queue.iter().any(|it| it.outcome_unknown && it.order.id == pending.order.id);
        // If nothing is under way, this order asks the database: some order has to.
        let away = self.phase.data().is_none() && carrier.database_is_away() && !is_awaited();
        if away || !self.deferred.accepts(pending.order.by, pending.order.id, now) {
            self.defer(pending, now);
            return None;
        }
        Some(pending)
    }

    /// Looks at the queue every now and then, for as long as orders wait.
    pub(super) fn start_queue_watch(&mut self) {
        if !self.queue_watched && !self.queue.is_empty() {
            self.queue_watched = true;
            self.effects.push(Effect::WatchQueue(LOOK));
        }
    }

    /// Input: it is time to look at the queue.
    pub fn watch_queue(&mut self, carrier: &C) {
        self.queue_watched = false;
        self.defer_while_away(carrier);
        self.start_queue_watch();
    }

    /// While the database is away, defers all orders that were certainly not stored.
    pub(super) fn defer_while_away(&mut self, carrier: &C) {
        if self.queue.is_empty() || !carrier.database_is_away() {
            return;
        }
        let now = carrier.tick();
        let (unknown, not_stored): (Vec<_>, Vec<_>) =
            self.queue.take().into_iter().partition(|pending| pending.outcome_unknown);
        self.queue.put_first(unknown.into_iter());
        for pending in not_stored {
            self.defer(pending, now);
        }
    }

    pub(super) fn defer(&mut self, pending: Pending<C>, now: Tick) {
        self.deferred.add(pending.order.by, pending.order.id, now);
        self.answer(pending, Err(Refusal::away(RETRY_MS)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::carrier::SILENCE;

    #[test]
    fn cm7_an_order_that_is_certainly_not_stored_is_deferred_within_three_seconds() {
        assert!(SILENCE + LOOK <= Duration::from_secs(3), "after {:?}", SILENCE + LOOK);
    }
}
