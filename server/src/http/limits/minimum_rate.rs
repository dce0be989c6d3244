//! The minimum rate at which a peer must read or send. Only the time in which the node waits for the peer counts.

use std::time::{Duration, Instant};

/// In bytes a second. A slow mobile line is several times faster.
const FLOOR: u64 = 2 * 1024;

/// Measures one direction of one connection. The rate is checked each time the waiting adds up to `window`.
#[derive(Debug)]
pub(crate) struct MinimumRate {
    window: Duration,
    waiting_since: Option<Instant>,
    waited: Duration,
    moved: u64,
}

/// The peer stayed below the minimum rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSlow;

impl MinimumRate {
    pub(crate) const fn over(window: Duration) -> Self {
        Self { window, waiting_since: None, waited: Duration::ZERO, moved: 0 }
    }

    /// The peer moved bytes, so the node does not wait for it.
    pub(crate) fn moved(&mut self, bytes: usize, now: Instant) {
        self.moved += bytes as u64;
        if let Some(since) = self.waiting_since.take() {
            self.waited += now.saturating_duration_since(since);
        }
    }

    /// The node waits for the peer. Returns the time of the next check if nothing moves until then.
    pub(crate) fn wait(&mut self, now: Instant) -> Result<Instant, TooSlow> {
        let since = *self.waiting_since.get_or_insert(now);
        let waited = self.waited + now.saturating_duration_since(since);
        if waited < self.window {
            return Ok(now + (self.window - waited));
        }
        if (self.moved as f64) < FLOOR as f64 * waited.as_secs_f64() {
            return Err(TooSlow);
        }
        (self.waiting_since, self.waited, self.moved) = (Some(now), Duration::ZERO, 0);
        Ok(now + self.window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Duration = Duration::from_secs(20);

    /// When a peer that moves `bytes` after each pause, for two minutes, is found too slow.
    fn found_too_slow(pause: Duration, bytes: usize) -> Option<Duration> {
        let start = Instant::now();
        let mut rate = MinimumRate::over(WINDOW);
        let mut now = start;
        while now - start < Duration::from_secs(120) {
            let ask_again = match rate.wait(now) {
                Ok(at) => at,
                Err(TooSlow) => return Some(now - start),
            };
            let moves_at = now + pause;
            if ask_again < moves_at && rate.wait(ask_again).is_err() {
                return Some(ask_again - start);
            }
            now = moves_at;
            rate.moved(bytes, now);
        }
        None
    }

    #[test]
    fn p13_a_peer_that_stops_or_drips_is_found_too_slow_and_one_above_the_minimum_rate_is_not() {
        assert_eq!(found_too_slow(Duration::from_secs(500), 0), Some(WINDOW));
        assert_eq!(found_too_slow(Duration::from_millis(10), 4), Some(WINDOW));
        assert_eq!(found_too_slow(Duration::from_secs(9), 8 * 1024), Some(Duration::from_secs(20)));
        assert_eq!(found_too_slow(Duration::from_millis(10), 21), None);
        assert_eq!(found_too_slow(Duration::from_secs(9), 32 * 1024), None);
    }

    #[test]
    fn p13_time_in_which_the_node_does_not_wait_for_the_peer_does_not_count() {
        let start = Instant::now();
        let mut rate = MinimumRate::over(WINDOW);
        assert_eq!(rate.wait(start), Ok(start + WINDOW));
        rate.moved(1, start + Duration::from_secs(1));
        let later = start + Duration::from_secs(3_600);
        assert_eq!(rate.wait(later), Ok(later + Duration::from_secs(19)));
        assert_eq!(rate.wait(later + Duration::from_secs(19)), Err(TooSlow));
    }
}
