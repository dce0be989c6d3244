//! What is read of a request before a route acts on it.

pub mod body;
pub mod client_address;
pub mod id;
