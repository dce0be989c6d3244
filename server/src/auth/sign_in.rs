//! Signing in: one answer, in the same time, for a wrong e-mail and a wrong password.

use uuid::Uuid;

use super::input::{self, Email};
use super::passwords::must_be_replaced;
use super::user::{self, User};
use super::{Auth, Requester, SignIn};
use crate::error::{Code, Refusal};

impl Auth {
    /// Checks the password, and begins a session. Asks for a code first if the user has a second factor, and for a new password
    /// if the current one must be replaced.
    ///
    /// # Errors
    /// `wrong_credentials`; `user_disabled` after the right password; `rate_limited` after too many guesses, then for the right
    /// password too.
    pub async fn sign_in(&self, email: &str, password: String, from: &Requester) -> Result<SignIn, Refusal> {
        let email = Email::parse(email)?;
        input::given_password(&password)?;
        let device = from.device(&self.inner.keys, &email.key);
        let counted = self.inner.guesses.at_password(&email.key, device, from).await?;

        let key = email.key.clone();
        let known: Option<(Uuid, String)> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as("select id, password_hash from users where email_key = $1")
                    .bind(key)
                    .fetch_optional(&pool)
                    .await
            })
            .await
            .map_err(|error: sqlx::Error| Refusal::from(error))?;
        let (id, hash) = known.unzip();
        let right = self.inner.passwords.verify(password, hash.clone()).await?;
        let (true, Some(id), Some(hash)) = (right, id, hash) else {
            return Err(Code::WrongCredentials.into());
        };
        self.inner.guesses.forget(counted).await?;
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        self.enter_with_password(user.ok_or(Code::WrongCredentials)?, hash, from).await
    }

    /// Signs a person in after the right password. `hash` is the stored form of this password.
    pub(super) async fn enter_with_password(
        &self,
        user: User,
        hash: String,
        from: &Requester,
    ) -> Result<SignIn, Refusal> {
        self.refuse_disabled(user.id).await?;
        if must_be_replaced(&hash) {
            return self.begin_renewal(user.id, hash, from).await;
        }
        self.enter(user, hash, None, from).await
    }
}
