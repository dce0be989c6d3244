//! Turns second factors on and off, and replaces recovery codes.

use serde::Serialize;
use sqlx::PgConnection;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::app::{App, new_secret, typed};
use super::qr::QrCode;
use super::recovery;
use super::required::refuse_if_required;
use crate::auth::account::{IdentityMail, end_sessions_of, lock_account};
use crate::auth::passwords::GUARDED;
use crate::auth::{Auth, Principal, Requester, input};
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::queries::audit::act_as_operator;
use crate::words::refusals as words;

/// The secret of a second factor that waits for its first code. Shown once.
#[derive(Serialize, ToSchema, TS)]
pub struct Enrolment {
    /// The secret in base32, for people who type it into the app.
    pub secret: String,
    /// An `otpauth:` address, for an app on the same device.
    pub url: String,
    /// The same address as a QR code, for an app on another device.
    pub qr: QrCode,
}

/// The second factor of an account.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct FactorState {
    /// When the second factor was turned on; `None` if it is off.
    pub since: Option<OffsetDateTime>,
    /// The number of unused recovery codes.
    pub codes_left: i64,
}

impl Auth {
    /// The state of the account's second factor.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn factor_state(&self, principal: &Principal) -> Result<FactorState, Refusal> {
        let user = principal.user_id;
        let found: Result<FactorState, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select (select confirmed_at from second_factors where user_id = $1) as since,
                            (select count(*) from recovery_codes where user_id = $1 and used_at is null) as codes_left",
                )
                .bind(user)
                .fetch_one(&pool)
                .await
            })
            .await;
        Ok(found?)
    }

    /// Creates a secret for the app. Sign-ins need no code until the first code is confirmed.
    ///
    /// # Errors
    /// `already_exists` if the account has a second factor; as [`Auth::prove`].
    pub async fn begin_factor(
        &self,
        principal: &Principal,
        password: String,
        from: &Requester,
    ) -> Result<Enrolment, Refusal> {
        let user = self.prove(principal, password, from).await?;
        let secret = new_secret();
        let sealed = self.inner.keys.sealed_factor(user.id, &secret).ok_or(Code::Internal)?;
        let url = App::new(&secret, &user.email).and_then(|app| app.url()).ok_or(Code::Internal)?;
        let qr = QrCode::of(&url).ok_or(Code::Internal)?;
        let stored: Result<Result<(), Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !lock_account(user.id, &mut tx).await? {
                    return Ok(Err(Code::Unauthenticated.into()));
                }
                let stored = sqlx::query(
                    "insert into second_factors as f (user_id, sealed) values ($1, $2)
                     on conflict (user_id) do update set sealed = excluded.sealed, last_step = 0, created_at = now()
                     where f.confirmed_at is null",
                )
                .bind(user.id)
                .bind(sealed)
                .execute(&mut *tx)
                .await?;
                if stored.rows_affected() == 0 {
                    return Ok(Err(Refusal::new(Code::AlreadyExists).message(words::FACTOR_ON)));
                }
                tx.commit().await?;
                Ok(Ok(()))
            })
            .await;
        stored??;
        Ok(Enrolment { secret: typed(&secret), url, qr })
    }

    /// Turns the second factor on with the first code of the app. Ends all other sessions, which were begun without a
    /// code. Returns the recovery codes.
    ///
    /// # Errors
    /// `validation_failed` on `code`; `conflict` if no app waits for its first code; `rate_limited`.
    pub async fn confirm_factor(
        &self,
        principal: &Principal,
        code: &str,
        from: &Requester,
    ) -> Result<Vec<String>, Refusal> {
        let user = self.user(principal).await?;
        let id = user.id;
        let email_key = user.email.to_ascii_lowercase();
        let counted = self.count_code(id, &email_key, from).await?;
        let waiting = self.factor(id).await?.filter(|factor| !factor.is_on);
        let waiting = waiting.ok_or_else(|| Refusal::new(Code::Conflict).message(words::NO_FACTOR_WAITS))?;
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let step = self.step_of(id, &user.email, &waiting, &digits).ok_or_else(input::wrong_code)?;
        self.inner.guesses.forget(counted).await?;
        let codes = recovery::new_codes();
        let hashes = hashes(id, &codes);
        let kept = principal.session_id;
        let turned_on: Result<Option<Vec<Uuid>>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock_account(id, &mut tx).await?;
                let on = sqlx::query(
                    "update second_factors set confirmed_at = now(), last_step = $2
                     where user_id = $1 and confirmed_at is null and sealed = $3",
                )
                .bind(id)
                .bind(step)
                .bind(waiting.sealed)
                .execute(&mut *tx)
                .await?;
                if on.rows_affected() == 0 {
                    return Ok(None);
                }
                sqlx::query(
                    "update users set password_hash = $2::text || password_hash
                     where id = $1 and not starts_with(password_hash, $2)",
                )
                .bind(id)
                .bind(GUARDED)
                .execute(&mut *tx)
                .await?;
                store(id, hashes, &mut tx).await?;
                let ended = end_sessions_of(id, Some(kept), &mut tx).await?;
                tx.commit().await?;
                Ok(Some(ended))
            })
            .await;
        let ended = turned_on?.ok_or_else(|| Refusal::new(Code::Conflict).message(words::NO_FACTOR_WAITS))?;
        self.inner.ended.note(&ended);
        self.tell(IdentityMail::FactorOn { user: id }, &email_key).await?;
        Ok(codes)
    }

    /// Replaces the recovery codes.
    ///
    /// # Errors
    /// `conflict` if the account has no second factor; `validation_failed` on `password` or `code`; `rate_limited`.
    pub async fn new_recovery_codes(
        &self,
        principal: &Principal,
        password: String,
        code: &str,
        from: &Requester,
    ) -> Result<Vec<String>, Refusal> {
        let id = self.prove_both(principal, password, code, from).await?;
        let codes = recovery::new_codes();
        let hashes = hashes(id, &codes);
        let stored: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock_account(id, &mut tx).await?;
                let is_on: bool = sqlx::query_scalar(
                    "select exists (select from second_factors where user_id = $1 and confirmed_at is not null)",
                )
                .bind(id)
                .fetch_one(&mut *tx)
                .await?;
                if is_on {
                    store(id, hashes, &mut tx).await?;
                    tx.commit().await?;
                }
                Ok(is_on)
            })
            .await;
        // Another call may have turned the second factor off since the code was checked.
        if stored? { Ok(codes) } else { Err(Refusal::new(Code::Conflict).message(words::FACTOR_OFF)) }
    }

    /// Turns the second factor off.
    ///
    /// # Errors
    /// `conflict` if a workspace of the person requires a second factor; as [`Auth::new_recovery_codes`].
    pub async fn end_factor(
        &self,
        principal: &Principal,
        password: String,
        code: &str,
        from: &Requester,
    ) -> Result<(), Refusal> {
        // The rules of the workspaces are checked before a code is spent, and again in the transaction of the change.
        let user = principal.user_id;
        let required: Result<Result<(), Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move { refuse_if_required(user, &mut *pool.acquire().await?).await })
            .await;
        required??;
        let id = self.prove_both(principal, password, code, from).await?;
        let off: Result<Result<(), Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                forget_factor(id, &mut tx).await?;
                if let Err(refusal) = refuse_if_required(id, &mut tx).await? {
                    return Ok(Err(refusal));
                }
                // If a workspace begins to require a second factor at this moment, neither transaction sees the other. The job
                // then makes the person wait.
                sqlx::query("select queue_member_gate(null, $1)").bind(id).execute(&mut *tx).await?;
                tx.commit().await?;
                Ok(Ok(()))
            })
            .await;
        off??;
        self.inner.jobs.wake();
        let email_key = self.user(principal).await?.email.to_ascii_lowercase();
        self.tell(IdentityMail::FactorOff { user: id }, &email_key).await
    }

    /// Checks the password and a code of the second factor.
    async fn prove_both(
        &self,
        principal: &Principal,
        password: String,
        code: &str,
        from: &Requester,
    ) -> Result<Uuid, Refusal> {
        let user = self.prove(principal, password, from).await?;
        if !self.factor(user.id).await?.is_some_and(|factor| factor.is_on) {
            return Err(Refusal::new(Code::Conflict).message(words::FACTOR_OFF));
        }
        self.spend_code(user.id, &user.email, code, from).await?;
        Ok(user.id)
    }
}

fn hashes(user: Uuid, codes: &[String]) -> Vec<Vec<u8>> {
    codes.iter().filter_map(|code| recovery::typed(code)).map(|code| recovery::hash(user, &code).to_vec()).collect()
}

/// Replaces the stored recovery codes.
async fn store(user: Uuid, hashes: Vec<Vec<u8>>, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("delete from recovery_codes where user_id = $1").bind(user).execute(&mut *tx).await?;
    sqlx::query("insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])")
        .bind(user)
        .bind(hashes)
        .execute(tx)
        .await
        .map(drop)
}

/// Turns the second factor of an account off, for the operator of the node. Returns whether it was on.
///
/// # Errors
/// If the database does not answer.
pub async fn forget_second_factor(db: &Db, user: Uuid) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        act_as_operator(&mut tx).await?;
        let was_on = forget_factor(user, &mut tx).await?;
        tx.commit().await?;
        Ok(was_on)
    })
    .await
}

/// Deletes the second factor of an account, and the mark in front of the stored password. Returns whether there was
/// one.
async fn forget_factor(user: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    lock_account(user, tx).await?;
    let gone = sqlx::query("delete from second_factors where user_id = $1").bind(user).execute(&mut *tx).await?;
    sqlx::query(
        "update users set password_hash = substr(password_hash, length($2::text) + 1)
         where id = $1 and starts_with(password_hash, $2)",
    )
    .bind(user)
    .bind(GUARDED)
    .execute(tx)
    .await?;
    Ok(gone.rows_affected() > 0)
}
