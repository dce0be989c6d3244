//! Deliberate defects, which show that the checker notices them.

/// A part of the product that a test switches off. The checker must notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// No node reads the journal's heads.
    Heads,
    /// A repeated command is applied again.
    Dedup,
    /// Events are sent in the order of arrival.
    Sequencer,
    /// Users keep their sockets, and get new ones, after they lose their right.
    Revocation,
    /// Events are not held behind the head of the commons on which they were decided.
    Commons,
    /// Sockets still follow a scope that their user has lost.
    Unfollow,
}
