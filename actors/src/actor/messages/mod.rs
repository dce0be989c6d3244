//! The messages between actors, and the types in them. No file here names an actor, so that actors can name each other's
//! messages without circles.

mod hub;
mod registry;
mod text;
mod ticket;
mod workspace;

pub use hub::{CloseSockets, Leave, Outgoing, SocketClose, SocketCounts, SocketEntry};
pub(crate) use hub::{CountSockets, ToHub};
pub(super) use hub::{Deliver, Follow, ShowPresence, TextTo, Welcomed};
pub use registry::Counts;
pub(crate) use registry::{Drain, GetCounts, Route, RouteOnStage};
pub(super) use registry::{FromWorkspace, FromWorkspaceKind};
pub(crate) use text::TextRestoring;
pub(super) use text::{FromText, FromTextKind, TextJoin, ToText};
pub(super) use ticket::{Forget, Keep, Lend, StopNow, TicketIdle};
pub(super) use workspace::{BacklogPlace, FromNode};
pub(crate) use workspace::{JoinRequest, ToWorkspace};
