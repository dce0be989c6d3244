//! The users that sessions belong to.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::principal::Principal;
use crate::db::Db;
use crate::error::Refusal;

/// The most sessions cached. When the cache is full, old entries are evicted, or all if none is old.
const MOST: usize = 100_000;

/// Caches the user of each session. So a node asks the database once for each session, and never for sessions that it
/// began or refreshed itself.
pub(super) struct SessionUsers {
    known: Mutex<HashMap<Uuid, (Uuid, Instant)>>,
    /// The age from which a full cache evicts an entry.
    memory: Duration,
}

impl SessionUsers {
    pub(super) fn new(access_life: Duration) -> Self {
        Self { known: Mutex::default(), memory: access_life * 2 }
    }

    /// Stores the user of a session.
    pub(super) fn note(&self, session_id: Uuid, user_id: Uuid) {
        let now = Instant::now();
        let mut known = self.known();
        if known.len() >= MOST {
            known.retain(|_, (_, seen)| seen.elapsed() < self.memory);
        }
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(session_id, (user_id, now));
    }

    /// Whether the principal's session belongs to the principal's user.
    pub(super) async fn is_user(&self, db: &Db, principal: Principal) -> Result<bool, Refusal> {
        let Principal { user_id, session_id, .. } = principal;
        if let Some((owner, _)) = self.known().get(&session_id) {
            return Ok(*owner == user_id);
        }
        let owner: Option<Uuid> = db
            .run(move |pool| async move {
                sqlx::query_scalar("select user_id from sessions where id = $1")
                    .bind(session_id)
                    .fetch_optional(&pool)
                    .await
            })
            .await
            .map_err(|error: sqlx::Error| Refusal::from(error))?;
        if let Some(owner) = owner {
            self.note(session_id, owner);
        }
        Ok(owner == Some(user_id))
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Uuid, (Uuid, Instant)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
