//! The parts that can be switched off.

/// The parts that can be switched off, to see whether the checker notices.
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
    /// Sockets go on to follow a scope that their user has lost.
    Unfollow,
}
