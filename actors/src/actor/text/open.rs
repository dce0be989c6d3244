//! The state of a text that is open.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use actix::Recipient;
use bytes::Bytes;
use uuid::Uuid;

use crate::{
    actor::messages::ToHub,
    domain::{
        ids::{Epoch, ScopeId, UserId},
        rich_text::{Fault, RichText},
    },
    journal::{StoredText, TextSight},
};

/// A document, and where it stands.
pub(super) struct Open {
    pub document: RichText,
    pub epoch: Epoch,
    /// The scope in which the ticket lives, as far as this node has heard.
    pub scope: ScopeId,
    pub rests: bool,
    /// The document has all updates up to this number,
    pub seq: i64,
    /// and these later ones.
    pub ahead: BTreeSet<i64>,
    pub snapshot_seq: i64,
    pub written_seq: i64,
    pub written_sum: i64,
    pub last_editor: Option<UserId>,
    /// When the first and the last update came that the description does not hold.
    pub unwritten: Option<(Instant, Instant)>,
    /// True once a head of this document has come. A head without a document may have been read just before the document
    /// was made.
    pub had_head: bool,
}

impl Open {
    /// # Errors
    /// The stored bytes are damaged.
    pub(super) fn of(stored: &StoredText) -> Result<Self, Fault> {
        let updates = stored.updates.iter().map(|(_, update)| update.as_slice());
        let document = RichText::load(&stored.snapshot, updates)?;
        let head = stored.head;
        let seq = stored.updates.last().map_or(stored.snapshot_seq, |(seq, _)| *seq);
        let now = Instant::now();
        Ok(Self {
            document,
            epoch: stored.epoch,
            scope: head.scope,
            rests: head.rests,
            seq,
            ahead: BTreeSet::new(),
            snapshot_seq: stored.snapshot_seq,
            written_seq: head.written_seq,
            written_sum: head.written_sum,
            last_editor: stored.last_editor,
            unwritten: (seq > head.written_seq).then_some((now, now)),
            had_head: false,
        })
    }

    /// Notes that the document has an update.
    pub(super) fn has(&mut self, seq: i64) {
        if seq > self.seq {
            self.ahead.insert(seq);
        }
        while self.ahead.remove(&(self.seq + 1)) {
            self.seq += 1;
        }
    }

    /// Notes that the document has all updates up to this number.
    pub(super) fn has_all_up_to(&mut self, seq: i64) {
        self.seq = self.seq.max(seq);
        self.ahead = self.ahead.split_off(&(self.seq + 1));
        while self.ahead.remove(&(self.seq + 1)) {
            self.seq += 1;
        }
    }

    pub(super) fn knows(&self, seq: i64) -> bool {
        seq <= self.seq || self.ahead.contains(&seq)
    }

    pub(super) fn changed(&mut self) {
        let now = Instant::now();
        self.unwritten = Some((self.unwritten.map_or(now, |(first, _)| first), now));
    }
}

/// A socket that has joined the text.
pub(super) struct Member {
    pub user: UserId,
    pub hub: Recipient<ToHub>,
    pub sight: TextSight,
    /// The number of the last update that was taken.
    pub last: u32,
    /// The number of the first update that was refused: later ones may build on it (TX7).
    pub refused: Option<u32>,
    /// The updates that wait to be stored, and their bytes.
    pub waiting: (usize, usize),
    /// What the person does in the text; empty for nothing.
    pub state: Bytes,
}

impl Member {
    pub(super) fn may_edit(&self) -> bool {
        self.sight == TextSight::Edits
    }
}

/// The people on the sockets of other nodes.
#[derive(Default)]
pub(super) struct Elsewhere(pub HashMap<Uuid, (Uuid, UserId, Bytes)>);

/// An update that waits for the database.
pub(super) struct Waiting {
    pub connection: Uuid,
    pub number: u32,
    pub update: Bytes,
    /// True if the updates of other nodes were read for it.
    pub has_waited: bool,
}
