//! Deliberate defects of the simulated texts, which show that the checker notices them.

/// A part of the product that a test switches off. The checker must notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSabotage {
    /// Nodes never read heads.
    Heads,
    /// The database answers that a copy lacks nothing.
    CatchUp,
    /// Reads of missing updates name the first home of the ticket.
    Moves,
    /// The database answers every question about rights with "edits".
    Rights,
    /// Nodes get no news of lost rights, the database answers every question about rights with "edits", and hubs send to
    /// everybody.
    Revocation,
    /// Updates are acked, and not stored.
    Store,
    /// Pages do not send their unacknowledged updates again.
    Resend,
    /// Pages keep a copy of another epoch, and send it.
    Epochs,
    /// A description is overwritten without a check of its checksum.
    KnownSum,
    /// Nodes do not note that they are about to write a description.
    NoteWrite,
}
