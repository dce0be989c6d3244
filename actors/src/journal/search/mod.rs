//! Search: fills the tables of words, and finds tickets by them.

mod fill;
mod find;

pub use find::Answer;
