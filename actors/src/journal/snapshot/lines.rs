//! Entities as lines of JSON.

use serde::Serialize;

use crate::{
    domain::{entity::Entity, ids::ScopeId},
    wire::SnapshotScope,
};

#[derive(Default)]
pub(super) struct Lines {
    pub text: Vec<u8>,
    pub count: usize,
}

impl Lines {
    pub(super) fn push(&mut self, line: &impl Serialize) -> Result<(), sqlx::Error> {
        serde_json::to_writer(&mut self.text, line).map_err(|error| sqlx::Error::Encode(error.into()))?;
        self.text.push(b'\n');
        Ok(())
    }

    /// The line before the rows of a scope. The count of lines includes it.
    pub(super) fn scope(&mut self, scope: ScopeId) -> Result<(), sqlx::Error> {
        self.count += 1;
        self.push(&SnapshotScope::from(scope))
    }

    pub(super) fn entity(&mut self, entity: &Entity) -> Result<(), sqlx::Error> {
        self.count += 1;
        self.push(entity)
    }
}
