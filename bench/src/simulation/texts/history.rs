//! What was visible outside the nodes in a run of the simulated texts.

use actors::domain::ids::Epoch;
use actors::text::TextSight;

/// Everything that the checker reads. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Fault {
        at: u64,
        words: String,
    },
    /// What a person may do from now on, by the database.
    Sight {
        at: u64,
        person: usize,
        sight: TextSight,
    },
    /// The database has stored an update of a person.
    Stored {
        at: u64,
        node: usize,
        epoch: Epoch,
        seq: i64,
        by: usize,
        update: Vec<u8>,
    },
    /// The database has stored the update of a description that was written from outside.
    StoredOutside {
        at: u64,
        epoch: Epoch,
        seq: i64,
        update: Option<Vec<u8>>,
    },
    /// The updates up to `seq` are part of the snapshot.
    Compacted {
        at: u64,
        seq: i64,
        snapshot: Vec<u8>,
    },
    /// The document has lost its history.
    Replaced {
        at: u64,
        before: String,
        after: String,
    },
    /// The description of the ticket was written by a node.
    Described {
        at: u64,
        text: String,
    },
    /// Another writer has added this word to the description.
    Outside {
        at: u64,
        word: String,
    },
    /// A page sends an update. `join` counts the joins of the page.
    Sent {
        at: u64,
        page: usize,
        join: u64,
        number: u32,
        epoch: Epoch,
        update: Vec<u8>,
    },
    /// A page has received an ack.
    Acked {
        at: u64,
        page: usize,
        join: u64,
        number: u32,
    },
    /// A page drops unacknowledged edits, because the node has refused an update or the person has lost the ticket.
    Dropped {
        at: u64,
        page: usize,
        edits: usize,
    },
    /// A version is brought back by an update of a page.
    Restored {
        at: u64,
        page: usize,
        version: String,
    },
    /// A node has sent a frame with text or carets to a socket of a person. `update` is set for a frame `updated`.
    Frame {
        at: u64,
        node: usize,
        person: usize,
        kind: u8,
        update: Option<Vec<u8>>,
    },
    /// At the end of the run: the copy of a page, if it has one. `waits` counts its unacknowledged edits.
    Settled {
        page: usize,
        person: usize,
        text: Option<String>,
        waits: usize,
    },
    /// At the end of the run: the stored document and the description.
    Document {
        epoch: Epoch,
        encoded: Vec<u8>,
        text: String,
        description: String,
    },
}

/// The entries of a run, in their order.
pub type History = Vec<Entry>;
