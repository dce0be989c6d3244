//! The sessions that ended lately.
//!
//! An access token stays valid for minutes by itself, so each node keeps the sessions that ended within those minutes
//! in memory. The node learns at once of sessions that it ended itself, and over the bus of sessions that other nodes
//! ended. It finds those that the bus lost in the database, which it asks each second. So a sign-out holds everywhere
//! even if no message is delivered.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use actors::critical::catch_panic;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::db::Db;

const POLL: Duration = Duration::from_secs(1);
/// A row may become visible this much later than the instant that it carries. Longer than the timeout of any statement.
const OVERLAP: Duration = Duration::from_secs(15);
/// A session is remembered as ended for this much longer than its tokens could be valid.
const MARGIN: Duration = Duration::from_secs(60);

/// The sessions that ended lately, to ask and to subscribe to. Cheap to clone.
#[derive(Clone, Debug)]
pub struct EndedSessions {
    shared: Arc<Shared>,
}

/// A session that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The id of the session.
    pub session_id: Uuid,
    /// Whether this node ended the session, and so must tell the other nodes.
    pub here: bool,
}

#[derive(Debug)]
struct Shared {
    ended: RwLock<HashMap<Uuid, Instant>>,
    told: broadcast::Sender<Ended>,
    /// For how long an ended session must be remembered.
    memory: Duration,
}

impl EndedSessions {
    /// Reads the ended sessions, and follows new ones for as long as a clone exists.
    pub(super) async fn follow(db: Db, access_life: Duration) -> Result<Self, sqlx::Error> {
        let memory = access_life + MARGIN;
        let shared = Arc::new(Shared { ended: RwLock::default(), told: broadcast::channel(1_024).0, memory });
        let ended = Self { shared };
        ended.poll(&db, memory + OVERLAP).await?;
        let follower = Arc::downgrade(&ended.shared);
        let (runtime, critical) = (db.runtime().clone(), db.critical().clone());
        let follow = async move {
            let mut known_until = Instant::now();
            let mut away = false;
            loop {
                tokio::time::sleep(POLL).await;
                let Some(shared) = follower.upgrade() else { return };
                let ended = Self { shared };
                let asked = Instant::now();
                // After an outage, the query covers the whole outage.
                match catch_panic(ended.poll(&db, known_until.elapsed() + OVERLAP)).await {
                    Some(Ok(())) => (known_until, away) = (asked, false),
                    // After a panic, the next query covers the same time.
                    None => {}
                    // The node has stopped.
                    Some(Err(sqlx::Error::PoolClosed)) => return,
                    Some(Err(error)) => {
                        if !away {
                            tracing::warn!(%error, "the ended sessions could not be read");
                        }
                        away = true;
                    }
                }
            }
        };
        runtime.spawn(critical.watch("asking which sessions have ended", follow));
        Ok(ended)
    }

    /// Whether a session has ended.
    #[must_use]
    pub fn contains(&self, session_id: Uuid) -> bool {
        self.shared.ended.read().unwrap_or_else(PoisonError::into_inner).contains_key(&session_id)
    }

    /// The sessions as they end, on this node and on others. A receiver that lags behind asks
    /// [`EndedSessions::contains`] about each session that it needs.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Ended> {
        self.shared.told.subscribe()
    }

    /// Records sessions that this node has ended.
    pub(super) fn note(&self, sessions: &[Uuid]) {
        self.tell(sessions, true);
    }

    /// Records a session that ended at another node.
    pub fn note_from_other_node(&self, session_id: Uuid) {
        self.tell(&[session_id], false);
    }

    /// Sends each session to the subscribers once.
    fn tell(&self, sessions: &[Uuid], here: bool) {
        if sessions.is_empty() {
            return;
        }
        let until = Instant::now() + self.shared.memory;
        let mut ended = self.shared.ended.write().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<Uuid> = sessions.iter().copied().filter(|id| ended.insert(*id, until).is_none()).collect();
        drop(ended);
        for session_id in new {
            // There may be no subscriber yet.
            let _ = self.shared.told.send(Ended { session_id, here });
        }
    }

    async fn poll(&self, db: &Db, back: Duration) -> Result<(), sqlx::Error> {
        let sessions: Vec<Uuid> = db
            .run(move |pool| async move {
                sqlx::query_scalar("select id from sessions where revoked_at > now() - make_interval(secs => $1)")
                    .bind(back.as_secs_f64())
                    .fetch_all(&pool)
                    .await
            })
            .await?;
        let now = Instant::now();
        self.shared.ended.write().unwrap_or_else(PoisonError::into_inner).retain(|_, until| *until > now);
        self.tell(&sessions, false);
        Ok(())
    }
}
