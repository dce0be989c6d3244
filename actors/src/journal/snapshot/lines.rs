//! Entities as lines of JSON.

use serde::Serialize;

use crate::{
    domain::{entity::Entity, ids::ScopeId},
    wire::{ColumnsWriter, SnapshotForm, SnapshotScope},
};

/// The limit of rows in a line by columns, because a reader parses a line as a whole.
const TOGETHER: usize = 2_000;

pub(super) struct Lines {
    text: Vec<u8>,
    /// The number of rows and scope lines, which is the same in both forms.
    pub count: usize,
    /// Rows that are not written as lines yet. Used only in the form by columns.
    gathered: Option<ColumnsWriter>,
}

impl Lines {
    pub(super) fn new(form: SnapshotForm) -> Self {
        let gathered = (form == SnapshotForm::Columns).then(ColumnsWriter::default);
        Self { text: Vec::new(), count: 0, gathered }
    }

    /// Adds a line that is the same in both forms.
    pub(super) fn push(&mut self, line: &impl Serialize) -> Result<(), sqlx::Error> {
        serde_json::to_writer(&mut self.text, line).map_err(|error| sqlx::Error::Encode(error.into()))?;
        self.text.push(b'\n');
        Ok(())
    }

    /// Adds the line that names the scope of the following rows. `count` includes this line.
    pub(super) fn scope(&mut self, scope: ScopeId) -> Result<(), sqlx::Error> {
        self.count += 1;
        self.push(&SnapshotScope::from(scope))
    }

    pub(super) fn entity(&mut self, entity: &Entity) -> Result<(), sqlx::Error> {
        self.count += 1;
        let Some(gathered) = &mut self.gathered else { return self.push(entity) };
        gathered.add(entity);
        if gathered.rows() >= TOGETHER {
            return self.write_gathered();
        }
        Ok(())
    }

    fn write_gathered(&mut self) -> Result<(), sqlx::Error> {
        let gathered = self.gathered.as_mut().map(std::mem::take);
        gathered.into_iter().flat_map(ColumnsWriter::finish).try_for_each(|line| self.push(&line))
    }

    /// All lines as text.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, sqlx::Error> {
        self.write_gathered()?;
        Ok(self.text)
    }
}
