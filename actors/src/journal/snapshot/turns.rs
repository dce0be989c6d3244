//! Who may read rows for a snapshot, and when.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::domain::ids::WorkspaceId;

/// Nobody waits longer for their turn; they come again.
const PATIENCE: Duration = Duration::from_secs(5);
/// Workspaces share so many locks. Two that share one wait for each other now and then.
const LOCKS: usize = 64;

/// A snapshot is read in many steps. Where more of them are begun than the database serves, each waits at each of its
/// steps, and all are given up half-way: then nobody gets one. So there are so many at once, and one of a workspace that
/// reads rows: many who come at once to a node that has just started find what the first of them has kept.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    workspaces: Arc<[Arc<Mutex<()>>]>,
    looks: Arc<Semaphore>,
}

/// One of the snapshots under way.
#[derive(Debug)]
pub(crate) struct Look {
    _look: OwnedSemaphorePermit,
}

/// Held until the rows are read, whatever becomes of who asked.
#[derive(Debug)]
pub(super) struct Turn {
    _workspace: OwnedMutexGuard<()>,
    _look: Look,
}

impl Turns {
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            workspaces: std::iter::repeat_with(Arc::default).take(LOCKS).collect(),
            looks: Arc::new(Semaphore::new(at_once.max(1))),
        }
    }

    /// # Errors
    /// `PoolTimedOut` when it does not come to that.
    pub(super) async fn look(&self) -> Result<Look, sqlx::Error> {
        let look = timeout(PATIENCE, self.looks.clone().acquire_owned()).await;
        // Never closed.
        look.ok().and_then(Result::ok).map(|look| Look { _look: look }).ok_or(sqlx::Error::PoolTimedOut)
    }

    /// # Errors
    /// The same.
    pub(super) async fn wait(&self, id: WorkspaceId) -> Result<Turn, sqlx::Error> {
        let place = (id.0.as_u128() % LOCKS as u128) as usize;
        let workspace = timeout(PATIENCE, self.workspaces[place].clone().lock_owned()).await;
        let workspace = workspace.map_err(|_| sqlx::Error::PoolTimedOut)?;
        Ok(Turn { _workspace: workspace, _look: self.look().await? })
    }
}
