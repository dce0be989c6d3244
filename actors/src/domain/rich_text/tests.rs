//! Tests of the document as a whole.

mod fuzz;
mod hostile;
mod markdown;
mod merging;
mod page;
mod random;
mod schema;
mod spec;
mod yjs;
