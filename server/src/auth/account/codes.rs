//! Mailed codes. A code proves that a person can read mail at an address.
//!
//! As with sign-ups, each request is a row of its own. Only the page that asked knows the id of the request, and a code
//! is valid only for its request. So strangers can neither void a code of the owner nor use up its tries.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::lock::lock_account;
use super::mails::IdentityMail;
use super::sign_in_mail::SignInMail;
use crate::auth::input::{self, Email};
use crate::auth::mailed_code::{Attempted, CODE_LIFE, Letters, MAILS, Pending, store_letter};
use crate::auth::{Auth, Requester};
use crate::error::Refusal;

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new password.
    Password,
    /// A new address of the account.
    Email,
    /// A sign-in.
    SignIn,
}

impl Purpose {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Email => "email",
            Self::SignIn => "sign_in",
        }
    }

    /// Whether the address must have an account. A new password and a sign-in need one, and a new address must be free.
    const fn is_of_account(self) -> bool {
        matches!(self, Self::Password | Self::SignIn)
    }
}

/// A request for a code.
pub(super) struct NewRequest {
    pub(super) purpose: Purpose,
    /// The account; `None` if no account has the address.
    pub(super) user: Option<Uuid>,
    /// The address that the code is mailed to.
    pub(super) email: Email,
    /// The present address of the account, if the code is for a new one.
    pub(super) old_email: Option<String>,
}

/// The request that a code has confirmed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Confirmed {
    pub(super) user_id: Option<Uuid>,
    pub(super) email: String,
    pub(super) email_key: String,
    pub(super) old_email: Option<String>,
    code_hash: Option<Vec<u8>>,
    attempts: i32,
    live: bool,
}

impl Confirmed {
    pub(super) fn attempted(&self) -> Attempted<'_> {
        Attempted { code_hash: self.code_hash.as_deref(), attempts: self.attempts, live: self.live }
    }
}

impl Auth {
    /// The account with an address.
    pub(super) async fn account_of(&self, email: &Email) -> Result<Option<Uuid>, sqlx::Error> {
        let key = email.key.clone();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar("select id from users where email_key = $1").bind(key).fetch_optional(&pool).await
            })
            .await
    }

    /// Stores a request and queues its mail. The answer and the work are the same whether the mail has a code or not.
    pub(super) async fn request_code(&self, new: NewRequest, from: &Requester) -> Result<Pending, Refusal> {
        let Pending { id, reference } = Pending::new();
        let letters = self.request_letters(new.purpose, id, &new.email.key, from).await?;
        let shown = reference.clone();
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let code = store_letter(letters, new.purpose.is_of_account(), &new.email.key, &mut tx).await?;
                sqlx::query(
                    "insert into account_codes
                         (id, purpose, user_id, email, email_key, old_email, reference, code_hash, mails, expires_at)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, now() + make_interval(secs => $9))",
                )
                .bind(id)
                .bind(new.purpose.word())
                .bind(new.user)
                .bind(new.email.text)
                .bind(new.email.key)
                .bind(new.old_email)
                .bind(reference)
                .bind(code.flatten().map(|carried| carried.code_hash))
                .bind(CODE_LIFE.as_secs_f64())
                .execute(&mut *tx)
                .await?;
                tx.commit().await
            })
            .await;
        stored?;
        self.inner.jobs.wake();
        Ok(Pending { id, reference: shown })
    }

    /// Queues a new code; the previous code becomes invalid. The answer does not reveal whether the request exists.
    pub(super) async fn resend_code(&self, purpose: Purpose, request: Uuid, from: &Requester) -> Result<(), Refusal> {
        let waiting: Option<String> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "update account_codes set mails = mails + 1
                     where id = $1 and purpose = $2 and used_at is null and mails < $3
                     returning email_key",
                )
                .bind(request)
                .bind(purpose.word())
                .bind(MAILS)
                .fetch_optional(&pool)
                .await
            })
            .await?;
        let Some(key) = waiting else { return Ok(()) };
        let letters = self.request_letters(purpose, request, &key, from).await?;
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if let Some(code) = store_letter(letters, purpose.is_of_account(), &key, &mut tx).await? {
                    sqlx::query(
                        "update account_codes
                         set code_hash = $2, attempts = 0, expires_at = now() + make_interval(secs => $3)
                         where id = $1 and used_at is null",
                    )
                    .bind(request)
                    .bind(code.map(|carried| carried.code_hash))
                    .bind(CODE_LIFE.as_secs_f64())
                    .execute(&mut *tx)
                    .await?;
                }
                tx.commit().await
            })
            .await;
        stored?;
        self.inner.jobs.wake();
        Ok(())
    }

    /// Counts an attempt, then checks the code. Does not spend the code.
    ///
    /// # Errors
    /// `validation_failed` for a wrong code or an unknown request; `gone` for the right code of a request that was used or
    /// has expired.
    pub(super) async fn check_code(&self, purpose: Purpose, request: Uuid, code: &str) -> Result<Confirmed, Refusal> {
        let code = input::code(code)?;
        let confirmed = self.try_code(purpose, request).await?.ok_or_else(input::wrong_code)?;
        self.judge_code(request, &code, confirmed.attempted())?;
        Ok(confirmed)
    }

    /// Counts an attempt at the code of a request. `None` for an unknown request.
    pub(super) async fn try_code(&self, purpose: Purpose, request: Uuid) -> Result<Option<Confirmed>, sqlx::Error> {
        self.inner.db.run(move |pool| async move { attempt(&pool, purpose, request).await }).await
    }

    /// Both mails of a request; `None` if the requester has caused too many mails to the address.
    async fn request_letters(
        &self,
        purpose: Purpose,
        request: Uuid,
        email_key: &str,
        from: &Requester,
    ) -> Result<Option<Letters>, Refusal> {
        if purpose == Purpose::SignIn {
            let mails = (&SignInMail::Code { request }, &SignInMail::NoAccount { request });
            return self.letters(request, mails, email_key, from).await;
        }
        let mails = (&IdentityMail::Code { request }, &IdentityMail::NoCode { request });
        self.letters(request, mails, email_key, from).await
    }
}

/// Counts the attempt and returns the request, even if it is used or has expired.
async fn attempt(pool: &PgPool, purpose: Purpose, request: Uuid) -> Result<Option<Confirmed>, sqlx::Error> {
    sqlx::query_as(
        "update account_codes set attempts = least(attempts + 1, 1000) where id = $1 and purpose = $2
         returning user_id, email, email_key, old_email, code_hash, attempts,
                   used_at is null and expires_at > now() as live",
    )
    .bind(request)
    .bind(purpose.word())
    .fetch_optional(pool)
    .await
}

/// Spends a request of an account. If several calls try at once, one succeeds. Returns whether this call did.
pub(super) async fn spend(request: Uuid, user: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    if !lock_account(user, tx).await? {
        return Ok(false);
    }
    let spent = sqlx::query(
        "update account_codes set used_at = now() where id = $1 and used_at is null and expires_at > now()",
    )
    .bind(request)
    .execute(tx)
    .await?;
    Ok(spent.rows_affected() == 1)
}

/// Voids the open requests of an account, so that codes mailed before a change of its password or address no longer
/// work.
pub(in crate::auth) async fn void_requests(user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("update account_codes set used_at = now() where user_id = $1 and used_at is null")
        .bind(user)
        .execute(tx)
        .await
        .map(drop)
}
