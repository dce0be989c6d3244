//! The only SQL of workspace data, in one room for each purpose: commit, read, load, snapshot.

mod background;
mod cold;
mod commit;
mod commons;
mod error;
mod files;
mod filtered;
mod handle;
mod import_activity;
mod load;
mod read;
mod rows;
mod search;
mod snapshot;
mod streams;
mod texts;
mod trash;

pub use background::BackgroundWork;
pub use cold::cold_kinds;
pub use error::JournalError;
pub use files::DeletedFile;
pub use filtered::FilteredPage;
pub use handle::Journal;
pub use import_activity::SilentImport;
pub use read::{
    ActivityPage, CommentVersion, Completed, DatesThen, DeletedSight, DeletedTicket, Departure, Followed, RecordName,
    Span, SprintDay, Statistics, Velocity, WorkspaceOfUser,
};
pub use search::Answer as SearchAnswer;
pub use snapshot::SnapshotLines;
pub use streams::KEEP_DAYS;
pub use texts::{DescriptionEvent, TextVersion, Unwritten, WholeVersion, keep_version};
pub use trash::TrashedTicket;
