//! Defers orders while the database does not answer. A deferred order is refused with `unavailable`, and the client
//! sends it again under the same id. An order that may already be stored is never deferred: it waits for the database.

use std::time::{Duration, Instant as Tick};

use super::{deferred::RETRY_MS, effect::Effect, host::Host, pending::Pending, state::WorkspaceCore};
use crate::domain::refusal::Refusal;

/// How often the core checks whether waiting orders must be deferred.
const QUEUE_CHECK_INTERVAL: Duration = Duration::from_millis(200);

impl<H: Host> WorkspaceCore<H> {
    /// Defers a new order if it must not be accepted now; otherwise returns the order.
    pub(super) fn defer_if_needed(&mut self, pending: Pending<H>, host: &H) -> Option<Pending<H>> {
        let now = host.tick();
        // The client repeats an order whose first copy may be stored. The second copy waits with the first.
        let repeats_unknown = || self.queue.iter().any(|it| it.outcome_unknown && it.order.id == pending.order.id);
        // In `Ready`, the order is accepted although the database is away: its round shows when the database is back.
        let must_defer = self.phase.data().is_none() && host.database_is_away() && !repeats_unknown();
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
    pub fn watch_queue(&mut self, host: &H) {
        self.queue_watched = false;
        self.defer_if_away(host);
        self.start_queue_watch();
    }

    /// If the database is away, defers all orders that were certainly not stored. Otherwise does nothing.
    pub(super) fn defer_if_away(&mut self, host: &H) {
        if self.queue.is_empty() || !host.database_is_away() {
            return;
        }
        let now = host.tick();
        let (unknown, not_stored): (Vec<_>, Vec<_>) =
            self.queue.take().into_iter().partition(|pending| pending.outcome_unknown);
        self.queue.put_first(unknown.into_iter());
        for pending in not_stored {
            self.defer(pending, now);
        }
    }

    pub(super) fn defer(&mut self, pending: Pending<H>, now: Tick) {
        self.deferred.add(pending.order.by, pending.order.id, now);
        self.answer(pending, Err(Refusal::away(RETRY_MS)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::host::SILENCE;

    #[test]
    fn cm7_an_order_that_is_certainly_not_stored_is_deferred_within_three_seconds() {
        assert!(SILENCE + QUEUE_CHECK_INTERVAL <= Duration::from_secs(3), "after {:?}", SILENCE + QUEUE_CHECK_INTERVAL);
    }
}
