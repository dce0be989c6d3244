//! The tickets that pass a filter. The database finds candidates, and the filter language itself decides, so that the answer
//! is the same as everywhere.

mod condition;
mod page;

pub use page::FilteredPage;
