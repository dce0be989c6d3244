//! The bandwidth that a node spends on presence. A list that names all people, sent to all of them, grows with the
//! square of the workspace.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as Tick};

use super::schedule::LONGEST;

/// All workspaces of a node share this.
const BYTES_A_SECOND: u64 = 32 * 1024 * 1024;
/// A frame waits for the frames of other workspaces at most this many times its own duration, so a small workspace does
/// not notice crowds elsewhere.
const PATIENCE: u32 = 50;

/// Shared by the workspaces of a node.
#[derive(Debug)]
pub(in crate::actor) struct Bandwidth {
    born: Tick,
    /// Microseconds since `born` until which the bandwidth is booked.
    taken: AtomicU64,
}

impl Default for Bandwidth {
    fn default() -> Self {
        Self { born: Tick::now(), taken: AtomicU64::new(0) }
    }
}

impl Bandwidth {
    /// Books a frame that was just sent. Returns how long its workspace must then send nothing.
    pub fn book(&self, bytes: usize, now: Tick) -> Duration {
        let now = micros(now.saturating_duration_since(self.born));
        let own = (bytes as u64).saturating_mul(1_000_000) / BYTES_A_SECOND;
        let book = |taken: u64| (taken.max(now) + own).min(now + micros(LONGEST));
        let before = self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, |taken| Some(book(taken)));
        let (Ok(before) | Err(before)) = before;
        let wait = Duration::from_micros(book(before) - now);
        wait.min(Duration::from_micros(own) * PATIENCE)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a list that names 200 people, sent to 200 people; and of one for 10.
    const CROWD: usize = 200 * 200 * 220;
    const FEW: usize = 10 * 10 * 220;

    #[test]
    fn pr2_a_crowd_alone_waits_for_as_long_as_its_frame_takes() {
        let bandwidth = Bandwidth::default();
        let now = bandwidth.born;
        let wait = bandwidth.book(CROWD, now);
        assert_eq!(wait.as_millis(), 262);
        assert_eq!(bandwidth.book(CROWD, now + wait), wait, "time that has passed is not waited for again");
    }

    #[test]
    fn pr2_crowds_wait_for_each_other_and_never_longer_than_pr1_allows() {
        let bandwidth = Bandwidth::default();
        let waits: Vec<_> = (0..50).map(|_| bandwidth.book(CROWD, bandwidth.born)).collect();
        assert!(waits.is_sorted());
        assert_eq!(waits[9].as_millis(), 2_622);
        assert_eq!(waits[49], LONGEST);
        let later = bandwidth.born + LONGEST;
        assert_eq!(bandwidth.book(CROWD, later).as_millis(), 262, "earlier frames no longer count");
    }

    #[test]
    fn pr2_a_few_people_do_not_wait_for_the_crowds() {
        let bandwidth = Bandwidth::default();
        while bandwidth.book(CROWD, bandwidth.born) < LONGEST {}
        assert!(bandwidth.book(FEW, bandwidth.born) < Duration::from_millis(50));
    }
}
