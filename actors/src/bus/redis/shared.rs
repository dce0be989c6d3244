//! State that the bus and both of its tasks share.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::Client;
use tokio::sync::Notify;
use uuid::Uuid;

use super::link::Link;
use crate::{
    bus::{BusFigures, envelope::Envelopes, inbox::Inbox},
    domain::ids::WorkspaceId,
};

/// A longer message carries only seqs.
pub(super) const EVENT_BYTES: usize = 16 * 1024;
/// The time that Redis has for any answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// State of the bus and of both tasks.
#[derive(Debug)]
pub(super) struct Shared {
    pub client: Client,
    pub envelopes: Envelopes,
    pub channels: Channels,
    /// The workspaces that the node follows. The subscriber subscribes to their channels.
    pub followed: Mutex<HashSet<WorkspaceId>>,
    /// Wakes the subscriber after a change of `followed`.
    pub followed_changed: Notify,
    /// Makes the publisher send a probe now.
    pub probe: Notify,
    pub link: Link,
    pub inbox: Inbox,
    pub figures: Arc<BusFigures>,
}

/// The names of channels.
#[derive(Debug)]
pub(super) struct Channels {
    pub cluster: String,
    /// The channel for messages to every node.
    pub control: String,
    /// The channel on which this node sends probes to itself.
    pub probe: String,
}

impl Channels {
    pub fn new(cluster: &str, node: Uuid) -> Self {
        let cluster = format!("troupe:{cluster}");
        Self { control: format!("{cluster}:nodes"), probe: format!("{cluster}:probe:{node}"), cluster }
    }

    pub fn of(&self, workspace: Option<WorkspaceId>) -> String {
        workspace.map_or_else(|| self.control.clone(), |id| format!("{}:workspace:{id}", self.cluster))
    }
}

impl Shared {
    pub fn followed(&self) -> MutexGuard<'_, HashSet<WorkspaceId>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
