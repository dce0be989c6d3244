//! Reading what is stored.

mod configuration;
mod events;
mod members;
mod tickets;

pub use members::WorkspaceOfUser;
pub use tickets::ActivityPage;
