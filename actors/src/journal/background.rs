//! Background work, such as the reading of followers, yields to edits.

use std::time::{Duration, Instant};

use super::handle::Journal;

/// How many times longer a rest is while edits are stored all the time.
const WHILE_STORING: u32 = 8;
/// The longest rest. A run of a periodic job must end within its time limit.
const LONGEST_REST: Duration = Duration::from_secs(5);

/// A piece of background work.
#[derive(Debug)]
pub struct BackgroundWork<'j> {
    journal: &'j Journal,
    began: Instant,
    /// [`CommitQueue::storing`](super::commit::CommitQueue::storing) when the work began.
    stored_before: Duration,
}

impl Journal {
    /// Begins a piece of background work.
    pub fn background_work(&self) -> BackgroundWork<'_> {
        BackgroundWork { journal: self, began: Instant::now(), stored_before: self.queue.storing() }
    }
}

impl BackgroundWork<'_> {
    /// Ends the work, and rests as long as the work took. The rest is up to nine times as long if this node stored edits
    /// meanwhile: database and node often share their processors, and a person waits for each edit.
    pub async fn rest(self) {
        let storing = self.journal.queue.storing().saturating_sub(self.stored_before);
        tokio::time::sleep(rest_after(self.began.elapsed(), storing)).await;
    }
}

/// `storing` is the part of the work's time in which edits were stored.
fn rest_after(work: Duration, storing: Duration) -> Duration {
    (work + storing.min(work) * WHILE_STORING).min(LONGEST_REST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_is_longer_the_more_edits_were_stored_meanwhile() {
        let rest = |work, storing| rest_after(Duration::from_millis(work), Duration::from_millis(storing)).as_millis();
        assert_eq!(rest(10, 0), 10);
        assert_eq!(rest(10, 5), 50);
        // Two calls at once count twice.
        assert_eq!(rest(10, 20), 90);
        assert_eq!(rest(3_000, 3_000), 5_000);
    }
}
