//! HTTP, in rooms from the bottom up: `limits` and `request`, `door`, `layers`, `routes`, `transport`.

mod door;
mod layers;
pub mod limits;
pub(crate) mod request;
pub mod routes;
pub mod transport;

pub use door::{Door, WebFiles};
