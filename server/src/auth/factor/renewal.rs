//! Passwords that must be replaced at the next sign-in (RP1 to RP7). The sign-in begins no session before the new password is
//! stored. A new password removes the mark.

use sqlx::PgPool;
use uuid::Uuid;

use super::challenge::{Challenge, LIFE, MOST_ATTEMPTS, Needs, SignIn};
use crate::auth::account::{lock_account, set_password};
use crate::auth::passwords::{GUARDED, RENEWED, is_none};
use crate::auth::session::Session;
use crate::auth::user::{self, User};
use crate::auth::{Auth, Requester, input};
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// A sign-in that waits for a new password.
#[derive(sqlx::FromRow)]
struct Renewal {
    user_id: Uuid,
    /// The stored password that was checked. The account still has it.
    password_hash: String,
    needs_code: bool,
    attempts: i32,
}

impl Auth {
    /// Begins a sign-in that waits for a new password. If the person has a second factor and the device is not remembered, the
    /// sign-in waits for a code first. `password` is the stored password that was checked.
    pub(in crate::auth) async fn begin_renewal(
        &self,
        user: Uuid,
        password: String,
        from: &Requester,
    ) -> Result<SignIn, Refusal> {
        let is_on = self.factor(user).await?.is_some_and(|factor| factor.is_on);
        let needs_code = is_on && !self.is_remembered(user, from).await?;
        let id = Uuid::new_v4();
        let waiting: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into password_renewals (id, user_id, password_hash, needs_code, expires_at)
                     select $1, id, password_hash, $4, now() + make_interval(secs => $5) from users
                     where id = $2 and deleted_at is null and disabled_at is null and password_hash = $3
                     -- Waits for a change of the password that is in progress.
                     for share",
                )
                .bind(id)
                .bind(user)
                .bind(password)
                .bind(needs_code)
                .bind(LIFE)
                .execute(&pool)
                .await
            })
            .await;
        if waiting?.rows_affected() == 0 {
            return Err(Code::WrongCredentials.into());
        }
        let needs = if needs_code { Needs::Code } else { Needs::NewPassword };
        Ok(SignIn::Challenge(Challenge { id, needs }))
    }

    /// Checks the code of a sign-in, which then waits for a new password.
    pub(super) async fn code_of_renewal(&self, id: Uuid, code: &str, from: &Requester) -> Result<SignIn, Refusal> {
        let found = self.inner.db.run(move |pool| async move { attempt(&pool, id).await }).await?;
        let renewal = found.filter(|it| it.needs_code && it.attempts <= MOST_ATTEMPTS).ok_or(Code::Gone)?;
        let user = self.user_of_renewal(renewal.user_id).await?;
        self.spend_code(user.id, &user.email, code, from).await?;
        let passed: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query("update password_renewals set needs_code = false where id = $1 and needs_code")
                    .bind(id)
                    .execute(&pool)
                    .await
            })
            .await;
        if passed?.rows_affected() == 0 {
            return Err(Code::Gone.into());
        }
        Ok(SignIn::Challenge(Challenge { id, needs: Needs::NewPassword }))
    }

    /// Stores the new password of a sign-in that waits for one, mails a notice to the owner, and begins the session.
    ///
    /// # Errors
    /// `validation_failed` on `password`, also for the current one; `gone` if the sign-in was completed, has expired, needs a
    /// code first, or was begun with a password that the account no longer has.
    pub async fn renew_password(&self, id: Uuid, password: String, from: &Requester) -> Result<Session, Refusal> {
        input::new_password(&password)?;
        let found = self.inner.db.run(move |pool| async move { live(&pool, id).await }).await?;
        let Renewal { user_id, password_hash, .. } = found.filter(|it| !it.needs_code).ok_or(Code::Gone)?;
        if self.inner.passwords.verify(password.clone(), Some(password_hash.clone())).await? {
            return Err(Refusal::invalid("password", words::PASSWORD_THE_SAME));
        }
        let user = self.user_of_renewal(user_id).await?;
        let hash = self.inner.passwords.hash(password).await?;
        let mark = if password_hash.starts_with(GUARDED) { GUARDED } else { "" };
        let stored = format!("{mark}{hash}");
        let email_key = user.email.to_ascii_lowercase();
        let notice = self.password_notice(user_id, &email_key)?;
        let changed: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // The account is locked before its other rows, as in all changes of an account.
                let spent = set_password(user_id, &hash, Some(password_hash.as_str()), &mut tx).await?
                    && sqlx::query("delete from password_renewals where user_id = $1")
                        .bind(user_id)
                        .execute(&mut *tx)
                        .await?
                        .rows_affected()
                        > 0;
                if !spent {
                    return Ok(false);
                }
                notice.store(&mut tx).await?;
                tx.commit().await?;
                Ok(true)
            })
            .await;
        if !changed? {
            return Err(Code::Gone.into());
        }
        self.inner.jobs.wake();
        tracing::info!(user = %user_id, "a password was replaced at a sign-in");
        self.begin(user, Some(stored), None, from).await.map_err(|refusal| match refusal.code {
            Code::WrongCredentials => Code::Gone.into(),
            _ => refusal,
        })
    }

    async fn user_of_renewal(&self, id: Uuid) -> Result<User, Refusal> {
        let found = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        found.ok_or_else(|| Code::Gone.into())
    }
}

/// Counts an attempt. Called before the code is checked. Finds only a sign-in that has not expired, of an account that still has
/// the password.
async fn attempt(pool: &PgPool, id: Uuid) -> Result<Option<Renewal>, sqlx::Error> {
    sqlx::query_as(
        "update password_renewals r set attempts = least(r.attempts + 1, 1000) from users u
         where r.id = $1 and r.expires_at > now()
           and u.id = r.user_id and u.deleted_at is null and u.password_hash = r.password_hash
         returning r.user_id, r.password_hash, r.needs_code, r.attempts",
    )
    .bind(id)
    .fetch_optional(pool)
    .await
}

/// Finds the same sign-in without counting an attempt.
async fn live(pool: &PgPool, id: Uuid) -> Result<Option<Renewal>, sqlx::Error> {
    sqlx::query_as(
        "select r.user_id, r.password_hash, r.needs_code, r.attempts
         from password_renewals r join users u on u.id = r.user_id and u.password_hash = r.password_hash
         where r.id = $1 and r.expires_at > now() and u.deleted_at is null",
    )
    .bind(id)
    .fetch_optional(pool)
    .await
}

/// Marks an account for the operator: its password must be replaced at the next sign-in with it. Sign-ins that wait for a code
/// end. Returns false if the account has no password.
///
/// # Errors
/// If the database does not answer.
pub async fn require_new_password(db: &Db, user: Uuid) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        lock_account(user, &mut tx).await?;
        let stored: Option<String> = sqlx::query_scalar("select password_hash from users where id = $1")
            .bind(user)
            .fetch_optional(&mut *tx)
            .await?;
        let Some(stored) = stored.filter(|stored| !is_none(stored)) else { return Ok(false) };
        let (guard, rest) = stored.strip_prefix(GUARDED).map_or(("", stored.as_str()), |rest| (GUARDED, rest));
        let hash = rest.strip_prefix(RENEWED).unwrap_or(rest);
        sqlx::query("update users set password_hash = $2 where id = $1")
            .bind(user)
            .bind(format!("{guard}{RENEWED}{hash}"))
            .execute(&mut *tx)
            .await?;
        for statement in [
            "update pending_sign_ins set used_at = now() where user_id = $1 and used_at is null",
            "delete from password_renewals where user_id = $1",
        ] {
            sqlx::query(statement).bind(user).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(true)
    })
    .await
}
