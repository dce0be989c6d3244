//! Search: what a word is, what a query asks for, and which parts of a text match it. Documents, queries and highlights
//! use the same words, so they cannot disagree.

pub mod document;
pub mod found;
pub mod marks;
pub mod near;
pub mod query;
pub mod words;
