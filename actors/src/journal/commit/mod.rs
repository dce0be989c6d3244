//! Storing batches: the columns and rows of the commit function's call, and the queue in which batches of several
//! workspaces gather before the database.

mod columns;
mod queue;
mod row_text;
mod store;

pub(super) use queue::CommitQueue;
