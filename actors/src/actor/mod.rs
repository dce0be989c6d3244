//! Registry, workspace, ticket and hub: receive, ask the pure part, store, tell.

mod answer;
mod bus_events;
mod clock;
mod gauge;
mod hub;
mod peers;
mod presence;
mod registry;
mod round;
mod socket_writer;
mod ticket;
mod workspace;

pub use answer::PendingAnswer;
pub(crate) use answer::PendingAnswers;
pub use clock::Clock;
pub use gauge::Gauge;
pub(crate) use hub::CountSockets;
pub use hub::{Farewell, Hub, Leave, Outgoing, Recall, SocketCounts, SocketEntry};
pub(crate) use registry::{Ask, Drain, GetCounts, Route};
pub use registry::{Counts, Registry, RegistryOptions};
pub use socket_writer::SocketWriter;
pub use workspace::{Ack, Entered};
pub(crate) use workspace::{JoinRequest, ToWorkspace};
