//! Reset of a password with a code in a text message, for accounts without an email address. The code begins no session.

use uuid::Uuid;

use super::codes::{NewAccount, NewRequest, spend_text};
use super::number::Phone;
use super::purpose::Purpose;
use crate::auth::account::{lock_account, replace_password};
use crate::auth::mailed_code::Pending;
use crate::auth::user::{self, User};
use crate::auth::{Auth, Requester, input};
use crate::error::{Code, Refusal};

impl Auth {
    /// Sends a code for a new password. If no account has the number, or the account has an address, the message has no
    /// code and says that the number cannot be used. The answer is the same in all cases.
    ///
    /// # Errors
    /// `not_found` if the server sends no text messages; `validation_failed` if `phone` is not a number; `rate_limited` after too
    /// many messages.
    pub async fn forgot_password_by_phone(&self, phone: &str, from: &Requester) -> Result<Pending, Refusal> {
        self.allow_phones()?;
        let phone = Phone::parse(phone)?;
        self.may_text(&phone, from).await?;
        let account = NewAccount::default();
        self.request_text(NewRequest { purpose: Purpose::Password, phone, user: None, account }).await
    }

    /// As [`Auth::reset_password`], with a code from a text message.
    ///
    /// # Errors
    /// `validation_failed` on `password` or `code`; `gone` if the code was used or has expired, or the account has an address now.
    pub async fn reset_password_by_phone(&self, request: Uuid, code: &str, password: String) -> Result<User, Refusal> {
        self.allow_phones()?;
        // The new password is checked first, so that a password that is too short uses up no attempt at the code.
        input::new_password(&password)?;
        let confirmed = self.check_text(Purpose::Password, request, code).await?;
        let id = confirmed.user_id.ok_or_else(input::wrong_code)?;
        let hash = self.inner.passwords.hash(password).await?;
        let notice = self.password_notice(id, &confirmed.phone)?;
        let changed: Result<Option<(User, Vec<Uuid>)>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !lock_account(id, &mut tx).await? || !spend_text(request, &mut tx).await? {
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
        tracing::info!(user = %id, "a forgotten password was reset by a text message");
        Ok(user)
    }
}
