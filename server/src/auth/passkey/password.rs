//! An account that signs in with passkeys alone: the password is removed.

use super::kept::has_passkeys;
use super::mail::{News, PasskeyMail};
use crate::auth::account::{lock_account, set_password};
use crate::auth::passwords::is_none;
use crate::auth::{Auth, Principal, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

impl Auth {
    /// Removes the password of an account that has a passkey. Sessions continue.
    ///
    /// # Errors
    /// `conflict` if the account has no passkey, or no password; `validation_failed` on `password`; `rate_limited`.
    pub async fn remove_password(
        &self,
        principal: &Principal,
        password: String,
        from: &Requester,
    ) -> Result<(), Refusal> {
        let (user, proven) = self.prove_stored(principal, password, from).await?;
        if is_none(&proven) {
            return Err(Refusal::new(Code::Conflict).message(words::PASSWORD_REMOVED));
        }
        let email_key = user.email.to_ascii_lowercase();
        let notice = self.mail_notice(&PasskeyMail { user: user.id, news: News::PasswordRemoved }, &email_key)?;
        let removed: Result<Result<(), Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock_account(user.id, &mut tx).await?;
                if !has_passkeys(user.id, &mut tx).await? {
                    return Ok(Err(Refusal::new(Code::Conflict).message(words::PASSKEY_FIRST)));
                }
                if !set_password(user.id, "", Some(proven.as_str()), &mut tx).await? {
                    // Another call has changed the password since it was checked here.
                    return Ok(Err(Refusal::invalid("password", words::PASSWORD_INCORRECT)));
                }
                notice.store(&mut tx).await?;
                tx.commit().await?;
                Ok(Ok(()))
            })
            .await;
        removed??;
        self.inner.jobs.wake();
        tracing::info!(user = %user.id, "a password was removed");
        Ok(())
    }
}
