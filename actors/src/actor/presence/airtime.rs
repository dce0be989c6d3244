//! What a node spends on telling people of each other: a list of everybody for everybody is a workspace's square.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as Tick};

use super::LONGEST;

/// Of all workspaces of a node together.
const BYTES_A_SECOND: u64 = 32 * 1024 * 1024;
/// A telling waits for those of others at most so many times what it takes itself: a few people among themselves do
/// not notice the crowds elsewhere.
const PATIENCE: u32 = 50;

/// Shared by the workspaces of a node.
#[derive(Debug)]
pub(in crate::actor) struct Airtime {
    born: Tick,
    /// Microseconds since `born` until which it is taken.
    taken: AtomicU64,
}

impl Default for Airtime {
    fn default() -> Self {
        Self { born: Tick::now(), taken: AtomicU64::new(0) }
    }
}

impl Airtime {
    /// Books what was just told; answers how long its workspace is silent for it.
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

    /// A list of 200 people of 220 bytes for 200 people, and of 10 for 10.
    const CROWD: usize = 200 * 200 * 220;
    const FEW: usize = 10 * 10 * 220;

    #[test]
    fn pr2_a_crowd_alone_is_silent_for_as_long_as_its_telling_takes() {
        let airtime = Airtime::default();
        let now = airtime.born;
        let wait = airtime.book(CROWD, now);
        assert_eq!(wait.as_millis(), 262);
        assert_eq!(airtime.book(CROWD, now + wait), wait, "what has passed is not waited for again");
    }

    #[test]
    fn pr2_crowds_wait_for_each_other_and_never_longer_than_pr1_allows() {
        let airtime = Airtime::default();
        let waits: Vec<_> = (0..50).map(|_| airtime.book(CROWD, airtime.born)).collect();
        assert!(waits.is_sorted());
        assert_eq!(waits[9].as_millis(), 2_622);
        assert_eq!(waits[49], LONGEST);
        let later = airtime.born + LONGEST;
        assert_eq!(airtime.book(CROWD, later).as_millis(), 262, "what was told before is forgotten by then");
    }

    #[test]
    fn pr2_a_few_people_do_not_wait_for_the_crowds() {
        let airtime = Airtime::default();
        while airtime.book(CROWD, airtime.born) < LONGEST {}
        assert!(airtime.book(FEW, airtime.born) < Duration::from_millis(50));
    }
}
