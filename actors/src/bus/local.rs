//! The bus of one process.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::mpsc;
use uuid::Uuid;

use super::{Bus, BusEvent, BusFigures, BusMessage, BusState, inbox::Inbox};
use crate::domain::ids::WorkspaceId;

/// Carries messages between the stages of one process.
#[derive(Debug)]
pub struct LocalBus {
    end: Arc<End>,
    ends: Arc<Mutex<Vec<Weak<End>>>>,
}

#[derive(Debug)]
struct End {
    node: Uuid,
    inbox: Inbox,
    followed: Mutex<HashSet<WorkspaceId>>,
    figures: Arc<BusFigures>,
}

impl End {
    fn follows(&self, workspace: Option<WorkspaceId>) -> bool {
        let followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        workspace.is_none_or(|workspace| followed.contains(&workspace))
    }
}

impl Default for LocalBus {
    /// One end; see [`LocalBus::another`] for the next.
    fn default() -> Self {
        Self::on(Arc::default())
    }
}

impl LocalBus {
    /// Another node's end of the same bus.
    pub fn another(&self) -> Self {
        Self::on(self.ends.clone())
    }

    fn on(ends: Arc<Mutex<Vec<Weak<End>>>>) -> Self {
        let figures = Arc::new(BusFigures::default());
        let inbox = Inbox::new(figures.clone());
        let end = Arc::new(End { node: Uuid::now_v7(), inbox, followed: Mutex::default(), figures });
        ends.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&end));
        Self { end, ends }
    }
}

impl Bus for LocalBus {
    fn node(&self) -> Uuid {
        self.end.node
    }

    fn publish(&self, message: BusMessage) {
        self.end.figures.published(1, 0);
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends.retain(|end| {
            let Some(end) = end.upgrade() else { return false };
            if end.node != self.end.node && end.follows(message.workspace()) {
                end.inbox.receive(BusEvent::Message { node: self.end.node, message: message.clone() });
            }
            true
        });
    }

    fn subscribe(&self) -> mpsc::Receiver<BusEvent> {
        self.end.inbox.subscribe()
    }

    fn follow(&self, workspace: WorkspaceId) {
        if self.end.followed.lock().unwrap_or_else(PoisonError::into_inner).insert(workspace) {
            self.end.inbox.receive(BusEvent::Missed(Some(workspace)));
        }
    }

    fn unfollow(&self, workspace: WorkspaceId) {
        self.end.followed.lock().unwrap_or_else(PoisonError::into_inner).remove(&workspace);
    }

    fn state(&self) -> BusState {
        BusState::Connected
    }

    fn figures(&self) -> &Arc<BusFigures> {
        &self.end.figures
    }
}
