//! The open question of a text, and the work that waits for its answer.

use uuid::Uuid;

use super::{
    host::{Failure, Host},
    input::{Input, Join, RestoredText, Restoring},
    member::Waiting,
    stored::{StoredTail, TextHead, TextSight},
};
use crate::domain::{
    decide::Order,
    ids::{Epoch, ScopeId, UserId},
    refusal::Refusal,
};

/// The reason for the open question.
pub(super) enum Next<H: Host> {
    /// A person wants to join: what may they do?
    Enter(Join<H>),
    /// A person may join, and the text was not open.
    EnterOpened(Join<H>, ScopeId, TextSight),
    /// A person may join. The page may know text that another node has stored a moment ago.
    EnterCaughtUp(Join<H>, ScopeId, TextSight),
    /// People's rights are read before something else is done.
    Rights(Then<H>),
    /// The copy lacks updates.
    CatchUp,
    /// Checked updates of people are being stored.
    Store {
        taken: Vec<(Waiting, UserId)>,
        /// The scope in which the ticket lived when the rights were read.
        scope: ScopeId,
        /// True if a later update waits for updates of other nodes.
        reads_more: bool,
    },
    /// The text was not open, and its description is to be written.
    OpenToWrite,
    /// The ticket's description differs from the one that was written from the document.
    Outside(TextHead),
    /// The description of another writer is to be stored as an update.
    Merge {
        update: Option<Vec<u8>>,
        sum: i64,
    },
    NoteWritten(Draft),
    Compact {
        seq: i64,
        sum: i64,
    },
    Replace,
    /// A person wants to restore a version: what may they do?
    RestoreSight(Restoring<H>),
    /// A person may restore a version, and the text was not open.
    RestoreOpened(Restoring<H>),
    NoteRestore(H::Restorer, RestoredText),
}

/// Work that waits until the open question is answered.
pub(super) enum Held<H: Host> {
    Input(Input<H>),
    /// Stands for an update that was not kept, because too many updates of its socket wait. The socket gets a refusal.
    TooMany {
        connection: Uuid,
        number: u32,
    },
    Flush,
    WriteNoted(Result<(), Failure>),
    WriteAnswered(Result<(), Refusal>),
}

/// What is done once the rights are known.
pub(super) enum Then<H: Host> {
    Nothing,
    /// Stores the updates that wait.
    Store,
    CatchUp,
    /// Takes what the copy lacked.
    Take(StoredTail),
    /// Takes what the copy lacked, and asks again whether a person may join.
    TakeAndJoin(StoredTail, Join<H>),
    Follow(TextHead),
    Admit(Join<H>, ScopeId, TextSight),
}

/// A description that is being written.
pub(super) struct Draft {
    pub seq: i64,
    pub sum: i64,
    /// The document at that moment, if the stored one is to be replaced.
    pub snapshot: Option<Vec<u8>>,
    /// True if no order has written it: the description is assumed to have this text already.
    pub is_assumed: bool,
}

/// A description whose order is not answered yet. Typing goes on while it is written.
pub(super) struct Writing {
    pub draft: Draft,
    /// The epoch of the document from which it is written.
    pub epoch: Epoch,
    /// Taken when the order is submitted.
    pub order: Option<Order>,
}
