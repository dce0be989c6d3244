//! The order by which an accepted invitation takes effect.

use std::time::Duration;

use actors::domain::date::Instant;
use actors::domain::ids::{CommandId, derived_v7};
use time::OffsetDateTime;
use uuid::Uuid;

/// A stored order is remembered for seven days. This is less, because the clock of a node is an estimate.
const REPEATABLE: Duration = Duration::from_secs(6 * 86_400);

/// The id of the order that a person's acceptance of an invitation causes, from the time at which the person was counted.
/// Each repetition has the same id, so an invitation shares its lists once: a person who has lost a share does not get it
/// again by the same invitation. `None` if too much time has passed for that.
#[must_use]
pub fn order_id(invitation: Uuid, user: Uuid, counted_at: OffsetDateTime, now: Instant) -> Option<CommandId> {
    let age = now.get() - counted_at;
    let at = Instant::new(counted_at).millis();
    let seed = CommandId(Uuid::new_v5(&invitation, user.as_bytes()));
    (age < REPEATABLE).then(|| CommandId(derived_v7(at, seed, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ls6_an_acceptance_has_the_same_order_for_six_days_and_none_afterwards() {
        let [invitation, ann, bob] = [1, 2, 3].map(Uuid::from_u128);
        let at = time::macros::datetime!(2030-05-01 12:00 UTC);
        let now = |days: i64| Instant::new(at + time::Duration::days(days));
        let first = order_id(invitation, ann, at, now(0)).expect("an order");
        assert_eq!(first.0.get_version_num(), 7);
        assert_eq!(order_id(invitation, ann, at, now(5)), Some(first));
        assert_eq!(order_id(invitation, ann, at, now(6)), None);
        assert_ne!(order_id(invitation, bob, at, now(0)), Some(first));
        assert_ne!(order_id(Uuid::nil(), ann, at, now(0)), Some(first));
    }
}
