//! The response time of the database, and how long it has been silent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Records requests and responses. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct ResponseTimes(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    open: usize,
    /// The first request since the last good response, or that response if other requests are still open. A database
    /// without requests is not silent.
    since: Option<Instant>,
    /// The time that the last good response took.
    last: Duration,
}

impl ResponseTimes {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self) -> Request {
        let now = Instant::now();
        self.begun(now);
        Request(Some((self.clone(), now)))
    }

    fn begun(&self, now: Instant) {
        let mut state = self.state();
        state.open += 1;
        state.since.get_or_insert(now);
    }

    /// `well` is false for an error, which this process may have caused without the database.
    fn ended(&self, begun: Instant, well: bool, now: Instant) {
        let mut state = self.state();
        state.open = state.open.saturating_sub(1);
        if well {
            state.since = (state.open > 0).then_some(now);
            state.last = now.saturating_duration_since(begun);
        }
    }

    pub(super) fn last(&self) -> Duration {
        self.state().last
    }

    pub(super) fn silence(&self, now: Instant) -> Duration {
        self.state().since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

/// A request to the database. Dropped before its end, it counts as one without a response.
pub(super) struct Request(Option<(ResponseTimes, Instant)>);

impl Request {
    pub(super) fn ended(mut self, well: bool) {
        if let Some((times, begun)) = self.0.take() {
            times.ended(begun, well, Instant::now());
        }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        if let Some((times, begun)) = self.0.take() {
            times.ended(begun, false, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_is_silent_only_while_a_request_has_no_response() {
        let (times, start) = (ResponseTimes::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(times.silence(at(9)), Duration::ZERO, "there was no request");
        times.begun(at(10));
        times.begun(at(11));
        assert_eq!(times.silence(at(12)), Duration::from_secs(2));
        times.ended(at(10), true, at(12));
        assert_eq!(times.silence(at(13)), Duration::from_secs(1), "one request is still open");
        times.ended(at(11), false, at(14));
        assert_eq!(times.last(), Duration::from_secs(2), "a failure has no response time");
        assert_eq!(times.silence(at(15)), Duration::from_secs(3), "a failure is no response");
        times.begun(at(15));
        times.ended(at(15), true, at(16));
        assert_eq!(times.last(), Duration::from_secs(1));
        assert_eq!(times.silence(at(99)), Duration::ZERO);
    }
}
