//! For how long the database has kept silent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Notes what is asked and answered. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    open: usize,
    /// The first question since the last good answer, or that answer where others are still open. A database that
    /// is asked nothing is not silent.
    since: Option<Instant>,
    /// What the last good answer took.
    pace: Duration,
}

impl Heard {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ask(&self) -> Question {
        let now = Instant::now();
        self.asked(now);
        Question(Some((self.clone(), now)))
    }

    fn asked(&self, now: Instant) {
        let mut state = self.state();
        state.open += 1;
        state.since.get_or_insert(now);
    }

    /// `well`: it did what was asked. An error may come from this side alone.
    fn answered(&self, asked: Instant, well: bool, now: Instant) {
        let mut state = self.state();
        state.open = state.open.saturating_sub(1);
        if well {
            state.since = (state.open > 0).then_some(now);
            state.pace = now.saturating_duration_since(asked);
        }
    }

    pub(super) fn pace(&self) -> Duration {
        self.state().pace
    }

    pub(super) fn silence(&self, now: Instant) -> Duration {
        self.state().since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

/// Something that is asked of the database; dropped without an answer it has got none.
pub(super) struct Question(Option<(Heard, Instant)>);

impl Question {
    pub(super) fn answered(mut self, well: bool) {
        if let Some((heard, asked)) = self.0.take() {
            heard.answered(asked, well, Instant::now());
        }
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        if let Some((heard, asked)) = self.0.take() {
            heard.answered(asked, false, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_is_asked_and_does_not_answer_is_silent() {
        let (heard, begun) = (Heard::default(), Instant::now());
        let at = |seconds| begun + Duration::from_secs(seconds);
        assert_eq!(heard.silence(at(9)), Duration::ZERO, "nobody has asked");
        heard.asked(at(10));
        heard.asked(at(11));
        assert_eq!(heard.silence(at(12)), Duration::from_secs(2));
        heard.answered(at(10), true, at(12));
        assert_eq!(heard.silence(at(13)), Duration::from_secs(1), "one is still open");
        heard.answered(at(11), false, at(14));
        assert_eq!(heard.pace(), Duration::from_secs(2), "a failure has no pace");
        assert_eq!(heard.silence(at(15)), Duration::from_secs(3), "a failure is no answer");
        heard.asked(at(15));
        heard.answered(at(15), true, at(16));
        assert_eq!(heard.pace(), Duration::from_secs(1));
        assert_eq!(heard.silence(at(99)), Duration::ZERO);
    }
}
