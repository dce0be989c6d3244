//! Every text of the server that a person may read, each written once. This module imports nothing.
//!
//! The stage's texts are in `actors::words`. The default text of each code is in the table of codes, `error/mod.rs`.
//! Texts with values are functions, so that a translation can put the values in another order.

pub mod apps;
pub mod english;
pub mod exports;
pub mod import;
pub mod jobs;
pub mod mails;
pub mod notifications;
pub mod refusals;
pub mod sms;
