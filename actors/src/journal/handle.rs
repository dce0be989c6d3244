//! The handle that all parts of the journal are methods of.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::{commit::CommitQueue, snapshot::Scopes};
use crate::db::Db;

/// Access to the stored state of all workspaces. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Journal {
    pub(super) db: Db,
    pub(super) scopes: Scopes,
    pub(super) queue: CommitQueue,
    /// Counts the rows of events that could not be read.
    pub(super) unreadable: Arc<AtomicU64>,
    pub(super) failed_loads: Arc<AtomicU64>,
}

impl Journal {
    pub fn new(db: Db) -> Self {
        let scopes = Scopes::new(db.connections_at_most() / 2);
        Self { db, scopes, queue: CommitQueue::default(), unreadable: Arc::default(), failed_loads: Arc::default() }
    }

    pub fn db(&self) -> &Db {
        &self.db
    }
}
