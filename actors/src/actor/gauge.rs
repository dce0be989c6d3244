//! Counts the bytes that wait in a socket's outbox.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant as Tick};

/// A socket's reader is too slow if its outbox holds more bytes than this, or did not move for `OUTBOX_AGE` (BP1).
pub(super) const OUTBOX_BYTES: usize = 1 << 20;
const OUTBOX_AGE: Duration = Duration::from_secs(30);
/// A doomed socket that has not closed by itself within this time is cut from outside.
const GRACE: Duration = Duration::from_secs(5);

/// Counts the bytes that a socket was given and has not written yet. The count is kept outside the socket's actor,
/// which freezes when its reader stalls (measured: 0 of 20 heartbeats, 239,000 messages queued).
#[derive(Debug)]
pub struct Gauge {
    waiting: AtomicUsize,
    /// Milliseconds since `born` at which the outbox was last empty, or last moved.
    moved: AtomicU64,
    born: Tick,
    doomed: AtomicBool,
    doomed_at: AtomicU64,
    /// Milliseconds since `born` at which the socket is to be closed (HS4).
    expires: AtomicU64,
}

impl Default for Gauge {
    fn default() -> Self {
        Self {
            waiting: AtomicUsize::new(0),
            moved: AtomicU64::new(0),
            born: Tick::now(),
            doomed: AtomicBool::new(false),
            doomed_at: AtomicU64::new(0),
            expires: AtomicU64::new(u64::MAX),
        }
    }
}

impl Gauge {
    fn millis(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Counts bytes that are put into the outbox. Returns false and counts nothing if the reader is too slow. Only the
    /// bytes that wait before a frame decide, because one frame may be larger than an outbox. Only the hub calls this.
    pub fn give(&self, bytes: usize) -> bool {
        let before = self.waiting.load(Ordering::Acquire);
        if before > OUTBOX_BYTES {
            return false;
        }
        self.waiting.fetch_add(bytes, Ordering::AcqRel);
        if before == 0 {
            self.moved.store(self.millis(), Ordering::Release);
        }
        true
    }

    /// The bytes that wait in the outbox.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Subtracts bytes that have left for the reader or were dropped.
    pub fn take(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::AcqRel);
        self.moved.store(self.millis(), Ordering::Release);
    }

    /// Sets the time at which the socket is closed unless its token is renewed. The hub checks the time: a timer in
    /// each socket would be polled with every frame that the socket writes.
    pub fn expire_in(&self, left: Duration) {
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        self.expires.store(self.millis().saturating_add(left), Ordering::Release);
    }

    pub(super) fn has_expired(&self) -> bool {
        self.millis() >= self.expires.load(Ordering::Acquire)
    }

    /// True if the socket was told to close.
    pub fn is_doomed(&self) -> bool {
        self.doomed.load(Ordering::Acquire)
    }

    pub(super) fn doom(&self) -> bool {
        self.doomed_at.fetch_max(self.millis(), Ordering::AcqRel);
        !self.doomed.swap(true, Ordering::AcqRel)
    }

    pub(super) fn is_stuck(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
            && self.millis().saturating_sub(self.moved.load(Ordering::Acquire)) > OUTBOX_AGE.as_millis() as u64
    }

    pub(super) fn is_past_grace(&self) -> bool {
        self.is_doomed()
            && self.millis().saturating_sub(self.doomed_at.load(Ordering::Acquire)) > GRACE.as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bp1_a_frame_is_taken_in_while_no_more_than_an_outbox_waits_before_it() {
        let gauge = Gauge::default();
        assert!(gauge.give(OUTBOX_BYTES), "all of it");
        assert!(gauge.give(10 * OUTBOX_BYTES), "whatever its length");
        assert!(!gauge.give(1));
        assert_eq!(gauge.waiting(), 11 * OUTBOX_BYTES, "bytes that were refused do not count");
        gauge.take(10 * OUTBOX_BYTES);
        assert!(gauge.give(1));
    }
}
