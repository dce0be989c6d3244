//! What the bus and both of its tasks know.

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

/// A message that would be longer carries only the numbers.
pub(super) const EVENT_BYTES: usize = 16 * 1024;
/// Redis has so long to answer anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// State of the bus and of both tasks.
#[derive(Debug)]
pub(super) struct Shared {
    pub client: Client,
    pub envelopes: Envelopes,
    pub channels: Channels,
    /// What is to be subscribed to; the subscriber makes it so.
    pub followed: Mutex<HashSet<WorkspaceId>>,
    pub wishes: Notify,
    /// A probe is wanted now.
    pub probe: Notify,
    pub link: Link,
    pub inbox: Inbox,
    pub figures: Arc<BusFigures>,
}

/// The names of channels.
#[derive(Debug)]
pub(super) struct Channels {
    pub cluster: String,
    /// What concerns every node.
    pub control: String,
    /// What only this node sends and hears.
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
