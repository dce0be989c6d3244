//! The actors: registry, workspace, ticket and hub. They receive messages, ask the pure core, store, and send.

mod answer;
mod bus_events;
mod clock;
mod gauge;
mod hub;
mod messages;
mod peers;
mod presence;
mod registry;
mod socket_writer;
mod text;
mod ticket;
mod workspace;

pub use answer::PendingAnswer;
pub(crate) use answer::PendingAnswers;
pub use clock::Clock;
pub use gauge::Gauge;
pub use hub::Hub;
pub use messages::{CloseSockets, Counts, Leave, Outgoing, SocketClose, SocketCounts, SocketEntry};
pub(crate) use messages::{
    CountSockets, Drain, GetCounts, JoinRequest, Route, RouteOnStage, TextRestoring, ToWorkspace,
};
pub use registry::{Registry, RegistryOptions};
pub use socket_writer::SocketWriter;
pub use text::TextFigures;
