//! Import: turns the files of other tools into tickets.
//!
//! Reading is pure: bytes become a [`Plan`] or an [`ImportRefusal`], and nothing changes. Every id is derived from its
//! source, so that importing the same file again updates and never duplicates. [`job`] then hands the plan to the
//! stage, batch by batch.

pub mod abandoned;
mod batches;
pub mod csv;
pub mod github;
pub mod importer;
pub mod job;
mod nearest_color;
mod other_ids;
mod plan;
mod read;
mod records;
mod references;
mod report;
#[cfg(test)]
mod testing;
mod text;

pub use plan::{Context, Counts, ImportRefusal, NewAttribute, Plan, PlannedTicket, RowRefusal};
pub use read::{Format, Read, read};
pub use report::{NOTED, Report};

/// The highest number that an imported ticket may keep: the next ticket is numbered behind it.
pub const MOST_NUMBER: i64 = 9_999_999;
