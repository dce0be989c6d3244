//! What the core answers: the ack of a command, and the standing of a user who enters.

use crate::domain::{ids::ScopeId, rights::Standing};

/// A command's place in the order of its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    pub scope: ScopeId,
    pub seq: i64,
}

/// A user who may enter the workspace.
#[derive(Clone, Debug)]
pub struct Entered {
    pub standing: Standing,
    /// The scopes that the user follows; at least one.
    pub scopes: Vec<ScopeId>,
}
