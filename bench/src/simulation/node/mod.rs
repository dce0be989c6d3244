//! A node: the core of the workspace actor, carried in virtual time. Each request of the core becomes a want, which the
//! play answers later.

mod carrier;
mod life;
mod rounds;
mod wants;

pub use life::Node;
pub use wants::{Answer, BusMessage, Down, Query, Timer, Up, Want, Welcomed};
