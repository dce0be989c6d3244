//! The password of an account: checking it before a change of the account, and changing it.

use sqlx::PgConnection;
use uuid::Uuid;

use super::codes::void_requests;
use super::mails::IdentityMail;
use crate::auth::owner_notice::OwnerNotice;
use crate::auth::passwords::{GUARDED, is_none};
use crate::auth::phone::ChangeText;
use crate::auth::user::User;
use crate::auth::{Auth, Principal, Requester, input};
use crate::error::Refusal;
use crate::words::refusals as words;

impl Auth {
    /// Checks the caller's password before a change of the account. A wrong password counts as a guess, together with
    /// those at sign-in. If the account has no password, a passkey that was used a short time ago takes its place.
    ///
    /// # Errors
    /// `validation_failed` on `password`; `rate_limited` after too many guesses.
    pub(in crate::auth) async fn prove(
        &self,
        principal: &Principal,
        password: String,
        from: &Requester,
    ) -> Result<User, Refusal> {
        self.prove_stored(principal, password, from).await.map(|(user, _)| user)
    }

    /// As [`Auth::prove`]. Also returns the stored password.
    pub(in crate::auth) async fn prove_stored(
        &self,
        principal: &Principal,
        password: String,
        from: &Requester,
    ) -> Result<(User, String), Refusal> {
        input::given_password(&password)?;
        let user = self.user(principal).await?;
        let email_key = user.email.to_ascii_lowercase();
        let device = from.device(&self.inner.keys, &email_key);
        let counted = self.inner.guesses.at_password(&email_key, device, from).await?;
        let id = user.id;
        let hash: Option<String> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar("select password_hash from users where id = $1 and deleted_at is null")
                    .bind(id)
                    .fetch_optional(&pool)
                    .await
            })
            .await
            .map_err(|error: sqlx::Error| Refusal::from(error))?;
        if let Some(hash) = hash.as_ref().filter(|hash| is_none(hash)) {
            if !self.is_proven(principal).await? {
                return Err(Refusal::invalid("password", words::NO_PASSWORD));
            }
            self.inner.guesses.forget(counted).await?;
            return Ok((user, hash.clone()));
        }
        let right = self.inner.passwords.verify(password, hash.clone()).await?;
        let (true, Some(hash)) = (right, hash) else { return Err(wrong_password()) };
        self.inner.guesses.forget(counted).await?;
        Ok((user, hash))
    }

    /// Changes the password and mails a notice to the owner. Ends all other sessions if `end_others` is set.
    ///
    /// # Errors
    /// `validation_failed` on `newPassword`; as [`Auth::prove`].
    pub async fn change_password(
        &self,
        principal: &Principal,
        password: String,
        new: String,
        end_others: bool,
        from: &Requester,
    ) -> Result<(), Refusal> {
        input::new_password(&new).map_err(|refusal| refusal.field("newPassword"))?;
        let (user, proven) = self.prove_stored(principal, password, from).await?;
        let hash = self.inner.passwords.hash(new).await?;
        let email_key = user.email.to_ascii_lowercase();
        let notice = self.password_notice(user.id, &email_key)?;
        let kept = principal.session_id;
        let ended: Result<Option<Vec<Uuid>>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !set_password(user.id, &hash, Some(proven.as_str()), &mut tx).await? {
                    return Ok(None);
                }
                let ended = if end_others { end_sessions_of(user.id, Some(kept), &mut tx).await? } else { Vec::new() };
                notice.store(&mut tx).await?;
                tx.commit().await?;
                Ok(Some(ended))
            })
            .await;
        // Another call has changed the password since it was checked here.
        let ended = ended?.ok_or_else(wrong_password)?;
        self.inner.ended.note(&ended);
        self.inner.jobs.wake();
        Ok(())
    }

    /// The notice that the password was changed.
    pub(in crate::auth) fn password_notice(&self, user: Uuid, email_key: &str) -> Result<OwnerNotice, Refusal> {
        self.change_notice(&IdentityMail::PasswordChanged { user }, ChangeText::Password { user }, email_key)
    }
}

fn wrong_password() -> Refusal {
    Refusal::invalid("password", words::PASSWORD_INCORRECT)
}

/// Stores a password. Voids mailed codes, sign-ins that wait for a code, an app that was not confirmed, links that
/// have been sent to a provider, and passkeys that are being made, because they were begun with the old password. Stores
/// nothing if `proven` is no longer the stored password. Returns whether the password was stored.
pub(in crate::auth) async fn set_password(
    user: Uuid,
    hash: &str,
    proven: Option<&str>,
    tx: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    let stored = sqlx::query(
        "update users set password_hash = case when starts_with(password_hash, $3) then $3 else '' end || $2,
             password_changed_at = now()
         where id = $1 and deleted_at is null and ($4::text is null or password_hash = $4)",
    )
    .bind(user)
    .bind(hash)
    .bind(GUARDED)
    .bind(proven)
    .execute(&mut *tx)
    .await?;
    if stored.rows_affected() == 0 {
        return Ok(false);
    }
    void_requests(user, tx).await?;
    for statement in [
        "update pending_sign_ins set used_at = now() where user_id = $1 and used_at is null",
        "delete from second_factors where user_id = $1 and confirmed_at is null",
        "delete from hosted_sign_ins where user_id = $1",
        "delete from passkey_challenges where user_id = $1",
    ] {
        sqlx::query(statement).bind(user).execute(&mut *tx).await?;
    }
    Ok(true)
}

/// Ends all sessions of an account except `except`. Returns those that ended.
pub(in crate::auth) async fn end_sessions_of(
    user: Uuid,
    except: Option<Uuid>,
    tx: &mut PgConnection,
) -> Result<Vec<Uuid>, sqlx::Error> {
    // An access token may be valid a little longer than its session, so expired sessions end as well.
    sqlx::query_scalar(
        "update sessions set revoked_at = now(), revoked_because = 'sign_out_everywhere'
         where user_id = $1 and revoked_at is null and id is distinct from $2
         returning id",
    )
    .bind(user)
    .bind(except)
    .fetch_all(tx)
    .await
}
