//! Which sessions have ended lately.
//!
//! An access token counts for minutes by itself, so each node keeps the sessions that ended within
//! those minutes in memory. It hears of its own at once, of the others on the bus, and of what the bus
//! lost by asking the database each second: nothing has to be delivered for a sign-out to hold
//! everywhere.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use actors::critical::catch_panic;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::db::Db;

use super::sweep::sweep;

const POLL: Duration = Duration::from_secs(1);
/// A row may become visible this much later than the instant that it carries: longer than any
/// statement is allowed to take.
const OVERLAP: Duration = Duration::from_secs(15);
/// A token is remembered as ended for this much longer than it could count.
const MARGIN: Duration = Duration::from_secs(60);
const SWEEP: Duration = Duration::from_secs(3_600);

/// Which sessions have ended lately: to ask, and to be told. Cheap to clone.
#[derive(Clone, Debug)]
pub struct EndedSessions {
    shared: Arc<Shared>,
}

/// A session that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Which.
    pub session_id: Uuid,
    /// Whether it was this node that ended it, and so has to tell the others.
    pub here: bool,
}

#[derive(Debug)]
struct Shared {
    ended: RwLock<HashMap<Uuid, Instant>>,
    told: broadcast::Sender<Ended>,
    /// For how long an ended session has to be remembered.
    memory: Duration,
}

impl EndedSessions {
    /// Reads what there is, and follows from then on for as long as somebody holds a clone.
    pub(super) async fn follow(db: Db, access_life: Duration) -> Result<Self, sqlx::Error> {
        let memory = access_life + MARGIN;
        let shared = Arc::new(Shared { ended: RwLock::default(), told: broadcast::channel(1_024).0, memory });
        let ended = Self { shared };
        ended.poll(&db, memory + OVERLAP).await?;
        let follower = Arc::downgrade(&ended.shared);
        let (runtime, critical) = (db.runtime().clone(), db.critical().clone());
        let follow = async move {
            let (mut known_until, mut swept) = (Instant::now(), Instant::now());
            let mut away = false;
            loop {
                tokio::time::sleep(POLL).await;
                let Some(shared) = follower.upgrade() else { return };
                let ended = Self { shared };
                let asked = Instant::now();
                // After an outage, as far back as it lasted.
                match catch_panic(ended.poll(&db, known_until.elapsed() + OVERLAP)).await {
                    Some(Ok(())) => (known_until, away) = (asked, false),
                    // The next one looks as far back.
                    None => {}
                    // The node has stopped.
                    Some(Err(sqlx::Error::PoolClosed)) => return,
                    Some(Err(error)) => {
                        if !away {
                            tracing::warn!(%error, "cannot ask which sessions have ended");
                        }
                        away = true;
                    }
                }
                if swept.elapsed() > SWEEP {
                    swept = Instant::now();
                    catch_panic(sweep(&db)).await;
                }
            }
        };
        runtime.spawn(critical.watch("who asks which sessions have ended", follow));
        Ok(ended)
    }

    /// Whether a session has ended.
    #[must_use]
    pub fn contains(&self, session_id: Uuid) -> bool {
        self.shared.ended.read().unwrap_or_else(PoisonError::into_inner).contains_key(&session_id)
    }

    /// Sessions as they end, on this node and on others. Whoever lags behind asks
    /// [`EndedSessions::contains`] about each that they care for.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Ended> {
        self.shared.told.subscribe()
    }

    /// Takes note of sessions that this node has ended.
    pub(super) fn note(&self, sessions: &[Uuid]) {
        self.tell(sessions, true);
    }

    /// Takes note of a session that ended at another node.
    pub fn hear(&self, session_id: Uuid) {
        self.tell(&[session_id], false);
    }

    /// Tells of each session once.
    fn tell(&self, sessions: &[Uuid], here: bool) {
        if sessions.is_empty() {
            return;
        }
        let until = Instant::now() + self.shared.memory;
        let mut ended = self.shared.ended.write().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<Uuid> = sessions.iter().copied().filter(|id| ended.insert(*id, until).is_none()).collect();
        drop(ended);
        for session_id in new {
            // Nobody may be listening yet.
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
