//! The path of a scope's events from the journal to the sockets.

use crate::{
    domain::ids::Epoch,
    sync::{Ring, Sequencer},
};

pub(super) struct ScopeFeed {
    pub epoch: Epoch,
    pub sequencer: Sequencer,
    pub ring: Ring,
    /// A read of missing events is under way.
    pub reading_gap: bool,
    /// A read of the head is under way.
    pub reading_head: bool,
}

impl ScopeFeed {
    /// A feed that continues after the ring's head.
    pub fn new(epoch: Epoch, ring: Ring) -> Self {
        Self { epoch, sequencer: Sequencer::new(ring.head()), ring, reading_gap: false, reading_head: false }
    }

    /// True if events are missing and are not being read from the journal.
    pub fn has_open_gap(&self) -> bool {
        !self.reading_gap && self.sequencer.gap().is_some()
    }
}
