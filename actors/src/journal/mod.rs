//! The only SQL of workspace data: commit, read since, snapshot, load a ticket.

mod cold;
mod columns;
mod commit;
mod imports;
mod lanes;
mod load;
mod read;
mod rows;
mod snapshot;
mod store;
mod stored;

pub use cold::KINDS as COLD_KINDS;
pub use commit::{Committed, SeenCommand};
pub use imports::SilentImport;
pub use load::{Gained, LoadedTickets, LoadedWorkspace};
pub use read::{ActivityPage, Head, WorkspaceOfUser};
pub use snapshot::SnapshotLines;

use std::sync::{Arc, atomic::AtomicU64};

use crate::db::Db;

/// How many days of events and answered commands are kept.
pub const KEEP_DAYS: i32 = 7;

/// The way to the stored state of all workspaces. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Journal {
    db: Db,
    scopes: snapshot::Scopes,
    lanes: lanes::Lanes,
    /// Rows of events that could not be read.
    unreadable: Arc<AtomicU64>,
    failed_loads: Arc<AtomicU64>,
}

/// Why the database did not do what was asked.
///
/// One answer may be that of several batches, so its cause is shared.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JournalError {
    /// Nobody knows whether a commit took place: run it again under the same ids.
    #[error("the database is away: {0}")]
    Away(Arc<sqlx::Error>),
    /// The statement itself was refused: the same again would fail again.
    #[error("the database refused: {0}")]
    Refused(Arc<sqlx::Error>),
}

impl From<sqlx::Error> for JournalError {
    /// Classes 22 and 23 (bad values, broken constraints) are the statement's fault; all else passes.
    fn from(error: sqlx::Error) -> Self {
        let of_the_statement = match &error {
            sqlx::Error::Database(database) => database.code().is_some_and(|code| {
                code.starts_with("22") || code.starts_with("23") || code.starts_with("42") || code.starts_with("XX")
            }),
            sqlx::Error::Encode(_) | sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => true,
            _ => false,
        };
        let cause = Arc::new(error);
        if of_the_statement { Self::Refused(cause) } else { Self::Away(cause) }
    }
}

impl JournalError {
    /// The error for a value that cannot be stored: nothing was asked of the database.
    pub(crate) fn malformed(why: impl Into<sqlx::error::BoxDynError>) -> Self {
        Self::Refused(Arc::new(sqlx::Error::Encode(why.into())))
    }

    /// Whether the statement timed out in the database. Nothing of it is stored, and a retry would take as long again.
    pub fn is_statement_timeout(&self) -> bool {
        let (Self::Away(cause) | Self::Refused(cause)) = self;
        matches!(&**cause, sqlx::Error::Database(error) if error.code().is_some_and(|code| code == "57014"))
    }
}

impl Journal {
    pub fn new(db: Db) -> Self {
        let scopes = snapshot::Scopes::new(db.connections_at_most() / 2);
        Self { db, scopes, lanes: lanes::Lanes::default(), unreadable: Arc::default(), failed_loads: Arc::default() }
    }

    pub fn db(&self) -> &Db {
        &self.db
    }
}
