//! A simulated node: carries the core of the workspace actor in virtual time. The effects of the core become requests,
//! which the runner answers later.

mod carrier;
mod effects;
mod requests;
mod rounds;

pub use effects::Node;
pub use requests::{Answer, BusMessage, ClientFrame, NodeFrame, Query, Request, Timer, Welcomed};
