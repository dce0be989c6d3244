//! Registry, workspace, ticket and hub: receive, ask the pure part, store, tell.

mod clock;
mod coming;
mod doubt;
mod hearing;
mod hub;
mod peers;
mod presence;
mod registry;
mod round;
mod ticket;
mod workspace;

pub use clock::Clock;
pub use coming::Coming;
pub(crate) use coming::Waiting;
pub(crate) use hub::CountSockets;
pub use hub::{Farewell, Gauge, Hub, Leave, Outgoing, Recall, SocketCounts, SocketEntry};
pub(crate) use registry::{Ask, Drain, GetCounts, Route};
pub use registry::{Counts, Registry, RegistryOptions};
pub use workspace::{Ack, Entered};
pub(crate) use workspace::{JoinRequest, ToWorkspace};
