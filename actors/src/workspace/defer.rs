//! Defers orders while the database does not answer. A deferred order is refused with `unavailable`, and the client
//! sends it again under the same id. An order that may already be stored is never deferred: it waits for the database.

use std::time::{Duration, Instant as Tick};

use super::{carrier::Carrier, deferred::RETRY_MS, effect::Effect, pending::Pending, state::WorkspaceCore};
use crate::domain::refusal::Refusal;

/// How often the core checks whether waiting orders must be deferred.
const QUEUE_CHECK_INTERVAL: Duration = Duration::from_millis(200);

impl<C: Carrier> WorkspaceCore<C> {
    /// Defers a new order if it must not be accepted now; otherwise returns the order.
    pub(super) fn defer_if_needed(&mut self, pending: Pending<C>, carrier: &C) -> Option<Pending<C>> {
        let now = carrier.tick();
        // The client repeats an order whose first copy may be stored. The second copy waits with the first.
        let repeats_unknown = || self.queue.iter().any(|it| it.outcome_unknown && it.order.id == pending.order.id);
        // In `Ready`, the order is accepted although the database is away: its round shows when the database is back.
        let must_defer = self.phase.data().is_none() && carrier.database_is_away() && !repeats_unknown();
        if must_defer || !self.deferred.accepts(pending.order.by, pending.order.id, now) {
            self.defer(pending, now);
            return None;
        }
        Some(pending)
    }

    /// Starts the timer that checks the queue, unless it runs already or no order waits.
    pub(super) fn start_queue_watch(&mut self) {
        if !self.queue_watched && !self.queue.is_empty() {
            self.queue_watched = true;
            self.effects.push(Effect::WatchQueue(QUEUE_CHECK_INTERVAL));
        }
    }

    /// Input: the timer for the queue check has fired.
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
        assert!(SILENCE + QUEUE_CHECK_INTERVAL <= Duration::from_secs(3), "after {:?}", SILENCE + QUEUE_CHECK_INTERVAL);
    }
}
