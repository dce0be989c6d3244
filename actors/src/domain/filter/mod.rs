//! The filter language: one way to say which tickets are meant, for the filters of a page, saved views and the API. The
//! web app has the same language in `web/src/fields/filter`, and test vectors compare the two.

pub mod fault;
pub mod holds;
pub mod language;
pub mod linked;
pub mod lists;
pub mod page;
pub mod print;
pub mod read;
pub mod syntax;
pub mod tree;

#[cfg(test)]
mod tests;
