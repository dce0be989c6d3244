//! When and from where keys were used last. Written beside the call, at most once a minute for each key.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::db::Db;

/// The keys whose use is being written by this node. Cheap to clone.
#[derive(Clone, Default)]
pub struct Uses {
    writing: Arc<Mutex<HashSet<Uuid>>>,
}

impl Uses {
    /// Writes the use of a key, without making the caller wait. Of several nodes, one writes.
    pub(super) fn note(&self, db: &Db, key: Uuid, from: Option<IpAddr>) {
        if !self.writing().insert(key) {
            return;
        }
        let (uses, db) = (self.clone(), db.clone());
        db.runtime().clone().spawn(async move {
            let written: Result<_, sqlx::Error> = db
                .run(move |pool| async move {
                    sqlx::query(
                        "with of_person as (
                             update api_keys set used_at = now(), used_from = $2::inet
                             where id = $1 and (used_at is null or used_at < now() - interval '1 minute')
                         )
                         update workspace_api_keys set used_at = now(), used_from = $2::inet
                         where id = $1 and (used_at is null or used_at < now() - interval '1 minute')",
                    )
                    .bind(key)
                    .bind(from.map(|address| address.to_string()))
                    .execute(&pool)
                    .await
                })
                .await;
            if let Err(error) = written {
                tracing::warn!(%error, "the last use of an API key was not stored");
            }
            uses.writing().remove(&key);
        });
    }

    fn writing(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
