//! What the texts of a node count.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::text::Counted;

/// Figures of all texts of a node, since its start.
#[derive(Debug, Default)]
pub struct TextFigures {
    /// Texts on stage.
    pub open: AtomicUsize,
    /// Sockets that have joined a text, once for each text.
    pub sockets: AtomicUsize,
    pub updates: AtomicU64,
    pub update_bytes: AtomicU64,
    /// Batches of updates: one statement of the database each.
    pub batches: AtomicU64,
    pub refused: AtomicU64,
    /// Updates that were read from the database, because the bus had lost them.
    pub repaired: AtomicU64,
    /// Descriptions that were written into tickets.
    pub written: AtomicU64,
    /// Descriptions of other writers that became edits of the document.
    pub merged: AtomicU64,
    pub compacted: AtomicU64,
    /// Texts that ended because the database did not answer.
    pub failed: AtomicU64,
}

impl TextFigures {
    pub(super) fn count(&self, counted: Counted, by: usize) {
        let counter = match counted {
            Counted::Joined => {
                self.sockets.fetch_add(by, Ordering::Relaxed);
                return;
            }
            Counted::Left => {
                self.sockets.fetch_sub(by, Ordering::Relaxed);
                return;
            }
            Counted::Updates => &self.updates,
            Counted::UpdateBytes => &self.update_bytes,
            Counted::Batches => &self.batches,
            Counted::Refused => &self.refused,
            Counted::Repaired => &self.repaired,
            Counted::Written => &self.written,
            Counted::Merged => &self.merged,
            Counted::Compacted => &self.compacted,
            Counted::Failed => &self.failed,
        };
        counter.fetch_add(by as u64, Ordering::Relaxed);
    }
}
