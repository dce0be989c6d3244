//! Registry, workspace, ticket and hub: receive, ask the pure part, store, tell.

mod clock;
mod coming;
mod doubt;
mod gauge;
mod hearing;
mod hub;
mod line;
mod peers;
mod presence;
mod registry;
mod round;
mod ticket;
mod workspace;

pub use clock::Clock;
pub use coming::Coming;
pub(crate) use coming::Waiting;
pub use gauge::Gauge;
pub(crate) use hub::CountSockets;
pub use hub::{Farewell, Hub, Leave, Outgoing, Recall, SocketCounts, SocketEntry};
pub use line::Line;
pub(crate) use registry::{Ask, Drain, GetCounts, Route};
pub use registry::{Counts, Registry, RegistryOptions};
pub use workspace::{Ack, Entered};
pub(crate) use workspace::{JoinRequest, ToWorkspace};
