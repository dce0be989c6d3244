//! Reset of a forgotten password. A mailed code lets the person choose a new password. The code begins no session.

use sqlx::PgConnection;
use uuid::Uuid;

use super::codes::{NewRequest, Purpose, spend};
use super::password::{end_sessions_of, set_password};
use crate::auth::api_key::end_keys_of;
use crate::auth::app::end_codes_of;
use crate::auth::hosted::unlink_added;
use crate::auth::input::{self, Email};
use crate::auth::mailed_code::Pending;
use crate::auth::passkey::remove_all;
use crate::auth::user::{self, User};
use crate::auth::{Auth, Requester};
use crate::error::{Code, Refusal};

impl Auth {
    /// Mails a code for a new password. If no account has the address, the mail says so. The answer is the same in both
    /// cases.
    ///
    /// # Errors
    /// `validation_failed` if `email` is not a valid address.
    pub async fn forgot_password(&self, email: &str, from: &Requester) -> Result<Pending, Refusal> {
        let email = Email::parse(email)?;
        let user = self.account_of(&email).await?;
        let new = NewRequest { purpose: Purpose::Password, user, email, old_email: None };
        self.request_code(new, from).await
    }

    /// Mails a new code. The answer does not reveal whether the request exists.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn resend_reset(&self, request: Uuid, from: &Requester) -> Result<(), Refusal> {
        self.resend_code(Purpose::Password, request, from).await
    }

    /// Gives the account of a request a new password. Ends all sessions and API keys of the account, voids all its other
    /// codes, unlinks identities that were linked with the old password, and removes passkeys.
    ///
    /// # Errors
    /// `validation_failed` on `password` or `code`; `gone` if the code was used or has expired.
    pub async fn reset_password(&self, request: Uuid, code: &str, password: String) -> Result<User, Refusal> {
        // The new password is checked first, so that a password that is too short uses up no attempt at the code.
        input::new_password(&password)?;
        let confirmed = self.check_code(Purpose::Password, request, code).await?;
        let id = confirmed.user_id.ok_or_else(input::wrong_code)?;
        let hash = self.inner.passwords.hash(password).await?;
        let notice = self.password_notice(id, &confirmed.email_key)?;
        let changed: Result<Option<(User, Vec<Uuid>)>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !spend(request, id, &mut tx).await? {
                    return Ok(None);
                }
                let ended = replace_password(id, &hash, &mut tx).await?;
                notice.store(&mut tx).await?;
                tx.commit().await?;
                let user = user::by_id(&pool, id).await?;
                Ok(user.map(|user| (user, ended)))
            })
            .await;
        let (user, ended) = changed?.ok_or(Code::Gone)?;
        self.inner.ended.note(&ended);
        self.inner.jobs.wake();
        tracing::info!(user = %id, "a forgotten password was reset");
        Ok(user)
    }
}

/// Stores a new password in the place of a forgotten one. Ends everything that a person who knew the old one could have begun.
/// Returns the ended sessions.
pub(in crate::auth) async fn replace_password(
    user: Uuid,
    hash: &str,
    tx: &mut PgConnection,
) -> Result<Vec<Uuid>, sqlx::Error> {
    set_password(user, hash, None, tx).await?;
    let ended = end_sessions_of(user, None, tx).await?;
    end_keys_of(user, tx).await?;
    end_codes_of(user, tx).await?;
    unlink_added(user, tx).await?;
    remove_all(user, tx).await?;
    Ok(ended)
}
