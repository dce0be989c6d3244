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
}
