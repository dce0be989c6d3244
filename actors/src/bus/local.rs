//! The bus of one process.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::mpsc;
use uuid::Uuid;

use super::{Bus, BusEvent, BusFigures, BusMessage, BusState, inbox::Inbox};
use crate::domain::ids::WorkspaceId;

/// One node's endpoint of a bus between the stages of one process.
#[derive(Debug)]
pub struct LocalBus {
    endpoint: Arc<Endpoint>,
    endpoints: Arc<Mutex<Vec<Weak<Endpoint>>>>,
}

#[derive(Debug)]
struct Endpoint {
    node: Uuid,
    inbox: Inbox,
    followed: Mutex<HashSet<WorkspaceId>>,
    figures: Arc<BusFigures>,
}

impl Endpoint {
    fn follows(&self, workspace: Option<WorkspaceId>) -> bool {
        let followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        workspace.is_none_or(|workspace| followed.contains(&workspace))
    }
}

impl Default for LocalBus {
    /// The endpoint of one node; see [`LocalBus::another`] for the next.
    fn default() -> Self {
        Self::on(Arc::default())
    }
}

impl LocalBus {
    /// Another node's endpoint of the same bus.
    pub fn another(&self) -> Self {
        Self::on(self.endpoints.clone())
    }

    fn on(endpoints: Arc<Mutex<Vec<Weak<Endpoint>>>>) -> Self {
        let figures = Arc::new(BusFigures::default());
        let inbox = Inbox::new(figures.clone());
        let endpoint = Arc::new(Endpoint { node: Uuid::now_v7(), inbox, followed: Mutex::default(), figures });
        endpoints.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&endpoint));
        Self { endpoint, endpoints }
    }
}

impl Bus for LocalBus {
    fn node(&self) -> Uuid {
        self.endpoint.node
    }

    fn publish(&self, message: BusMessage) {
        self.endpoint.figures.published(1, 0);
        let mut endpoints = self.endpoints.lock().unwrap_or_else(PoisonError::into_inner);
        endpoints.retain(|endpoint| {
            let Some(endpoint) = endpoint.upgrade() else { return false };
            if endpoint.node != self.endpoint.node && endpoint.follows(message.workspace()) {
                endpoint.inbox.receive(BusEvent::Message { node: self.endpoint.node, message: message.clone() });
            }
            true
        });
    }

    fn subscribe(&self) -> mpsc::Receiver<BusEvent> {
        self.endpoint.inbox.subscribe()
    }

    fn follow(&self, workspace: WorkspaceId) {
        if self.endpoint.followed.lock().unwrap_or_else(PoisonError::into_inner).insert(workspace) {
            self.endpoint.inbox.receive(BusEvent::Missed(Some(workspace)));
        }
    }

    fn unfollow(&self, workspace: WorkspaceId) {
        self.endpoint.followed.lock().unwrap_or_else(PoisonError::into_inner).remove(&workspace);
    }

    fn state(&self) -> BusState {
        BusState::Connected
    }

    fn figures(&self) -> &Arc<BusFigures> {
        &self.endpoint.figures
    }
}
