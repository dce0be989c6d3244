//! CSV: a header, a mapping of its columns, and a ticket a row.

mod fields;
mod mapping;
mod parse;
mod row;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use mapping::{Column, Inspection, Mapping, Target};
pub use parse::{inspect, parse};
