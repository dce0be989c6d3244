//! Remembers which deferred orders their clients have not sent again yet.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant as Tick};

use crate::domain::ids::{CommandId, UserId};

/// The pause after which a client sends a deferred order again.
pub(super) const RETRY_MS: u64 = 1_000;
/// A user's new orders are deferred for at most this long while the user has not sent the earlier deferred orders again.
const RETRY_WINDOW: Duration = Duration::from_millis(2 * RETRY_MS);
/// The limit of remembered orders. Above this limit, orders may be accepted in another order than they were sent.
const MAX_DEFERRED: usize = 4_096;

/// The deferred orders of each user that the client has not sent again. A client sends orders without waiting for answers: when
/// the first order is deferred, the second may already be on its way. The second must not be accepted before the first
/// is sent again, so it is deferred too (CM1).
#[derive(Debug, Default)]
pub(super) struct Deferred {
    by: HashMap<UserId, Awaited>,
    count: usize,
}

#[derive(Debug)]
struct Awaited {
    ids: HashSet<CommandId>,
    until: Tick,
}

impl Deferred {
    pub fn add(&mut self, by: UserId, id: CommandId, now: Tick) {
        self.drop_expired(now);
        if self.count < MAX_DEFERRED {
            let awaited = self.by.entry(by).or_insert_with(|| Awaited { ids: HashSet::new(), until: now });
            awaited.until = now + RETRY_WINDOW;
            self.count += usize::from(awaited.ids.insert(id));
        }
    }

    /// True if an order may be accepted now: it was deferred and is sent again, or no other order of the same person is
    /// awaited.
    pub fn accepts(&mut self, by: UserId, id: CommandId, now: Tick) -> bool {
        let Some(awaited) = self.by.get_mut(&by) else { return true };
        let retried = awaited.ids.remove(&id);
        self.count -= usize::from(retried);
        let over = awaited.ids.is_empty() || awaited.until <= now;
        if over {
            self.count -= awaited.ids.len();
            self.by.remove(&by);
        }
        retried || over
    }

    fn drop_expired(&mut self, now: Tick) {
        self.by.retain(|_, awaited| awaited.until > now);
        self.count = self.by.values().map(|awaited| awaited.ids.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const ANN: UserId = UserId(Uuid::from_u128(1));
    const BEN: UserId = UserId(Uuid::from_u128(2));

    fn id(n: u128) -> CommandId {
        CommandId(Uuid::from_u128(n))
    }

    #[test]
    fn cm1_an_order_that_was_sent_behind_a_deferred_one_does_not_overtake_it() {
        let (mut deferred, now) = (Deferred::default(), Tick::now());
        deferred.add(ANN, id(1), now);
        assert!(!deferred.accepts(ANN, id(2), now), "the second was sent before the first was deferred");
        deferred.add(ANN, id(2), now);
        // The client sends both again, in its own order.
        assert!(deferred.accepts(ANN, id(1), now));
        assert!(!deferred.accepts(ANN, id(3), now));
        assert!(deferred.accepts(ANN, id(2), now));
        assert!(deferred.accepts(ANN, id(3), now));
        assert_eq!(deferred.count, 0);
    }

    #[test]
    fn others_and_orders_that_come_late_wait_for_no_deferred_order() {
        let (mut deferred, now) = (Deferred::default(), Tick::now());
        deferred.add(ANN, id(1), now);
        assert!(deferred.accepts(BEN, id(2), now));
        assert!(deferred.accepts(ANN, id(3), now + RETRY_WINDOW), "the sender has not sent the first again");
        assert_eq!(deferred.count, 0);
    }

    #[test]
    fn the_deferred_orders_that_are_remembered_are_bounded() {
        let (mut deferred, now) = (Deferred::default(), Tick::now());
        for n in 0..2 * MAX_DEFERRED as u128 {
            deferred.add(UserId(Uuid::from_u128(n % 7)), id(n), now);
        }
        assert_eq!(deferred.count, MAX_DEFERRED);
        deferred.add(ANN, id(0), now + RETRY_WINDOW);
        assert_eq!(deferred.count, 1, "orders that are no longer awaited are forgotten");
    }
}
