//! Registry, workspace, ticket and hub: receive, ask the pure part, store, tell.

mod clock;
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
pub use hub::{Farewell, Gauge, Hub, HubStats, Leave, Outgoing, Recall, SocketEntry};
pub(crate) use registry::{Ask, Drain, GetCounts, Route};
pub use registry::{Counts, Registry, RegistryOptions};
pub use workspace::{Ack, Entered};
pub(crate) use workspace::{JoinRequest, ToWorkspace};
