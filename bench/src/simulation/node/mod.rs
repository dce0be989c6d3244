//! A node: the core of the workspace actor, carried in virtual time. What the core asks for becomes a want, and is
//! answered later.

mod carrier;
mod life;
mod rounds;
mod wants;

pub use life::Node;
pub use wants::{Answer, BusMessage, Down, Query, Timer, Up, Want, Welcomed};
