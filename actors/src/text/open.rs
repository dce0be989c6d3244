//! The state of a text that is open.

use std::collections::BTreeSet;
use std::time::Duration;

use super::stored::StoredText;
use crate::domain::{
    ids::{Epoch, ScopeId, UserId},
    rich_text::{Fault, RichText},
};

/// A document, and where it stands.
pub(super) struct Open {
    pub document: RichText,
    pub epoch: Epoch,
    /// The scope in which the ticket lives, as far as this node has heard.
    pub scope: ScopeId,
    pub is_archived: bool,
    /// All updates up to this number are in the document.
    pub seq: i64,
    /// Later updates that are in it too.
    pub ahead: BTreeSet<i64>,
    pub snapshot_seq: i64,
    pub written_seq: i64,
    pub written_sum: i64,
    pub last_editor: Option<UserId>,
    /// False if another node has stored updates since. The bus does not say whose they are.
    pub knows_last_editor: bool,
    /// The times of the first and the last update that the description lacks.
    pub unwritten: Option<(Duration, Duration)>,
    /// True once a head with this document has come. A head without a document may have been read just before the
    /// document was made.
    pub had_head: bool,
}

impl Open {
    /// # Errors
    /// The stored bytes are damaged.
    pub(super) fn of(stored: &StoredText, now: Duration) -> Result<Self, Fault> {
        let updates = stored.updates.iter().map(|(_, update)| update.as_slice());
        let document = RichText::load(&stored.snapshot, updates)?;
        let head = stored.head;
        let seq = stored.updates.last().map_or(stored.snapshot_seq, |(seq, _)| *seq);
        Ok(Self {
            document,
            epoch: stored.epoch,
            scope: head.scope,
            is_archived: head.is_archived,
            seq,
            ahead: BTreeSet::new(),
            snapshot_seq: stored.snapshot_seq,
            written_seq: head.written_seq,
            written_sum: head.written_sum,
            last_editor: stored.last_editor,
            knows_last_editor: true,
            unwritten: (seq > head.written_seq).then_some((now, now)),
            had_head: false,
        })
    }

    /// Notes that the document has an update.
    pub(super) fn mark_applied(&mut self, seq: i64) {
        if seq > self.seq {
            self.ahead.insert(seq);
        }
        while self.ahead.remove(&(self.seq + 1)) {
            self.seq += 1;
        }
    }

    /// Notes that the document has all updates up to this number.
    pub(super) fn mark_applied_up_to(&mut self, seq: i64) {
        self.seq = self.seq.max(seq);
        self.ahead = self.ahead.split_off(&(self.seq + 1));
        while self.ahead.remove(&(self.seq + 1)) {
            self.seq += 1;
        }
    }

    /// True if the document has this update.
    pub(super) fn knows(&self, seq: i64) -> bool {
        seq <= self.seq || self.ahead.contains(&seq)
    }

    /// Notes that the description lacks an update that came now.
    pub(super) fn changed(&mut self, now: Duration) {
        self.unwritten = Some((self.unwritten.map_or(now, |(first, _)| first), now));
    }
}
