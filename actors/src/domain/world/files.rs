//! The files of all tickets, each with its scope.

use std::collections::HashMap;

use crate::domain::{
    entity::File,
    ids::{FileId, ScopeId, TicketId},
};

/// See the module's words.
#[derive(Clone, Debug, Default)]
pub struct Files {
    rows: HashMap<FileId, (ScopeId, File)>,
    of: HashMap<TicketId, Vec<FileId>>,
}

impl Files {
    pub fn get(&self, file: FileId) -> Option<&(ScopeId, File)> {
        self.rows.get(&file)
    }

    /// The files of a ticket with their scopes, in the order in which they came.
    pub fn at(&self, ticket: TicketId) -> impl Iterator<Item = &(ScopeId, File)> {
        self.of.get(&ticket).into_iter().flatten().filter_map(|id| self.rows.get(id))
    }

    pub(super) fn put(&mut self, scope: ScopeId, file: File) {
        let files = self.of.entry(file.ticket_id).or_default();
        if !files.contains(&file.id) {
            files.push(file.id);
        }
        self.rows.insert(file.id, (scope, file));
    }

    pub(super) fn remove(&mut self, file: FileId) {
        let Some((_, file)) = self.rows.remove(&file) else { return };
        if let Some(files) = self.of.get_mut(&file.ticket_id) {
            files.retain(|id| *id != file.id);
            if files.is_empty() {
                self.of.remove(&file.ticket_id);
            }
        }
    }
}
