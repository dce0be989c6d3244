//! Limits the number of snapshots that read rows at the same time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::domain::ids::WorkspaceId;

/// The longest wait for a permit. The caller asks again.
const PATIENCE: Duration = Duration::from_secs(5);
/// The number of locks that all workspaces share. Two workspaces with the same lock sometimes wait for each other.
const LOCKS: usize = 64;

/// A snapshot is read in many steps. If too many snapshots ran at once, each would wait at every step, and all would
/// time out half-way. So their number is limited. Only one snapshot at a time reads the rows of a workspace: if many
/// readers connect to a node that has just started, the first snapshot fills the cache for the others.
#[derive(Clone, Debug)]
pub(super) struct ReadLimits {
    workspaces: Arc<[Arc<Mutex<()>>]>,
    permits: Arc<Semaphore>,
}

/// Counts one snapshot until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _permit: OwnedSemaphorePermit,
}

/// Held until the rows of a workspace are read, even if the caller gives up.
#[derive(Debug)]
pub(super) struct WorkspacePermit {
    _workspace: OwnedMutexGuard<()>,
    _permit: Permit,
}

impl ReadLimits {
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            workspaces: std::iter::repeat_with(Arc::default).take(LOCKS).collect(),
            permits: Arc::new(Semaphore::new(at_once.max(1))),
        }
    }

    /// Waits for a permit for any snapshot.
    ///
    /// # Errors
    /// `PoolTimedOut` after five seconds.
    pub(super) async fn permit(&self) -> Result<Permit, sqlx::Error> {
        let permit = timeout(PATIENCE, self.permits.clone().acquire_owned()).await;
        // The semaphore is never closed.
        permit.ok().and_then(Result::ok).map(|permit| Permit { _permit: permit }).ok_or(sqlx::Error::PoolTimedOut)
    }

    /// Waits for a permit to read the rows of a workspace.
    ///
    /// # Errors
    /// `PoolTimedOut` after five seconds.
    pub(super) async fn permit_of(&self, id: WorkspaceId) -> Result<WorkspacePermit, sqlx::Error> {
        let place = (id.0.as_u128() % LOCKS as u128) as usize;
        let workspace = timeout(PATIENCE, self.workspaces[place].clone().lock_owned()).await;
        let workspace = workspace.map_err(|_| sqlx::Error::PoolTimedOut)?;
        Ok(WorkspacePermit { _workspace: workspace, _permit: self.permit().await? })
    }
}
