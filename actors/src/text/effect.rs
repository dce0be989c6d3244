//! The effects of a text: the work that it asks its host to do.

use bytes::Bytes;
use uuid::Uuid;

use super::{
    host::Host,
    input::RestoredText,
    stored::{NewUpdate, Sights, StoredTail, StoredText, TextRestore, Written},
};
use crate::domain::{
    decide::Order,
    ids::{Epoch, ScopeId, UserId},
    refusal::Refusal,
    rights::Narrowing,
};

/// Work for the host. The host performs the effects in the order in which the core emits them.
pub enum Effect<H: Host> {
    /// Asks the database, then calls `answered`. There is one question at a time.
    Ask(Question),
    /// Sends a frame to sockets.
    Send(H::Hub, Sent),
    /// Tells the other nodes that updates are stored. The core does not wait for the bus.
    PublishUpdates {
        epoch: Epoch,
        scope: ScopeId,
        /// The number of the first update.
        first: i64,
        /// Empty if they are large: other nodes read them from the database.
        updates: Vec<Bytes>,
    },
    /// Tells the other nodes what a person does in the text.
    PublishSeen { connection: Uuid, user: UserId, state: Bytes },
    /// Calls `flush` when no more inputs wait.
    PlanFlush,
    /// Notes in the database that a description with this checksum will be written, then calls `write_noted`. Inputs go
    /// on meanwhile.
    NoteWrite { sum: i64, seq: i64 },
    /// Hands an order to the workspace, then calls `write_answered`. Inputs go on meanwhile.
    Submit(Order),
    /// The write of the description is over, or the text has ended.
    WriteOver(H::Writer),
    /// Answers a person who restores a version.
    Restored(H::Restorer, Result<RestoredText, Refusal>),
    /// The text is idle. The host may stop it if it has sent exactly this many inputs.
    Idle { received: u64 },
    /// The text has ended: it has failed, its ticket is gone, it has a new epoch, or the host stops.
    Ended,
    /// Adds to a figure.
    Count(Counted, usize),
}

/// A frame for some sockets.
pub struct Sent {
    /// The scope in which the ticket lives. Only sockets that follow it get the frame (TX10). None for answers that
    /// reveal nothing of the text.
    pub scope: Option<ScopeId>,
    pub to: Vec<Uuid>,
    pub frame: Bytes,
    /// What a socket gets in place of the frame if it does not follow the scope, or does not follow it yet.
    pub instead: Option<Bytes>,
}

/// A question to the database about the text's ticket.
#[derive(Clone, Debug)]
pub enum Question {
    /// The scope of the ticket, and what each person may do with its description.
    Sights { users: Vec<UserId>, narrowing: Narrowing },
    /// The document. It is made if there is none.
    Open,
    /// The updates after this number, and what else a copy lacks that has all before.
    After { epoch: Epoch, seq: i64 },
    /// Stores updates.
    Store { epoch: Epoch, updates: Vec<NewUpdate> },
    /// Who wrote the present description, and the document from which a node last wrote it.
    Description,
    /// Stores a description written from outside, as an update of the document.
    StoreOutside { epoch: Epoch, update: Option<Vec<u8>>, sums: (i64, i64) },
    /// Notes that the description was written from the document with the updates up to `seq`. If
    /// `is_assumed`, the database notes this only if the description still has this checksum.
    NoteWritten { epoch: Epoch, seq: i64, sum: i64, is_assumed: bool },
    /// Makes the updates up to `seq` part of the snapshot.
    Compact { epoch: Epoch, seq: i64, snapshot: Vec<u8> },
    /// Replaces the document by the same text without its history, in a new epoch.
    Replace { epoch: Epoch, seq: i64, snapshot: Vec<u8> },
    /// Notes that a person is about to restore a version.
    NoteRestore(TextRestore),
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// None if there is no such ticket.
    Sights(Option<(ScopeId, Sights)>),
    /// None if there is no such ticket.
    Opened(Option<StoredText>),
    /// None if the document has another epoch, or is gone.
    After(Option<StoredTail>),
    /// The number of the last update. None if the document has another epoch, or is gone.
    Stored(Option<i64>),
    Description(Written, Option<StoredText>),
    /// The number of the update. None if another node was first, or if the document has another epoch.
    StoredOutside(Option<i64>),
    /// False if the description has another text than was assumed.
    NotedWritten(bool),
    /// True if the updates are part of the snapshot now.
    Compacted(bool),
    /// The document was replaced; or it had changed, and nothing was done.
    Replaced,
    NotedRestore,
}

/// What a text counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A socket has joined.
    Joined,
    /// A socket has left.
    Left,
    Updates,
    UpdateBytes,
    /// Batches of updates: one statement of the database each.
    Batches,
    Refused,
    /// Updates that were read from the database, because the bus had lost them.
    Repaired,
    /// Descriptions that were written into tickets.
    Written,
    /// Descriptions of other writers that became edits of the document.
    Merged,
    Compacted,
    /// The database did not answer, and the text has ended.
    Failed,
}
