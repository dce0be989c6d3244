//! Puts a scope's committed events in order, each once, whichever way they came.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::domain::change::Event;

/// A run of events, `(from, to]`.
#[derive(Clone, Debug)]
pub struct Segment {
    pub from: i64,
    pub to: i64,
    pub events: Vec<Arc<Event>>,
}

/// The sequencer of a scope. All events pass through it before they are sent, this node's own events included: events
/// of another node may have to be sent before them.
#[derive(Debug)]
pub struct Sequencer {
    applied: i64,
    /// The highest seq that is known to exist.
    known: i64,
    /// Events that wait for an earlier event.
    early: BTreeMap<i64, Arc<Event>>,
}

/// The limit of early events. Further events are dropped, and are later read from the journal with the gap.
const MAX_EARLY: usize = 256;

impl Sequencer {
    pub fn new(applied: i64) -> Self {
        Self { applied, known: applied, early: BTreeMap::new() }
    }

    pub fn applied(&self) -> i64 {
        self.applied
    }

    /// True if no event waits for an earlier one.
    pub fn is_idle(&self) -> bool {
        self.early.is_empty()
    }

    /// Accepts events in any order, also repeated ones. Returns the events that are now due.
    pub fn offer(&mut self, events: impl IntoIterator<Item = Arc<Event>>) -> Option<Segment> {
        let from = self.applied;
        let mut due = Vec::new();
        for event in events {
            self.known = self.known.max(event.seq);
            if event.seq == self.applied + 1 {
                // Inside the loop, because a page of the journal can hold more events than `early` may keep.
                let mut next = Some(event);
                while let Some(event) = next {
                    self.applied = event.seq;
                    due.push(event);
                    next = self.early.remove(&(self.applied + 1));
                }
            } else if event.seq > self.applied && self.early.len() < MAX_EARLY {
                self.early.insert(event.seq, event);
            }
            // A dropped event is not lost. Because of `known`, its gap is read from the journal.
        }
        (!due.is_empty()).then_some(Segment { from, to: self.applied, events: due })
    }

    /// Notes that events up to `head` exist (from a bus message without events, or from the journal's heads).
    pub fn note_head(&mut self, head: i64) {
        self.known = self.known.max(head);
    }

    /// The events to read from the journal, `(from, to]`, if any are missing. The range ends at the last missing event,
    /// and includes events in between that are already here: if two nodes write in turn, every other event may be
    /// missing, and one read for each would never catch up.
    pub fn gap(&self) -> Option<(i64, i64)> {
        let here = self.early.keys().rev().zip((0..=self.known).rev()).take_while(|(seq, last)| *seq == last).count();
        let to = self.known - here as i64;
        (to > self.applied).then_some((self.applied, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        date::Instant,
        ids::{CommandId, UserId},
    };
    use uuid::Uuid;

    fn event(seq: i64) -> Arc<Event> {
        Arc::new(Event {
            seq,
            command_id: CommandId(Uuid::from_u128(seq as u128)),
            by: UserId(Uuid::nil()),
            at: Instant::new(time::OffsetDateTime::UNIX_EPOCH),
            changes: Vec::new(),
            foreign: None,
        })
    }

    fn seqs(segment: Option<Segment>) -> Vec<i64> {
        segment.map(|it| it.events.iter().map(|event| event.seq).collect()).unwrap_or_default()
    }

    #[test]
    fn ev1_events_leave_in_order_and_once_whatever_order_they_come_in() {
        let mut sequencer = Sequencer::new(10);
        assert_eq!(seqs(sequencer.offer([event(12)])), Vec::<i64>::new());
        assert_eq!(sequencer.gap(), Some((10, 11)));
        assert_eq!(seqs(sequencer.offer([event(11), event(11), event(9)])), vec![11, 12]);
        assert_eq!(seqs(sequencer.offer([event(12)])), Vec::<i64>::new());
        assert_eq!(sequencer.gap(), None);
    }

    #[test]
    fn a_lost_last_message_is_found_by_the_head() {
        let mut sequencer = Sequencer::new(3);
        sequencer.note_head(5);
        assert_eq!(sequencer.gap(), Some((3, 5)));
        assert_eq!(seqs(sequencer.offer([event(4), event(5)])), vec![4, 5]);
        assert_eq!(sequencer.gap(), None);
    }

    #[test]
    fn early_events_are_bounded_and_dropped_ones_are_read_from_the_journal() {
        let mut sequencer = Sequencer::new(0);
        sequencer.offer((2..1_000).map(event));
        assert_eq!(sequencer.gap(), Some((0, 999)));
        let due = sequencer.offer([event(1)]);
        assert_eq!(seqs(due).len(), 257);
        assert_eq!(sequencer.gap(), Some((257, 999)));
    }

    #[test]
    fn if_every_other_event_is_missing_one_read_brings_them_all() {
        let mut sequencer = Sequencer::new(0);
        sequencer.offer((1..=1_000).map(|n| event(2 * n)));
        assert_eq!(sequencer.gap(), Some((0, 2_000)));
        assert_eq!(seqs(sequencer.offer((1..=2_000).map(event))), (1..=2_000).collect::<Vec<_>>());
        assert_eq!(sequencer.gap(), None);
        assert!(sequencer.is_idle(), "delivered events are not kept");
    }

    #[test]
    fn events_after_the_last_gap_are_not_read() {
        let mut sequencer = Sequencer::new(0);
        sequencer.offer([event(2), event(5), event(6)]);
        assert_eq!(sequencer.gap(), Some((0, 4)));
    }
}
