//! Tests of the document as a whole.

mod hostile;
mod markdown;
mod merging;
mod page;
mod random;
mod schema;
mod spec;
