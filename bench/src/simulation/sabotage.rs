//! What can be switched off.

/// What can be switched off, to see whether the checker notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// No node looks at the journal's heads.
    Heads,
    /// A command that comes again is not recognised.
    Dedup,
    /// Events are sent on as they come.
    Sequencer,
    /// Users keep their sockets, and get new ones, after they lose their right.
    Revocation,
}
