//! Markdown: what the description of a ticket holds, made from a document and read into one.

mod escape;

mod inline_read;
mod inline_write;
mod read;
mod table;
mod write;

pub use read::read_markdown;
pub use write::{key_of, write_markdown};
