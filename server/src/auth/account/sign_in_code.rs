//! Sign-in by a mailed code, where the operator of the server allows it (MC1 to MC6 of docs/IDENTITY.md). The code
//! replaces only the password: a second factor is asked for as well.

use sqlx::PgConnection;
use uuid::Uuid;

use super::codes::{NewRequest, Purpose, spend};
use crate::auth::input::{self, Email};
use crate::auth::mailed_code::Pending;
use crate::auth::{Auth, Requester, SignIn, user};
use crate::error::{Code, Refusal};

impl Auth {
    /// Whether people may sign in with a mailed code.
    #[must_use]
    pub fn has_sign_in_codes(&self) -> bool {
        self.inner.sign_in_codes
    }

    /// Mails a code to sign in with. If no account has the address, the mail says so. The answer is the same in both cases.
    ///
    /// # Errors
    /// `not_found` if the settings do not allow it; `validation_failed` if `email` is not a valid address.
    pub async fn begin_code_sign_in(&self, email: &str, from: &Requester) -> Result<Pending, Refusal> {
        self.allow_codes()?;
        let email = Email::parse(email)?;
        let user = self.account_of(&email).await?;
        let new = NewRequest { purpose: Purpose::SignIn, user, email, old_email: None };
        self.request_code(new, from).await
    }

    /// Mails a new code. The answer does not reveal whether the request exists.
    ///
    /// # Errors
    /// `not_found` if the settings do not allow it.
    pub async fn resend_code_sign_in(&self, request: Uuid, from: &Requester) -> Result<(), Refusal> {
        self.allow_codes()?;
        self.resend_code(Purpose::SignIn, request, from).await
    }

    /// Begins a session with a mailed code, or asks for a code of the second factor as well. A code counts as a guess at the
    /// account, together with the passwords.
    ///
    /// # Errors
    /// `not_found` if the settings do not allow it; `validation_failed` on `code`; `gone` if the code was used or has expired, or
    /// the account was changed meanwhile; `rate_limited` after too many guesses, then for the right code too.
    pub async fn sign_in_by_code(&self, request: Uuid, code: &str, from: &Requester) -> Result<SignIn, Refusal> {
        self.allow_codes()?;
        let code = input::code(code)?;
        let tried = self.try_code(Purpose::SignIn, request).await?.ok_or_else(input::wrong_code)?;
        let device = from.device(&self.inner.keys, &tried.email_key);
        let counted = self.inner.guesses.at_password(&tried.email_key, device, from).await?;
        self.judge_code(request, &code, tried.attempted())?;
        let id = tried.user_id.ok_or_else(input::wrong_code)?;
        self.inner.guesses.forget(counted).await?;
        let spent = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let password = if spend(request, id, &mut tx).await? { void_others(id, &mut tx).await? } else { None };
                tx.commit().await?;
                let user = user::by_id(&pool, id).await?;
                Ok::<_, sqlx::Error>(user.zip(password))
            })
            .await?;
        let (user, password) = spent.ok_or(Code::Gone)?;
        self.enter(user, password, None, from).await.map_err(|refusal| match refusal.code {
            // The password was changed, or a second factor was turned on, since the code was spent.
            Code::WrongCredentials => Code::Gone.into(),
            _ => refusal,
        })
    }

    fn allow_codes(&self) -> Result<(), Refusal> {
        if self.inner.sign_in_codes { Ok(()) } else { Err(Code::NotFound.into()) }
    }
}

/// Ends the other codes to sign in to an account. Returns its stored password.
async fn void_others(user: Uuid, tx: &mut PgConnection) -> Result<Option<String>, sqlx::Error> {
    sqlx::query("update account_codes set used_at = now() where user_id = $1 and purpose = $2 and used_at is null")
        .bind(user)
        .bind(Purpose::SignIn.word())
        .execute(&mut *tx)
        .await?;
    sqlx::query_scalar("select password_hash from users where id = $1").bind(user).fetch_optional(tx).await
}
