//! The recent events of a scope, already encoded, so that a thousand clients that resume cost one encoding.

use std::collections::VecDeque;

use bytes::Bytes;

/// The recent events of a scope. Limited by number and by bytes.
#[derive(Debug)]
pub struct Ring {
    events: VecDeque<Bytes>,
    /// The seq of the newest event.
    head: i64,
    bytes: usize,
    max_events: usize,
    max_bytes: usize,
}

impl Ring {
    /// An empty ring of a scope whose newest event is `head`.
    pub fn new(head: i64) -> Self {
        Self { events: VecDeque::new(), head, bytes: 0, max_events: 10_000, max_bytes: 4 << 20 }
    }

    pub fn with_bounds(mut self, events: usize, bytes: usize) -> Self {
        self.max_events = events;
        self.max_bytes = bytes;
        self
    }

    pub fn head(&self) -> i64 {
        self.head
    }

    /// Adds the next event. Any other seq empties the ring first, because the ring must not have holes.
    pub fn push(&mut self, seq: i64, event: Bytes) {
        if seq != self.head + 1 {
            self.events.clear();
            self.bytes = 0;
        }
        self.head = seq;
        self.bytes += event.len();
        self.events.push_back(event);
        while self.events.len() > self.max_events || self.bytes > self.max_bytes {
            let Some(oldest) = self.events.pop_front() else { break };
            self.bytes -= oldest.len();
        }
    }

    /// The events after `seq`, oldest first; `None` if the ring does not go back that far.
    pub fn since(&self, seq: i64) -> Option<impl Iterator<Item = &Bytes>> {
        let oldest = self.head - self.events.len() as i64;
        if seq < oldest || seq > self.head {
            return None;
        }
        Some(self.events.iter().skip((seq - oldest) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(n: i64) -> Bytes {
        Bytes::from(n.to_string())
    }

    fn since(ring: &Ring, seq: i64) -> Option<Vec<Bytes>> {
        ring.since(seq).map(|events| events.cloned().collect())
    }

    #[test]
    fn rs1_a_ring_returns_exactly_the_events_after_a_seq() {
        let mut ring = Ring::new(4);
        (5..=7).for_each(|n| ring.push(n, event(n)));
        assert_eq!(since(&ring, 5), Some(vec![event(6), event(7)]));
        assert_eq!(since(&ring, 7), Some(vec![]));
        assert_eq!(since(&ring, 4).map(|it| it.len()), Some(3));
        assert_eq!(since(&ring, 3), None);
        assert_eq!(since(&ring, 8), None);
    }

    #[test]
    fn a_ring_drops_the_oldest_events_beyond_its_bounds_and_has_no_holes() {
        let mut ring = Ring::new(0).with_bounds(3, 1 << 20);
        (1..=5).for_each(|n| ring.push(n, event(n)));
        assert_eq!(since(&ring, 1), None);
        assert_eq!(since(&ring, 2).map(|it| it.len()), Some(3));
        ring.push(9, event(9));
        assert_eq!(since(&ring, 5), None);
        assert_eq!(since(&ring, 8), Some(vec![event(9)]));
    }
}
