//! Who may read rows for a snapshot, and when.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::domain::ids::WorkspaceId;

/// Nobody waits longer for their turn; they come again.
const PATIENCE: Duration = Duration::from_secs(10);
/// Workspaces share so many locks. Two that share one wait for each other now and then.
const LOCKS: usize = 64;

/// A snapshot is read in many steps. Where more of them are begun than the database serves, each waits at each of its
/// steps, and all are given up half-way: then nobody gets one. So there are so many at once, and one of a workspace:
/// many who come at once to a node that has just started find what the first of them has kept.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    workspaces: Arc<[Arc<Mutex<()>>]>,
    all: Arc<Semaphore>,
}

/// Held until the rows are read, whatever becomes of who asked.
#[derive(Debug)]
pub(super) struct Turn {
    _workspace: OwnedMutexGuard<()>,
    _of_all: OwnedSemaphorePermit,
}

impl Turns {
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            workspaces: std::iter::repeat_with(Arc::default).take(LOCKS).collect(),
            all: Arc::new(Semaphore::new(at_once.max(1))),
        }
    }

    /// # Errors
    /// `PoolTimedOut` when it does not come to that.
    pub(super) async fn wait(&self, id: WorkspaceId) -> Result<Turn, sqlx::Error> {
        let place = (id.0.as_u128() % LOCKS as u128) as usize;
        let (workspace, all) = (self.workspaces[place].clone(), self.all.clone());
        let turn = async {
            let workspace = workspace.lock_owned().await;
            // Never closed.
            all.acquire_owned().await.ok().map(|of_all| Turn { _workspace: workspace, _of_all: of_all })
        };
        timeout(PATIENCE, turn).await.ok().flatten().ok_or(sqlx::Error::PoolTimedOut)
    }
}
