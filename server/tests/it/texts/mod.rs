//! The rules of docs/TEXTS.md over real sockets: each test carries the id of the rule that it checks.

mod attacks;
mod backup;
mod bounds;
mod ends;
mod several_nodes;
mod together;
pub mod versions;
mod writer;
