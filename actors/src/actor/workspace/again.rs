//! The back-off for loading a workspace again after a failure: short while the database is away, and exponential while
//! the database answers but the workspace cannot be read.

use std::time::{Duration, Instant as Tick};

use uuid::Uuid;

use super::{ToWorkspace, WorkspaceActor};
use crate::domain::refusal::Refusal;

/// The pause before the first retry.
const FIRST: Duration = Duration::from_millis(500);
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(60);

/// Consecutive failures.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    at: Option<Tick>,
}

impl Backoff {
    /// The workspace was loaded, or is known not to exist.
    pub(super) fn settled(&mut self) {
        *self = Self::default();
    }

    /// The database did not answer. Callers wait for the retry, which comes soon. Returns the pause.
    pub(super) fn away(&mut self, dice: f64) -> Duration {
        wait_after(0, dice)
    }

    /// The workspace cannot be read. Returns the pause before the retry; `dice` is between 0 and 1.
    pub(super) fn failed(&mut self, now: Tick, dice: f64) -> Duration {
        let wait = wait_after(self.failures, dice);
        self.failures = self.failures.saturating_add(1);
        self.at = Some(now + wait);
        wait
    }

    /// The retry begins.
    pub(super) fn begun(&mut self) {
        self.at = None;
    }

    /// The time until the retry; `None` while callers should wait for it.
    fn left(&self, now: Tick) -> Option<Duration> {
        self.at.map(|at| at.saturating_duration_since(now))
    }
}

/// The pause doubles with each failure. The dice place it between half of that and all of it.
fn wait_after(failures: u32, dice: f64) -> Duration {
    let most = FIRST.saturating_mul(2_u32.saturating_pow(failures)).min(LONGEST);
    most.mul_f64(0.5 + dice.clamp(0.0, 1.0) / 2.0)
}

/// A random number between 0 and 1, from the random last bits of a new id.
pub(super) fn dice() -> f64 {
    f64::from(Uuid::now_v7().as_u128() as u32) / f64::from(u32::MAX)
}

pub(super) fn in_ms(wait: Duration) -> u64 {
    u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1)
}

impl WorkspaceActor {
    /// During a pause, answers the sender with the time of the retry; returns messages that still have to be handled.
    pub(super) fn tell_to_come_again(&mut self, message: ToWorkspace) -> Option<ToWorkspace> {
        let Some(left) = self.again.left(Tick::now()) else { return Some(message) };
        let later = || Refusal::away(in_ms(left));
        match message {
            ToWorkspace::Submit { reply, .. } => drop(reply.send(Err(later()))),
            ToWorkspace::Enter { reply, .. } => drop(reply.send(Err(later()))),
            ToWorkspace::Join(request) => drop(request.reply.send(Err(later()))),
            other => return Some(other),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cm7_tries_come_ever_more_seldom_and_never_at_the_same_moment() {
        let most: Vec<u128> = (0..7).map(|failures| wait_after(failures, 1.0).as_millis()).collect();
        assert_eq!(most, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
        assert_eq!(wait_after(0, 0.0), FIRST / 2);
        assert_eq!(wait_after(u32::MAX, 0.5), LONGEST.mul_f64(0.75));
        let mut again = Backoff::default();
        for _ in 0..10 {
            assert_eq!(again.away(1.0), FIRST, "the retry comes soon while the database is away");
            assert_eq!(again.left(Tick::now()), None, "and callers wait for it");
        }
    }

    #[test]
    fn cm7_whoever_asks_between_two_tries_is_told_when_the_next_is() {
        let now = Tick::now();
        let mut again = Backoff::default();
        assert_eq!(again.left(now), None);
        assert_eq!(again.failed(now, 1.0), Duration::from_millis(500));
        assert_eq!(again.left(now + Duration::from_millis(100)), Some(Duration::from_millis(400)));
        again.begun();
        assert_eq!(again.left(now), None, "callers wait for the retry under way");
        assert_eq!(again.failed(now, 1.0), Duration::from_secs(1));
        again.settled();
        assert_eq!(again.failed(now, 1.0), Duration::from_millis(500));
    }
}
