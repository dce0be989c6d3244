//! Answers to callers.

use crate::domain::{entity::Role, ids::ScopeId};

/// A command's place in the order of its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    pub scope: ScopeId,
    pub seq: i64,
}

/// A person who may be here.
#[derive(Clone, Debug)]
pub struct Entered {
    pub role: Role,
    /// The scopes that the person follows.
    pub scopes: Vec<ScopeId>,
}
