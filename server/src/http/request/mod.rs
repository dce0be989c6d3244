//! The parts of a request that are read before a route acts on it.

pub mod body;
pub(crate) mod bytes;
pub mod client_address;
pub mod id;
