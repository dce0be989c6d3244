//! Deliberate defects of the simulated texts, which show that the checker notices them.

/// A part of the product that a test switches off. The checker must notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSabotage {
    /// No node reads where the document stands in the database.
    Heads,
    /// The database answers that a copy lacks nothing.
    CatchUp,
    /// With the updates that a copy lacks, the database always names the first home of the ticket.
    Moves,
    /// Every person passes the check of rights before an update is stored.
    Rights,
    /// Nodes and hubs do not hear that a person has lost a right, and do not ask.
    Revocation,
    /// Updates are acked, and not stored.
    Store,
    /// Pages do not send their unacknowledged updates again.
    Resend,
    /// Pages keep a copy of another epoch, and send it.
    Epochs,
    /// A node overwrites a description that it does not know.
    KnownSum,
    /// Nodes do not note that they are about to write a description.
    NoteWrite,
}
