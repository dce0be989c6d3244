//! The stage of Troupe: rules, actors, journal and bus. Knows no HTTP. Codes such as CM2 are rules of `docs/PROTOCOL.md`
//! and of the pages that it names.
//!
//! Imports point down: façade (`stage`) → `actor` → `bus` | `jobs` → `journal` → `text` → `wire` → `workspace` → `sync` → `domain`;
//! `db` is the access to the database that `journal` and `jobs` share with the door. Every module may use `critical`,
//! `fail` and `words`, which holds the texts of all refusals.

mod actor;
pub mod bus;
pub mod critical;
pub mod db;
pub mod domain;
pub mod fail;
pub mod jobs;
pub mod journal;
mod stage;
pub mod sync;
pub mod text;
pub mod wire;
pub mod words;
pub mod workspace;

pub use actor::{Clock, Gauge, Hub, Leave, Outgoing, SocketClose, SocketEntry, SocketWriter, TextFigures};
pub use stage::{
    Ack, Counts, Entered, PendingAnswer, RegistryOptions, Restoring, SocketCounts, Stage, TicketSearch, WholeTicket,
};
pub use text::{RestoredText, TextTimes};
