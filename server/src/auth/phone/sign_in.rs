//! Sign-in with a phone number and the password. An unknown number and a wrong password get the same answer, after the
//! same work.

use uuid::Uuid;

use super::number::Phone;
use crate::auth::guesses::Counted;
use crate::auth::{Auth, Requester, SignIn, input, user};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

fn wrong() -> Refusal {
    Refusal::new(Code::WrongCredentials).message(words::WRONG_PHONE_OR_PASSWORD)
}

impl Auth {
    /// Begins a session for a user with the right password, or first asks for a code of the second factor or for a new
    /// password. No text message is sent, so this also works without a gateway. Guesses by number and by address share
    /// one count.
    ///
    /// # Errors
    /// `wrong_credentials`; `user_disabled` after the right password; `rate_limited` after too many guesses, then for the right
    /// password too.
    pub async fn sign_in_by_phone(&self, phone: &str, password: String, from: &Requester) -> Result<SignIn, Refusal> {
        let phone = Phone::parse(phone)?;
        input::given_password(&password)?;
        let number = phone.as_str().to_owned();
        let known: Option<(Uuid, String, String)> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select u.id, u.email_key, u.password_hash
                     from phone_numbers n join users u on u.id = n.user_id where n.phone = $1",
                )
                .bind(number)
                .fetch_optional(&pool)
                .await
            })
            .await
            .map_err(|error: sqlx::Error| Refusal::from(error))?;
        let key = known.as_ref().map_or(phone.as_str(), |(_, email_key, _)| email_key);
        let device = from.device(&self.inner.keys, key);
        let is_known_device = device.is_some();
        let mut counted = vec![self.inner.guesses.at_password(phone.as_str(), device, from).await?];
        // A known device has one counter for both names.
        let at_address = if is_known_device { None } else { Some(self.at_address(&phone, key, from).await?) };
        let has_guesses = !matches!(at_address, Some(None));
        counted.extend(at_address.flatten());
        let hash = known.as_ref().map(|(_, _, hash)| hash.clone());
        let right = self.inner.passwords.verify(password, hash).await?;
        let (true, Some((id, _, hash))) = (right && has_guesses, known) else {
            return Err(wrong());
        };
        for counted in counted {
            self.inner.guesses.forget(counted).await?;
        }
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        self.enter_with_password(user.ok_or_else(wrong)?, hash, from).await
    }

    /// Counts the guess for the email address of the account as well, because both names have one password. `None` if the address
    /// has no guesses left. The caller then refuses the password as wrong: `rate_limited` would tell which address belongs to the
    /// number.
    async fn at_address(&self, phone: &Phone, key: &str, from: &Requester) -> Result<Option<Counted>, Refusal> {
        // Without an address, another counter is raised, so that the work is the same.
        let name = if key == phone.as_str() { format!("{phone} without an address") } else { key.to_owned() };
        match self.inner.guesses.at_password(&name, None, from).await {
            Ok(counted) => Ok(Some(counted)),
            Err(refusal) if refusal.code == Code::RateLimited => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }
}
