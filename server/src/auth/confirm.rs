//! Confirming an address by the code that was sent to it: only then is there a user.

use sqlx::PgPool;
use uuid::Uuid;

use super::Auth;
use super::input::{self, Email};
use super::keys::same;
use super::session::Session;
use super::sign_up::too_late;
use super::user::{User, user_columns};
use crate::error::Refusal;

/// Wrong codes after which a code counts no more.
const MOST_ATTEMPTS: i32 = 5;

/// A sign-up that a code may belong to.
#[derive(sqlx::FromRow)]
struct Pending {
    id: Uuid,
    code_hash: Vec<u8>,
    attempts: i32,
    live: bool,
}

impl Auth {
    /// Makes the user whose code this is, and signs them in.
    ///
    /// # Errors
    /// `validation_failed` for a code that is not right, whoever's it is; `gone` for one that was
    /// used or is too old; `rate_limited`.
    pub async fn confirm(&self, email: &str, code: &str) -> Result<Session, Refusal> {
        let email = Email::parse(email)?;
        let code = input::code(code)?;
        let limits = self.inner.limits;
        self.inner.guesses.at_account(&email.key, limits.guesses, limits.guess_window).await?;

        let key = email.key.clone();
        let pending = self.inner.db.run(move |pool| async move { attempt(&pool, key).await }).await?;
        let ours = pending.into_iter().find(|sign_up| {
            // Counted before it was judged: the attempt that is being made is among them.
            let fresh = sign_up.attempts <= MOST_ATTEMPTS;
            same(&sign_up.code_hash, &self.inner.keys.code(sign_up.id, &code)) && fresh
        });
        let Some(sign_up) = ours else {
            return Err(input::wrong_code());
        };
        if !sign_up.live {
            return Err(too_late());
        }
        let username = email.local().to_owned();
        let made: Option<User> =
            self.inner.db.run(move |pool| async move { make_user(&pool, sign_up.id, username).await }).await?;
        let user = made.ok_or_else(too_late)?;
        self.inner.guesses.forget(&email.key).await?;
        tracing::info!(user = %user.id, "a user confirmed their e-mail");
        self.begin(user).await
    }
}

/// Counts the attempt on the newest sign-ups of an address, and answers them. Used and expired ones
/// are among them, so that whoever has their code is told what became of it.
async fn attempt(pool: &PgPool, email_key: String) -> Result<Vec<Pending>, sqlx::Error> {
    sqlx::query_as(
        "update sign_ups set attempts = attempts + 1
         where id in (select id from sign_ups where email_key = $1 order by created_at desc limit 3)
         returning id, code_hash, attempts, used_at is null and expires_at > now() as live",
    )
    .bind(email_key)
    .fetch_all(pool)
    .await
}

/// Spends the sign-up and makes the user, in one statement: of several at once, one wins. None also
/// where another sign-up with the same address came first.
async fn make_user(pool: &PgPool, sign_up: Uuid, username: String) -> Result<Option<User>, sqlx::Error> {
    sqlx::query_as(concat!(
        "with used as (
             update sign_ups set used_at = now()
             where id = $1 and used_at is null and expires_at > now()
             returning email, email_key, password_hash, firstname, lastname
         )
         insert into users (id, email, email_key, password_hash, firstname, lastname, username)
         select $2, email, email_key, password_hash, firstname, lastname, $3 from used
         on conflict (email_key) do nothing
         returning ",
        user_columns!()
    ))
    .bind(sign_up)
    .bind(Uuid::now_v7())
    .bind(username)
    .fetch_optional(pool)
    .await
}
