//! The handle that all parts of the journal are methods of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

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
    /// Whether the log already says that search finds no mistyped words.
    pub(super) search_is_limited: Arc<AtomicBool>,
}

impl Journal {
    pub fn new(db: Db) -> Self {
        let scopes = Scopes::new(db.connections_at_most() / 2);
        Self {
            db,
            scopes,
            queue: CommitQueue::default(),
            unreadable: Arc::default(),
            failed_loads: Arc::default(),
            search_is_limited: Arc::default(),
        }
    }

    pub fn db(&self) -> &Db {
        &self.db
    }
}
