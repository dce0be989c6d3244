//! Counting guesses, in the database: over all nodes, and past restarts.

use std::time::Duration;

use crate::db::Db;
use crate::error::{Code, Refusal};

use super::keys::Keys;

/// Counts guesses.
pub(super) struct Guesses {
    db: Db,
    keys: Keys,
}

impl Guesses {
    pub(super) const fn new(db: Db, keys: Keys) -> Self {
        Self { db, keys }
    }

    /// Counts a guess at an account before it is judged, so that many at once count as many. All
    /// ways to guess share the one counter.
    pub(super) async fn at_account(&self, email_key: &str, most: i32, window: Duration) -> Result<(), Refusal> {
        let (count, left) = self.count("account", email_key, window).await?;
        if count > most {
            return Err(Refusal::new(Code::RateLimited).retry_after(left));
        }
        Ok(())
    }

    /// The right password or code was given: nobody is guessing.
    pub(super) async fn forget(&self, email_key: &str) -> Result<(), Refusal> {
        let key = self.keys.guess("account", email_key);
        self.db
            .run(move |pool| async move {
                sqlx::query("delete from guesses where key = $1").bind(key).execute(&pool).await
            })
            .await?;
        Ok(())
    }

    /// Counts a mail, and says whether it may go.
    pub(super) async fn may_mail(&self, email: &str, most: i32) -> Result<bool, Refusal> {
        let email_key = email.to_ascii_lowercase();
        let (count, _) = self.count("mail", &email_key, Duration::from_secs(3_600)).await?;
        Ok(count <= most)
    }

    /// Counts once more, in a statement that commits by itself: no later refusal takes it back.
    /// Answers the count, and how long the window still lasts.
    async fn count(&self, what: &str, whose: &str, window: Duration) -> Result<(i32, Duration), Refusal> {
        let key = self.keys.guess(what, whose);
        let (count, left): (i32, f64) = self
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "insert into guesses as g (key, count, window_ends_at)
                     values ($1, 1, now() + make_interval(secs => $2))
                     on conflict (key) do update set
                         count = case when g.window_ends_at <= now() then 1
                                      -- Counting on for ever would overflow some day.
                                      else least(g.count + 1, 1000000) end,
                         window_ends_at = case when g.window_ends_at <= now()
                                               then excluded.window_ends_at
                                               else g.window_ends_at end
                     returning count, extract(epoch from window_ends_at - now())::float8",
                )
                .bind(key)
                .bind(window.as_secs_f64())
                .fetch_one(&pool)
                .await
            })
            .await?;
        Ok((count, Duration::try_from_secs_f64(left).unwrap_or(window)))
    }
}
