//! The rules, pure: entities, commands, `decide`, `apply`, rights, refusals. No async, no SQL, no clock.

pub mod audit;
pub mod capabilities;
pub mod capability;
pub mod change;
pub mod command;
pub mod date;
pub mod decide;
pub mod decider;
pub mod entity;
pub mod filter;
pub mod founding;
pub mod ids;
pub mod kinds;
pub mod limits;
pub mod notifications;
pub mod origin;

pub mod rank;
pub mod reading;
pub mod refusal;
pub mod rich_text;
pub mod rights;
pub mod scope;
pub mod search;
pub mod text;
pub mod time_zone;
pub mod world;
