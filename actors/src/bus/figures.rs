//! Counters of a bus.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the lateness classes, in milliseconds. Later events count only in the sum and the count.
pub const LATENESS: [u64; 11] = [5, 10, 25, 50, 100, 250, 500, 1_000, 1_200, 2_500, 5_000];

/// Counted since the start.
#[derive(Debug, Default)]
pub struct BusFigures {
    published: AtomicU64,
    bare: AtomicU64,
    received: AtomicU64,
    dropped_out: AtomicU64,
    dropped_in: AtomicU64,
    ignored: AtomicU64,
    resubscriptions: AtomicU64,
    gaps_filled: AtomicU64,
    late: [AtomicU64; LATENESS.len()],
    late_count: AtomicU64,
    late_sum_ms: AtomicU64,
    peers: AtomicU64,
}

/// The figures at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BusCounts {
    /// Messages that the bus has taken.
    pub published: u64,
    /// Of these, messages without their events, which were too large.
    pub bare: u64,
    /// Messages of other nodes that were passed on.
    pub received: u64,
    /// Messages that were not sent: the queue was full, or the bus away.
    pub dropped_out: u64,
    /// Messages of other nodes that were dropped because the subscriber was behind.
    pub dropped_in: u64,
    /// Messages of another version, with a wrong seal, or that cannot be read.
    pub ignored: u64,
    /// How often all channels were subscribed to again.
    pub resubscriptions: u64,
    /// How often missing events were read from the journal.
    pub gaps_filled: u64,
    /// Events of other nodes by the delay between their time and their delivery here, one count for each class.
    pub late: [u64; LATENESS.len()],
    pub late_count: u64,
    pub late_sum_ms: u64,
    /// Other nodes that this node receives messages from now.
    pub peers: u64,
}

impl BusFigures {
    pub(super) fn published(&self, messages: usize, bare: usize) {
        self.published.fetch_add(messages as u64, Ordering::Relaxed);
        self.bare.fetch_add(bare as u64, Ordering::Relaxed);
    }

    pub(super) fn received(&self) {
        self.received.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn outgoing_dropped(&self, messages: usize) {
        self.dropped_out.fetch_add(messages as u64, Ordering::Relaxed);
    }

    pub(crate) fn incoming_dropped(&self) {
        self.dropped_in.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn ignored(&self) {
        self.ignored.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn resubscribed(&self) {
        self.resubscriptions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn gap_filled(&self) {
        self.gaps_filled.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn set_peers(&self, peers: usize) {
        self.peers.store(peers as u64, Ordering::Relaxed);
    }

    /// An event of another node was delivered this long after its time.
    pub(crate) fn delivered_late(&self, late: Duration) {
        let ms = u64::try_from(late.as_millis()).unwrap_or(u64::MAX);
        if let Some(class) = LATENESS.iter().position(|end| ms <= *end) {
            self.late[class].fetch_add(1, Ordering::Relaxed);
        }
        self.late_count.fetch_add(1, Ordering::Relaxed);
        self.late_sum_ms.fetch_add(ms, Ordering::Relaxed);
    }

    pub fn counts(&self) -> BusCounts {
        let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        BusCounts {
            published: read(&self.published),
            bare: read(&self.bare),
            received: read(&self.received),
            dropped_out: read(&self.dropped_out),
            dropped_in: read(&self.dropped_in),
            ignored: read(&self.ignored),
            resubscriptions: read(&self.resubscriptions),
            gaps_filled: read(&self.gaps_filled),
            late: self.late.each_ref().map(read),
            late_count: read(&self.late_count),
            late_sum_ms: read(&self.late_sum_ms),
            peers: read(&self.peers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lateness_is_counted_in_its_class_and_beyond_the_last_class_in_the_sum_alone() {
        let figures = BusFigures::default();
        for ms in [0, 5, 6, 1_150, 60_000] {
            figures.delivered_late(Duration::from_millis(ms));
        }
        let counts = figures.counts();
        assert_eq!(counts.late[0..2], [2, 1]);
        assert_eq!(counts.late[8], 1);
        assert_eq!(counts.late.iter().sum::<u64>(), 4);
        assert_eq!((counts.late_count, counts.late_sum_ms), (5, 61_161));
    }
}
