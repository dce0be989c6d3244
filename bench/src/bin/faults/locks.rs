//! Watches how long the nodes' sessions wait for locks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::Connection;
use tokio::task::JoinHandle;

use crate::cluster::Cluster;
use crate::failure::Failure;

const WAITS: &str = "select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::bigint, 0)
    from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database() and a.application_name = 'troupe'";

/// Looks every 20 ms until dropped.
pub struct Locks {
    longest: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Locks {
    pub async fn watch(cluster: &Cluster<'_>) -> Result<Self, Failure> {
        let mut database = cluster.postgres.connect(&cluster.database).await?;
        let longest = Arc::<AtomicU64>::default();
        let longest_seen = longest.clone();
        let task = tokio::spawn(async move {
            while let Ok(wait) = sqlx::query_scalar::<_, i64>(WAITS).fetch_one(&mut database).await {
                longest_seen.fetch_max(wait.unsigned_abs(), Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            // The connection may be closed already.
            let _ = database.close().await;
        });
        Ok(Self { longest, task })
    }

    /// The longest wait so far, in milliseconds.
    pub fn longest(&self) -> u64 {
        self.longest.load(Ordering::Relaxed)
    }
}

impl Drop for Locks {
    fn drop(&mut self) {
        self.task.abort();
    }
}
