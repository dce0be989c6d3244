//! The whole state of a person's scopes at one cursor, as gzipped lines of JSON: by columns for the web app, or with a
//! line for each row.
//!
//! An encoded scope is cached in each form until an event changes the scope. Until then, a snapshot costs one read of
//! the cursors. The tickets of a scope are encoded in chunks by their numbers, and each chunk is cached until a ticket
//! in the chunk changes. So in a busy workspace of 100,000 tickets, a snapshot costs the few chunks that have changed.

mod cache;
mod chunks;
mod gzip;
mod limits;
mod lines;
mod read;
mod scope;
mod stream;

pub(super) use scope::Scopes;
pub use stream::SnapshotLines;
