//! The stage of Troupe: rules, actors, journal and bus. Knows no HTTP.
//!
//! Imports point down: façade (`stage`) → `actor` → `bus` → `journal` | `wire` → `sync` → `domain`; `db` is the access
//! to the database that `journal` shares with the door. Every module may use `vital`, `fail` and `words`, which holds
//! the texts of all refusals.

mod actor;
pub mod bus;
pub mod db;
pub mod domain;
pub mod fail;
pub mod journal;
mod stage;
pub mod sync;
pub mod vital;
pub mod wire;
pub mod words;

pub use actor::{Clock, Farewell, Gauge, Hub, Leave, Line, Outgoing, SocketEntry};
pub use stage::{Ack, Coming, Counts, Entered, RegistryOptions, SocketCounts, Stage, WholeTicket};
