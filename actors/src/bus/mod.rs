//! What wakes other nodes. Nothing relies on it: a lost message costs at most the time to the next look at
//! the journal's heads.

mod local;

pub use local::LocalBus;

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::domain::{
    change::Event,
    ids::{Epoch, ScopeId, WorkspaceId},
};

/// Tells that a scope has come to `to`.
#[derive(Clone, Debug)]
pub struct BusMessage {
    /// The node that committed.
    pub node: uuid::Uuid,
    pub workspace: WorkspaceId,
    pub scope: ScopeId,
    pub epoch: Epoch,
    pub from: i64,
    pub to: i64,
    /// Left out where they are large: the hearer reads them from the journal.
    pub events: Option<Vec<Arc<Event>>>,
}

/// At most this many messages wait for a hearer; more are dropped, and found again by the heads.
pub const BUS_QUEUE: usize = 4_096;

/// A bus: Redis between nodes, or this process alone.
pub trait Bus: Send + Sync + std::fmt::Debug {
    /// Sends to everybody else, without waiting and without a promise.
    fn publish(&self, message: BusMessage);
    /// Everything that others publish from now on.
    fn subscribe(&self) -> mpsc::Receiver<BusMessage>;
}
