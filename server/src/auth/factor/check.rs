//! Checks codes of second factors. Each code works once.

use sqlx::PgPool;
use uuid::Uuid;

use super::app::App;
use super::recovery;
use crate::auth::account::IdentityMail;
use crate::auth::guesses::Counted;
use crate::auth::{Auth, Principal, Requester, User, input};
use crate::error::Refusal;

/// The length of a code of an app.
const APP_CODE: usize = 6;

/// The kind of a valid code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spent {
    App,
    Recovery,
}

/// A code, as a person typed it.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    App(String),
    Recovery(String),
}

impl Typed {
    fn read(text: &str) -> Option<Self> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if digits.len() == APP_CODE && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::App(digits));
        }
        recovery::typed(text).map(Self::Recovery)
    }
}

/// The stored second factor of a person.
#[derive(sqlx::FromRow)]
pub(super) struct Factor {
    pub(super) sealed: Vec<u8>,
    pub(super) is_on: bool,
}

impl Auth {
    /// Checks the caller's password, and a code if the account has a second factor.
    ///
    /// # Errors
    /// `validation_failed` on `password` or `code`; `rate_limited` after too many guesses.
    pub(in crate::auth) async fn prove_with_code(
        &self,
        principal: &Principal,
        password: String,
        code: Option<&str>,
        from: &Requester,
    ) -> Result<User, Refusal> {
        let user = self.prove(principal, password, from).await?;
        if self.factor(user.id).await?.is_some_and(|factor| factor.is_on) {
            self.spend_code(user.id, &user.email, code.unwrap_or_default(), from).await?;
        }
        Ok(user)
    }

    /// Counts a guess, then checks a code of the second factor of a person and spends the code.
    ///
    /// # Errors
    /// `validation_failed` on `code`; `rate_limited` after too many guesses.
    pub(super) async fn spend_code(
        &self,
        user: Uuid,
        email: &str,
        code: &str,
        from: &Requester,
    ) -> Result<Spent, Refusal> {
        let email_key = email.to_ascii_lowercase();
        let counted = self.count_code(user, &email_key, from).await?;
        let spent = match Typed::read(code) {
            Some(Typed::App(code)) => self.spend_app_code(user, email, &code).await?.then_some(Spent::App),
            Some(Typed::Recovery(letters)) => {
                let hash = recovery::hash(user, &letters);
                let used =
                    self.inner.db.run(move |pool| async move { spend_recovery(&pool, user, hash).await }).await?;
                if used {
                    self.tell(IdentityMail::RecoveryCodeUsed { user }, &email_key).await?;
                }
                used.then_some(Spent::Recovery)
            }
            None => None,
        };
        let spent = spent.ok_or_else(input::wrong_code)?;
        self.inner.guesses.forget(counted).await?;
        Ok(spent)
    }

    /// Counts a guess at a code. Mails the owner when the first guess from an unknown device is refused.
    ///
    /// # Errors
    /// `rate_limited` after too many guesses.
    pub(super) async fn count_code(&self, user: Uuid, email_key: &str, from: &Requester) -> Result<Counted, Refusal> {
        let device = from.device(&self.inner.keys, email_key);
        match self.inner.guesses.at_code(user, device).await? {
            Ok(counted) => Ok(counted),
            Err((refusal, is_first)) => {
                if is_first {
                    self.tell(IdentityMail::CodesGuessed { user }, email_key).await?;
                }
                Err(refusal)
            }
        }
    }

    /// Spends a code of the app. Returns whether the code was valid. One statement moves the last step forward, so if
    /// several calls use the same code at once, on any nodes, one succeeds.
    async fn spend_app_code(&self, user: Uuid, email: &str, code: &str) -> Result<bool, Refusal> {
        let Some(factor) = self.factor(user).await?.filter(|factor| factor.is_on) else { return Ok(false) };
        let Some(step) = self.step_of(user, email, &factor, code) else { return Ok(false) };
        let spent = self.inner.db.run(move |pool| async move { spend_step(&pool, user, step).await }).await?;
        if spent {
            self.seal_again(user, &factor).await?;
        }
        Ok(spent)
    }

    /// The step of a code; `None` if the code is not valid at the database's time.
    pub(super) fn step_of(&self, user: Uuid, email: &str, factor: &Factor, code: &str) -> Option<i64> {
        let Some((secret, _)) = self.inner.keys.opened_factor(user, &factor.sealed) else {
            tracing::error!(%user, "a second factor was encrypted under a secret that this node does not have");
            return None;
        };
        let now = u64::try_from(self.inner.tokens.now()).ok()?;
        i64::try_from(App::new(&secret, email)?.step(code, now)?).ok()
    }

    /// Encrypts the app's secret under the current secret of the cluster if it was encrypted under the previous one.
    async fn seal_again(&self, user: Uuid, factor: &Factor) -> Result<(), Refusal> {
        let Some((secret, false)) = self.inner.keys.opened_factor(user, &factor.sealed) else { return Ok(()) };
        let Some(sealed) = self.inner.keys.sealed_factor(user, &secret) else { return Ok(()) };
        let before = factor.sealed.clone();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query("update second_factors set sealed = $2 where user_id = $1 and sealed = $3")
                    .bind(user)
                    .bind(sealed)
                    .bind(before)
                    .execute(&pool)
                    .await
            })
            .await?;
        Ok(())
    }

    pub(super) async fn factor(&self, user: Uuid) -> Result<Option<Factor>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select sealed, confirmed_at is not null as is_on from second_factors where user_id = $1",
                )
                .bind(user)
                .fetch_optional(&pool)
                .await
            })
            .await
    }
}

async fn spend_step(pool: &PgPool, user: Uuid, step: i64) -> Result<bool, sqlx::Error> {
    let spent = sqlx::query("update second_factors set last_step = $2 where user_id = $1 and last_step < $2")
        .bind(user)
        .bind(step)
        .execute(pool)
        .await?;
    Ok(spent.rows_affected() == 1)
}

async fn spend_recovery(pool: &PgPool, user: Uuid, hash: [u8; 32]) -> Result<bool, sqlx::Error> {
    let spent = sqlx::query(
        "update recovery_codes c set used_at = now() from second_factors f
         where f.user_id = $1 and f.confirmed_at is not null and c.user_id = $1 and c.hash = $2 and c.used_at is null",
    )
    .bind(user)
    .bind(hash)
    .execute(pool)
    .await?;
    Ok(spent.rows_affected() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sf2_six_digits_are_a_code_of_the_app_and_sixteen_letters_a_recovery_code() {
        assert_eq!(Typed::read("123 456"), Some(Typed::App("123456".to_owned())));
        assert_eq!(Typed::read("ABCD-efgh-jkmn-pqrs"), Some(Typed::Recovery("abcdefghjkmnpqrs".to_owned())));
        for wrong in ["", "12345", "1234567", "12345a", "१२३४५६"] {
            assert_eq!(Typed::read(wrong), None, "{wrong}");
        }
    }
}
