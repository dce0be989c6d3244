//! The journal of a history: INV-4, INV-5.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::verdict::Verdict;
use crate::history::{Entry, History};

/// A stream as the database holds it at the end.
pub(super) struct Stream<'a> {
    pub(super) epoch: Uuid,
    pub(super) head: i64,
    pub(super) events: &'a [(i64, Uuid)],
}

pub(super) type Streams<'a> = BTreeMap<Uuid, Stream<'a>>;

/// INV-4, INV-5: the journal has no gap and no duplicate, and ends at the head of its stream.
pub(super) fn read<'a>(history: &'a History, verdict: &mut Verdict) -> Streams<'a> {
    let mut streams = Streams::new();
    for entry in &history.entries {
        let Entry::Journal { scope, epoch, head, events } = entry else { continue };
        let whole = events.iter().map(|(seq, _)| *seq).eq(1..=*head);
        if !whole {
            verdict.violated("INV-4", format!("the journal of {scope} is not 1 to {head} without gaps and duplicates"));
        }
        streams.insert(*scope, Stream { epoch: *epoch, head: *head, events });
    }
    if streams.is_empty() {
        verdict.violated("INV-5", "the history holds no journal");
    }
    streams
}
