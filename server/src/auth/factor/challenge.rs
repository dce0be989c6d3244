//! A sign-in that waits for the code of a second factor. Its id is not a token: no other route accepts it.

use sqlx::PgPool;
use uuid::Uuid;

use super::check::Spent;
use crate::auth::remembered::Entered;
use crate::auth::session::{Hosted, Session};
use crate::auth::user::{self, User};
use crate::auth::{Auth, Requester, input};
use crate::error::{Code, Refusal};

/// The most codes that one sign-in may try.
pub(super) const MOST_ATTEMPTS: i32 = 5;
/// How long a sign-in waits for its code or for a new password, in seconds.
pub(super) const LIFE: f64 = 600.0;

/// The answer to the right password.
#[derive(Debug)]
pub enum SignIn {
    /// The person is signed in.
    Session(Box<Session>),
    /// The sign-in needs a code or a new password.
    Challenge(Challenge),
}

/// A sign-in that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The id of the pending sign-in.
    pub id: Uuid,
    /// What the sign-in waits for.
    pub needs: Needs,
}

/// What a sign-in waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A code of the second factor.
    Code,
    /// A new password, which replaces the current one.
    NewPassword,
}

#[derive(sqlx::FromRow)]
struct Pending {
    user_id: Uuid,
    attempts: i32,
    live: bool,
    /// The stored password of the account.
    password_hash: String,
    sign_out_url: Option<String>,
}

impl Auth {
    /// Begins a session, or asks for a code if the person has a second factor and the device is not remembered. `password` is the
    /// stored password that was checked, or that the account had when a provider named the person.
    pub(in crate::auth) async fn enter(
        &self,
        user: User,
        password: String,
        hosted: Option<Hosted>,
        from: &Requester,
    ) -> Result<SignIn, Refusal> {
        let id = user.id;
        let is_on = self.factor(id).await?.is_some_and(|factor| factor.is_on);
        if !is_on || self.is_remembered(id, from).await? {
            return Ok(SignIn::Session(Box::new(self.begin(user, Some(password), hosted, from).await?)));
        }
        let challenge = Uuid::new_v4();
        let sign_out_url = hosted.and_then(|hosted| hosted.sign_out_url);
        let waiting: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into pending_sign_ins (id, user_id, expires_at, sign_out_url)
                     select $1, id, now() + make_interval(secs => $3), $5 from users
                     where id = $2 and deleted_at is null and disabled_at is null and password_hash = $4
                     -- Waits for a change of the password that is in progress.
                     for share",
                )
                .bind(challenge)
                .bind(id)
                .bind(LIFE)
                .bind(password)
                .bind(sign_out_url)
                .execute(&pool)
                .await
            })
            .await;
        if waiting?.rows_affected() == 0 {
            return Err(Code::WrongCredentials.into());
        }
        Ok(SignIn::Challenge(Challenge { id: challenge, needs: Needs::Code }))
    }

    /// Completes a sign-in with a code of the app or a recovery code, or asks for a new password if the current one must be
    /// replaced. With `remember`, a code of the app makes the account remember the device. A recovery code does not: its
    /// owner may have lost the device with the app.
    ///
    /// # Errors
    /// `validation_failed` on `code`; `gone` if the sign-in has had five codes, was completed or has expired;
    /// `rate_limited` after too many guesses at the account.
    pub async fn complete_sign_in(
        &self,
        challenge: Uuid,
        code: &str,
        remember: bool,
        from: &Requester,
    ) -> Result<SignIn, Refusal> {
        let found = self.inner.db.run(move |pool| async move { attempt(&pool, challenge).await }).await?;
        let Some(Pending { user_id, attempts, live, password_hash, sign_out_url }) = found else {
            return self.code_of_renewal(challenge, code, from).await;
        };
        if !live || attempts > MOST_ATTEMPTS {
            return Err(Code::Gone.into());
        }
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, user_id).await }).await?;
        let user = user.ok_or_else(input::wrong_code)?;
        let spent = self.spend_code(user_id, &user.email, code, from).await?;
        if !self.inner.db.run(move |pool| async move { complete(&pool, challenge).await }).await? {
            return Err(Code::Gone.into());
        }
        let begun = self.begin(user, Some(password_hash.clone()), Some(Hosted { sign_out_url }), from).await;
        let mut session = begun.map_err(|refusal| match refusal.code {
            // The password was changed since the code was checked.
            Code::WrongCredentials => Code::Gone.into(),
            _ => refusal,
        })?;
        if remember && spent == Spent::App {
            let entered = Entered { user: user_id, session: session.id, password: password_hash };
            // The person is signed in, and the code is spent: a device that could not be stored must not undo this.
            session.remembered = self.remember_device(entered, from).await.unwrap_or_else(|refusal| {
                tracing::warn!(user = %user_id, %refusal, "a device could not be remembered");
                None
            });
        }
        Ok(SignIn::Session(Box::new(session)))
    }
}

/// Counts an attempt. Called before the code is checked.
async fn attempt(pool: &PgPool, challenge: Uuid) -> Result<Option<Pending>, sqlx::Error> {
    sqlx::query_as(
        "update pending_sign_ins p set attempts = least(p.attempts + 1, 1000)
         from users u where p.id = $1 and u.id = p.user_id
         returning p.user_id, p.attempts, p.used_at is null and p.expires_at > now() as live, u.password_hash,
                   p.sign_out_url",
    )
    .bind(challenge)
    .fetch_optional(pool)
    .await
}

async fn complete(pool: &PgPool, challenge: Uuid) -> Result<bool, sqlx::Error> {
    let completed = sqlx::query(
        "update pending_sign_ins set used_at = now() where id = $1 and used_at is null and expires_at > now()",
    )
    .bind(challenge)
    .execute(pool)
    .await?;
    Ok(completed.rows_affected() == 1)
}
