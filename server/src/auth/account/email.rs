//! A new address for an account. The change takes effect when the person enters the code that was mailed to the new
//! address.

use uuid::Uuid;

use super::codes::{NewRequest, Purpose, spend, void_requests};
use super::mails::IdentityMail;
use crate::auth::input::{self, Email};
use crate::auth::mailed_code::Pending;
use crate::auth::phone::ChangeText;
use crate::auth::user::{User, user_columns};
use crate::auth::{Auth, Principal, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

impl Auth {
    /// Mails a code to the new address. If another account has the address, its owner gets a notice instead. The answer
    /// is the same in both cases.
    ///
    /// # Errors
    /// `validation_failed` on `email` or `password`; `rate_limited` after too many guesses at the password.
    pub async fn change_email(
        &self,
        principal: &Principal,
        email: &str,
        password: String,
        from: &Requester,
    ) -> Result<Pending, Refusal> {
        let email = Email::parse(email)?;
        let user = self.prove(principal, password, from).await?;
        if user.email.to_ascii_lowercase() == email.key {
            return Err(Refusal::invalid("email", words::EMAIL_UNCHANGED));
        }
        let new = NewRequest { purpose: Purpose::Email, user: Some(user.id), email, old_email: Some(user.email) };
        self.request_code(new, from).await
    }

    /// Mails a new code. The answer does not reveal whether the request exists.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn resend_email_code(&self, request: Uuid, from: &Requester) -> Result<(), Refusal> {
        self.resend_code(Purpose::Email, request, from).await
    }

    /// Gives the account its new address, and sends a notice to the old one, or to the number if there was none. Sessions continue.
    ///
    /// # Errors
    /// `validation_failed` on `code`; `gone` if the code was used or has expired; `already_exists` if another account has
    /// taken the address in the meantime.
    pub async fn confirm_email(&self, principal: &Principal, request: Uuid, code: &str) -> Result<User, Refusal> {
        let confirmed = self.check_code(Purpose::Email, request, code).await?;
        let id = principal.user_id;
        // A code is valid only for the account that asked for it.
        if confirmed.user_id != Some(id) {
            return Err(input::wrong_code());
        }
        let old_key = confirmed.old_email.as_deref().unwrap_or_default().to_ascii_lowercase();
        let (mail, change) = (IdentityMail::AddressChanged { request }, ChangeText::Address { request });
        let notice = self.change_notice(&mail, change, &old_key)?;
        let changed: Result<Result<User, Code>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !spend(request, id, &mut tx).await? {
                    return Ok(Err(Code::Gone));
                }
                let user: Result<Option<User>, sqlx::Error> = sqlx::query_as(concat!(
                    "update users set email = $2, email_key = $3
                     where id = $1 and deleted_at is null returning ",
                    user_columns!()
                ))
                .bind(id)
                .bind(confirmed.email)
                .bind(confirmed.email_key)
                .fetch_optional(&mut *tx)
                .await;
                let user = match user {
                    Err(error) if error.as_database_error().is_some_and(|it| it.is_unique_violation()) => {
                        return Ok(Err(Code::AlreadyExists));
                    }
                    user => user?,
                };
                let Some(user) = user else { return Ok(Err(Code::Unauthenticated)) };
                void_requests(id, &mut tx).await?;
                notice.store(&mut tx).await?;
                tx.commit().await?;
                Ok(Ok(user))
            })
            .await;
        let user = changed?.map_err(|code| match code {
            Code::AlreadyExists => Refusal::new(code).field("email").message(words::EMAIL_TAKEN),
            code => code.into(),
        })?;
        self.inner.jobs.wake();
        tracing::info!(user = %id, "the address of an account was changed");
        Ok(user)
    }
}
