//! Users who wait for scopes that they have gained.

use std::collections::HashSet;

use crate::domain::ids::ScopeId;

/// Scopes that a user has gained by an event of another scope. This node may have yet to deliver earlier events of these
/// scopes, which the user must not get (EV3). So the journal is read first.
#[derive(Debug, Default)]
pub(super) struct Gaining {
    /// Tells the newest gain of the user from earlier ones.
    pub(super) number: u64,
    pub(super) scopes: HashSet<ScopeId>,
}
