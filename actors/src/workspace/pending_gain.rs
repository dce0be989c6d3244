//! A gain of scopes that takes effect only after a read of the journal.

use std::collections::HashSet;

use crate::domain::ids::ScopeId;

/// The scopes that a user has gained by an event of another scope. This node may still have to deliver earlier events
/// of the gained scopes, which the user must not receive (EV3). So the node reads the journal first.
#[derive(Debug, Default)]
pub(super) struct PendingGain {
    /// The number of the user's newest gain. Reads for earlier gains are ignored.
    pub(super) number: u64,
    pub(super) scopes: HashSet<ScopeId>,
}
