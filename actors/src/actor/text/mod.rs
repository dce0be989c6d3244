//! The actor of a text: carries messages to the core (`crate::text`), and performs what the core asks for.

mod actor;
mod figures;
mod host;
mod perform;
mod question;

pub(super) use actor::{TextActor, TextOptions};
pub use figures::TextFigures;
