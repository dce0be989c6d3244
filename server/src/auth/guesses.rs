//! Counters of guesses and mails. They are in the database, so they add up over all nodes and survive restarts.

use std::time::Duration;

use crate::config::LimitConfig;
use crate::db::Db;
use crate::error::{Code, Refusal};

use super::keys::Keys;
use super::requester::{Device, Requester};

const HOUR: Duration = Duration::from_secs(3_600);
/// All requesters together may cause this many times the mails to one address that one requester may cause.
const MAIL_REQUESTERS: i32 = 10;

/// Counts guesses and mails.
pub(super) struct Guesses {
    db: Db,
    keys: Keys,
    limits: LimitConfig,
}

/// A counted guess at a password, with the counters to clear if the password was right.
pub(super) enum Counted {
    /// From a known device: one that has signed in to the account before.
    Device([u8; 32]),
    /// From any other device: the counter of its network, and the counter of all networks.
    Stranger([u8; 32], [u8; 32]),
}

impl Guesses {
    pub(super) const fn new(db: Db, keys: Keys, limits: LimitConfig) -> Self {
        Self { db, keys, limits }
    }

    /// Counts a guess at an account's password before the password is checked, so that parallel guesses are all
    /// counted. A known device has a counter of its own, so guesses from elsewhere do not lock it out. All other
    /// guesses count by network, and for all networks together.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(super) async fn at_password(
        &self,
        email_key: &str,
        device: Option<Device>,
        from: &Requester,
    ) -> Result<Counted, Refusal> {
        let LimitConfig { guesses, guesses_everywhere, guess_window, .. } = self.limits;
        if let Some(device) = device {
            let key = self.keys.guess("device", &device.name());
            self.check(key, guesses, guess_window).await?;
            return Ok(Counted::Device(key));
        }
        let network = self.keys.guess("network", &format!("{email_key}\0{}", from.network));
        // The network is checked first: a network that has used up its own guesses does not use up the shared ones.
        self.check(network, guesses, guess_window).await?;
        let strangers = self.keys.guess("strangers", email_key);
        self.check(strangers, guesses_everywhere, guess_window).await?;
        Ok(Counted::Stranger(network, strangers))
    }

    /// Clears the counters after the right password. The counter of all networks is only reduced by this one guess, so
    /// that an owner's sign-in gives no new guesses to strangers.
    pub(super) async fn forget(&self, counted: Counted) -> Result<(), Refusal> {
        let (own, shared) = match counted {
            Counted::Device(device) => (device, None),
            Counted::Stranger(network, strangers) => (network, Some(strangers)),
        };
        self.db
            .run(move |pool| async move {
                sqlx::query("delete from guesses where key = $1").bind(own).execute(&pool).await?;
                sqlx::query("update guesses set count = greatest(count - 1, 0) where key = $1")
                    .bind(shared)
                    .execute(&pool)
                    .await
            })
            .await?;
        Ok(())
    }

    /// Counts a mail that a requester causes, and says whether it may be sent. One requester cannot use up the mails of
    /// others. When many requesters together exceed the limit, the first mail of each is still sent.
    pub(super) async fn may_mail(&self, email_key: &str, from: &Requester) -> Result<bool, Refusal> {
        let most = self.limits.mails_per_hour;
        let own = self.keys.guess("mail from", &format!("{email_key}\0{}", from.network));
        let (own, _) = self.count(own, HOUR).await?;
        if own > most {
            return Ok(false);
        }
        let (all, _) = self.count(self.keys.guess("mail to", email_key), HOUR).await?;
        Ok(own == 1 || all <= most.saturating_mul(MAIL_REQUESTERS))
    }

    /// Counts a notice to an account's owner. Only the holder of a credential can cause one.
    pub(super) async fn may_notify(&self, email_key: &str) -> Result<bool, Refusal> {
        let (count, _) = self.count(self.keys.guess("notice", email_key), HOUR).await?;
        Ok(count <= self.limits.mails_per_hour)
    }

    async fn check(&self, key: [u8; 32], most: i32, window: Duration) -> Result<(), Refusal> {
        let (count, left) = self.count(key, window).await?;
        if count > most { Err(Refusal::new(Code::RateLimited).retry_after(left)) } else { Ok(()) }
    }

    /// Adds one to a counter, in a statement that commits by itself: a later refusal does not take it back. Returns the
    /// count, and the rest of the window.
    async fn count(&self, key: [u8; 32], window: Duration) -> Result<(i32, Duration), Refusal> {
        let (count, left): (i32, f64) = self
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "insert into guesses as g (key, count, window_ends_at)
                     values ($1, 1, now() + make_interval(secs => $2))
                     on conflict (key) do update set
                         count = case when g.window_ends_at <= now() then 1
                                      -- The cap keeps the counter from overflowing.
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
