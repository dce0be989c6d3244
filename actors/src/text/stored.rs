//! What the database holds of a text, and what it says about the people who write it.

use std::collections::BTreeMap;

use time::OffsetDateTime;

use crate::domain::ids::{Epoch, ScopeId, TicketId, UserId};

/// A stored document.
#[derive(Clone, Debug)]
pub struct StoredText {
    pub epoch: Epoch,
    pub snapshot: Vec<u8>,
    pub snapshot_seq: i64,
    /// The updates behind the snapshot, in their order, with their numbers.
    pub updates: Vec<(i64, Vec<u8>)>,
    pub head: TextHead,
    pub last_editor: Option<UserId>,
}

/// Where a document stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextHead {
    pub ticket: TicketId,
    /// The scope in which the ticket lives now.
    pub scope: ScopeId,
    /// The checksum of the ticket's description.
    pub sum: i64,
    /// True if all lists of the ticket are archived (AR3).
    pub is_archived: bool,
    /// Nil without a document.
    pub epoch: Epoch,
    pub seq: i64,
    pub written_seq: i64,
    pub written_sum: i64,
}

/// What a copy of a document lacks.
#[derive(Clone, Debug)]
pub struct StoredTail {
    /// The scope in which the ticket lives now.
    pub scope: ScopeId,
    /// The person whose update came last.
    pub last_editor: Option<UserId>,
    /// The snapshot, if it already contains updates that the copy lacks.
    pub snapshot: Option<(i64, Vec<u8>)>,
    pub updates: Vec<(i64, Vec<u8>)>,
}

/// What a person may do with the description of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSight {
    Nothing,
    Reads,
    /// May edit, but all lists of the ticket are archived (AR3).
    Archived,
    Edits,
}

/// What each of some people may do with the description of a ticket.
pub type Sights = BTreeMap<UserId, TextSight>;

/// An update that was checked, and is to be stored.
#[derive(Clone, Debug)]
pub struct NewUpdate {
    pub by: UserId,
    pub data: Vec<u8>,
}

/// Who wrote the present description of a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A node has written it: from the document with the updates up to this number.
    ByNode(i64),
    /// Another writer has written it.
    Outside(String),
    Gone,
}

/// A person asks to restore a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRestore {
    pub by: UserId,
    /// The checksum of the description before.
    pub before_sum: i64,
    /// The checksum of the description with the restored text.
    pub after_sum: i64,
    /// The time of the restored version.
    pub restored_at: OffsetDateTime,
}
