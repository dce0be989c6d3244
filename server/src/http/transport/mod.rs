//! Connections: listening, serving, and connections that become sockets.

pub(crate) mod connection;
mod library_answers;
mod metered;
pub(crate) mod outbound;
mod server;
mod upgrade;

pub use server::{Listener, Running, bind};
