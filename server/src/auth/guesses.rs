//! Counters of guesses and mails. They are in the database, so they add up over all nodes and survive restarts.

use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::config::LimitConfig;
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

use super::keys::Keys;
use super::requester::{Device, Requester};

const HOUR: Duration = Duration::from_secs(3_600);
/// All requesters together may cause this many times the mails to one address that one requester may cause.
const MAIL_REQUESTERS: i32 = 10;

/// Mails with invitations that one person, and all people of a workspace, may send in an hour.
const INVITER_MAILS: i32 = 200;
const WORKSPACE_MAILS: i32 = 500;
/// Unknown tokens of invitations that one network may name in a window.
const UNKNOWN_TOKENS: i32 = 20;

/// Counts guesses and mails.
pub(super) struct Guesses {
    db: Db,
    keys: Keys,
    limits: LimitConfig,
}

/// A counted guess at a password or a code, with the counters to clear if the guess was right.
#[derive(Clone, Copy)]
pub(super) enum Counted {
    /// From a known device: one that has signed in to the account before.
    Device([u8; 32]),
    /// From any other device: the counter of its network, and the counter of all networks.
    Stranger([u8; 32], [u8; 32]),
    /// A guess at the code of a second factor from a known device: the counter of the device, and that of all known
    /// devices.
    CodeDevice([u8; 32], [u8; 32]),
    /// A guess at the code of a second factor from any other device.
    Code([u8; 32]),
    /// A guess at a user code of a program: the counter of the person, and the counter of the network.
    UserCode([u8; 32], [u8; 32]),
}

/// The most notices in a time.
pub(super) struct NoticeLimit {
    /// The counter.
    pub(super) key: [u8; 32],
    /// The most notices.
    pub(super) most: i32,
    /// The time.
    pub(super) window: Duration,
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

    /// Counts a guess at the code of a second factor. Called before the code is checked. A person who guesses codes
    /// knows the password, so all networks together have only the limit of one network. A known device has a counter of
    /// its own. Each reset of the password makes a device known, so all known devices together have a limit as well.
    ///
    /// # Errors
    /// `rate_limited`, and whether this is the first refused guess from an unknown device. The caller then mails the
    /// owner.
    pub(super) async fn at_code(
        &self,
        user: Uuid,
        device: Option<Device>,
    ) -> Result<Result<Counted, (Refusal, bool)>, Refusal> {
        let LimitConfig { guesses, guesses_everywhere, guess_window, .. } = self.limits;
        if let Some(device) = device {
            let own = self.keys.guess("code device", &device.name());
            self.check(own, guesses, guess_window).await?;
            let devices = self.keys.guess("code devices", &user.to_string());
            self.check(devices, guesses_everywhere, guess_window).await?;
            return Ok(Ok(Counted::CodeDevice(own, devices)));
        }
        let strangers = self.keys.guess("code", &user.to_string());
        let (count, left) = self.count(strangers, guess_window).await?;
        if count > guesses {
            let is_first = count == guesses.saturating_add(1);
            return Ok(Err((Refusal::new(Code::RateLimited).retry_after(left), is_first)));
        }
        Ok(Ok(Counted::Code(strangers)))
    }

    /// Counts a guess at a user code of a program. Called before the code is looked up.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(super) async fn at_user_code(&self, user: Uuid, network: &str) -> Result<Counted, Refusal> {
        let LimitConfig { guesses, guesses_everywhere, guess_window, .. } = self.limits;
        let own = self.keys.guess("user codes", &user.to_string());
        self.check(own, guesses, guess_window).await?;
        let network = self.keys.guess("user codes from", network);
        self.check(network, guesses_everywhere, guess_window).await?;
        Ok(Counted::UserCode(own, network))
    }

    /// Limits the device codes that one network can request for an app, because anyone can request them and each one is stored.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(super) async fn may_ask_for_codes(&self, app: Uuid, network: &str) -> Result<(), Refusal> {
        let LimitConfig { guesses_everywhere, guess_window, .. } = self.limits;
        let key = self.keys.guess("device codes", &format!("{app}\0{network}"));
        self.check(key, guesses_everywhere, guess_window).await
    }

    /// Clears the counters after the right password. The counter of all networks is only reduced by this one guess, so
    /// that an owner's sign-in gives no new guesses to strangers. Both counters of a user code are only reduced, because
    /// anyone can get a right code.
    pub(super) async fn forget(&self, counted: Counted) -> Result<(), Refusal> {
        let (own, shared) = match counted {
            Counted::Device(device) => (Some(device), Vec::new()),
            Counted::Stranger(own, shared) | Counted::CodeDevice(own, shared) => (Some(own), vec![shared]),
            Counted::Code(strangers) => (None, vec![strangers]),
            Counted::UserCode(own, network) => (None, vec![own, network]),
        };
        self.db
            .run(move |pool| async move {
                sqlx::query("delete from guesses where key = $1").bind(own).execute(&pool).await?;
                // One statement for each counter, so that no statement waits for a lock while it holds another.
                for key in shared {
                    let sql = "update guesses set count = greatest(count - 1, 0) where key = $1";
                    sqlx::query(sql).bind(key).execute(&pool).await?;
                }
                Ok::<_, sqlx::Error>(())
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

    /// The limit of notices by mail to an account's owner. Only the holder of a credential can cause one.
    pub(super) fn of_notices(&self, email_key: &str) -> NoticeLimit {
        NoticeLimit { key: self.keys.guess("notice", email_key), most: self.limits.mails_per_hour, window: HOUR }
    }

    /// Counts mails with invitations: for the inviter, for the workspace, and for each address in the workspace and in all
    /// workspaces. Refuses all of them if one count is too high.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(super) async fn count_invitations(
        &self,
        inviter: Uuid,
        workspace: Uuid,
        email_keys: &[&str],
    ) -> Result<(), Refusal> {
        let here = self.limits.mails_per_hour;
        let mails = i32::try_from(email_keys.len()).unwrap_or(i32::MAX);
        let mut counts = vec![
            (self.keys.guess("invitations of", &inviter.to_string()), mails, INVITER_MAILS),
            (self.keys.guess("invitations to", &workspace.to_string()), mails, WORKSPACE_MAILS),
        ];
        for email_key in email_keys {
            let here_key = self.keys.guess("invitation here", &format!("{workspace}\0{email_key}"));
            counts.push((here_key, 1, here));
            let everywhere = here.saturating_mul(MAIL_REQUESTERS);
            counts.push((self.keys.guess("invitation", email_key), 1, everywhere));
        }
        // In one order, so that two requests at once cannot lock each other out.
        counts.sort_unstable();
        let limits: Vec<i32> = counts.iter().map(|(_, _, most)| *most).collect();
        let counted = self.add(counts.into_iter().map(|(key, by, _)| (key, by)).unzip()).await?;
        let over = counted.iter().zip(limits).filter(|((count, _), most)| count > most).map(|((_, left), _)| *left);
        match over.reduce(f64::max) {
            Some(left) => {
                let left = Duration::try_from_secs_f64(left).unwrap_or(HOUR);
                Err(Refusal::new(Code::RateLimited).message(words::TOO_MANY_INVITED).retry_after(left))
            }
            None => Ok(()),
        }
    }

    /// Adds to several counters of an hour. The keys are in order; so are the counts and the seconds left.
    async fn add(&self, counts: (Vec<[u8; 32]>, Vec<i32>)) -> Result<Vec<(i32, f64)>, Refusal> {
        let (keys, by) = counts;
        let counted = self
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "with counted as (
                         insert into guesses as g (key, count, window_ends_at)
                         select key, least(by, 1000000), now() + make_interval(secs => $3)
                         from unnest($1::bytea[], $2::int[]) c (key, by) order by key
                         on conflict (key) do update set
                             count = case when g.window_ends_at <= now() then excluded.count
                                          else least(g.count + excluded.count, 1000000) end,
                             window_ends_at = case when g.window_ends_at <= now()
                                                   then excluded.window_ends_at
                                                   else g.window_ends_at end
                         returning key, count, window_ends_at
                     )
                     select count, extract(epoch from window_ends_at - now())::float8 from counted order by key",
                )
                .bind(keys)
                .bind(by)
                .bind(HOUR.as_secs_f64())
                .fetch_all(&pool)
                .await
            })
            .await?;
        Ok(counted)
    }

    /// Refuses a network that has named too many unknown tokens of invitations. A right token is refused as well.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(super) async fn may_name_token(&self, network: &str) -> Result<(), Refusal> {
        let key = self.keys.guess("invitation tokens", network);
        let found: Option<f64> = self
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "select extract(epoch from window_ends_at - now())::float8 from guesses
                     where key = $1 and count >= $2 and window_ends_at > now()",
                )
                .bind(key)
                .bind(UNKNOWN_TOKENS)
                .fetch_optional(&pool)
                .await
            })
            .await?;
        match found {
            Some(left) => {
                let left = Duration::try_from_secs_f64(left).unwrap_or(self.limits.guess_window);
                Err(Refusal::new(Code::RateLimited).retry_after(left))
            }
            None => Ok(()),
        }
    }

    /// Counts an unknown token of an invitation.
    pub(super) async fn unknown_token(&self, network: &str) -> Result<(), Refusal> {
        let key = self.keys.guess("invitation tokens", network);
        self.count(key, self.limits.guess_window).await.map(drop)
    }

    async fn check(&self, key: [u8; 32], most: i32, window: Duration) -> Result<(), Refusal> {
        let (count, left) = self.count(key, window).await?;
        if count > most { Err(Refusal::new(Code::RateLimited).retry_after(left)) } else { Ok(()) }
    }

    /// Adds one to a counter, in a statement that commits by itself: a later refusal does not take it back. Returns the
    /// count, and the rest of the window.
    pub(super) async fn count(&self, key: [u8; 32], window: Duration) -> Result<(i32, Duration), Refusal> {
        let counted = self
            .db
            .run(move |pool| async move { Self::count_in(key, window, &mut *pool.acquire().await?).await })
            .await?;
        Ok(counted)
    }

    /// As [`Guesses::count`], in a transaction.
    pub(super) async fn count_in(
        key: [u8; 32],
        window: Duration,
        tx: &mut PgConnection,
    ) -> Result<(i32, Duration), sqlx::Error> {
        let (count, left): (i32, f64) = sqlx::query_as(
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
        .fetch_one(tx)
        .await?;
        Ok((count, Duration::try_from_secs_f64(left).unwrap_or(window)))
    }
}
