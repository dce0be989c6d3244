//! The stage of Troupe: rules, actors, journal and bus. Knows no HTTP.
//!
//! Imports point down: façade (`stage`) → `actor` → `bus` → `journal` | `wire` → `sync` → `domain`; `db` is
//! the way to the database that `journal` shares with the door, `vital` and `fail` are for everybody.

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

pub use actor::{Clock, Farewell, Gauge, Hub, Leave, Line, Outgoing, SocketEntry};
pub use stage::{Ack, Coming, Counts, Entered, RegistryOptions, SocketCounts, Stage, WholeTicket};
