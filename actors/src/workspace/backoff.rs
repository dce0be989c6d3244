//! The back-off for loading a workspace again after a failure: short while the database is away, and exponential while
//! the database answers but the workspace cannot be read.

use std::time::{Duration, Instant as Tick};

/// The pause before the first retry.
const FIRST: Duration = Duration::from_millis(500);
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(60);

/// Consecutive failures.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    retry_at: Option<Tick>,
}

impl Backoff {
    /// The workspace was loaded, or is known not to exist.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The database did not answer. Returns the pause before the retry; `random` is between 0 and 1. Callers wait for
    /// the retry, because it comes soon.
    pub fn database_away(&mut self, random: f64) -> Duration {
        pause_after(0, random)
    }

    /// The workspace cannot be read. Returns the pause before the retry; `random` is between 0 and 1.
    pub fn failed(&mut self, now: Tick, random: f64) -> Duration {
        let pause = pause_after(self.failures, random);
        self.failures = self.failures.saturating_add(1);
        self.retry_at = Some(now + pause);
        pause
    }

    /// The retry begins.
    pub fn retrying(&mut self) {
        self.retry_at = None;
    }

    /// The time until the retry. `None` if callers should wait for the retry instead of being refused.
    pub fn until_retry(&self, now: Tick) -> Option<Duration> {
        self.retry_at.map(|at| at.saturating_duration_since(now))
    }
}

/// The pause, which doubles with each failure. `random` spreads the pause between half of its length and all of it.
fn pause_after(failures: u32, random: f64) -> Duration {
    let longest = FIRST.saturating_mul(2_u32.saturating_pow(failures)).min(LONGEST);
    longest.mul_f64(0.5 + random.clamp(0.0, 1.0) / 2.0)
}

pub(super) fn in_ms(pause: Duration) -> u64 {
    u64::try_from(pause.as_millis()).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cm7_retries_become_rarer_and_are_spread_by_chance() {
        let pauses: Vec<u128> = (0..7).map(|failures| pause_after(failures, 1.0).as_millis()).collect();
        assert_eq!(pauses, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
        assert_eq!(pause_after(0, 0.0), FIRST / 2);
        assert_eq!(pause_after(u32::MAX, 0.5), LONGEST.mul_f64(0.75));
        let mut backoff = Backoff::default();
        for _ in 0..10 {
            assert_eq!(backoff.database_away(1.0), FIRST, "the retry comes soon while the database is away");
            assert_eq!(backoff.until_retry(Tick::now()), None, "and callers wait for it");
        }
    }

    #[test]
    fn cm7_callers_between_two_retries_are_told_when_the_next_one_is() {
        let now = Tick::now();
        let mut backoff = Backoff::default();
        assert_eq!(backoff.until_retry(now), None);
        assert_eq!(backoff.failed(now, 1.0), Duration::from_millis(500));
        assert_eq!(backoff.until_retry(now + Duration::from_millis(100)), Some(Duration::from_millis(400)));
        backoff.retrying();
        assert_eq!(backoff.until_retry(now), None, "callers wait for the retry under way");
        assert_eq!(backoff.failed(now, 1.0), Duration::from_secs(1));
        backoff.reset();
        assert_eq!(backoff.failed(now, 1.0), Duration::from_millis(500));
    }
}
