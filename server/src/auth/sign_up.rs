//! Signing up. The answer, and the work behind it, are the same whether the e-mail is taken or not.

use std::time::Duration;

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Auth;
use super::input::{self, Email};
use crate::error::{Code, Refusal};
use crate::mail;

/// How long a code counts.
pub(super) const CODE_LIFE: Duration = Duration::from_secs(15 * 60);

/// What somebody says of themselves who signs up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// An address that they can read mail at.
    pub email: String,
    /// 8 to 128 characters.
    pub password: String,
    /// At most 100 characters.
    pub firstname: Option<String>,
    /// At most 100 characters.
    pub lastname: Option<String>,
}

impl Auth {
    /// Sends a code to somebody new, and a hint to the owner of an address that is taken.
    ///
    /// # Errors
    /// When a field is not allowed, or the node is too busy.
    pub async fn sign_up(&self, sign_up: SignUp) -> Result<(), Refusal> {
        let email = Email::parse(&sign_up.email)?;
        input::new_password(&sign_up.password)?;
        let firstname = input::name("firstname", sign_up.firstname)?;
        let lastname = input::name("lastname", sign_up.lastname)?;
        let password_hash = self.inner.passwords.hash(sign_up.password).await?;

        let id = Uuid::now_v7();
        let code = random_code();
        let hash = self.inner.keys.code(id, &code);
        let (text, key) = (email.text.clone(), email.key.clone());
        let taken: bool = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "insert into sign_ups
                         (id, email, email_key, password_hash, firstname, lastname, code_hash,
                          expires_at)
                     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
                     returning exists (select 1 from users u where u.email_key = $3)",
                )
                .bind(id)
                .bind(text)
                .bind(key)
                .bind(password_hash)
                .bind(firstname)
                .bind(lastname)
                .bind(hash)
                .bind(CODE_LIFE.as_secs_f64())
                .fetch_one(&pool)
                .await
            })
            .await?;
        self.send(if taken {
            mail::already_registered(&email.text, self.inner.site.public_url())
        } else {
            mail::confirmation_code(&email.text, &code, CODE_LIFE.as_secs() / 60)
        })
        .await
    }

    /// Sends a new code for the newest sign-up with an address; the code before it counts no more.
    /// Nobody can tell whether there was one.
    ///
    /// # Errors
    /// When that is no address.
    pub async fn resend(&self, email: &str) -> Result<(), Refusal> {
        let email = Email::parse(email)?;
        let key = email.key.clone();
        let newest: Option<Uuid> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "select id from sign_ups s
                     where email_key = $1 and used_at is null
                       and not exists (select 1 from users u where u.email_key = $1)
                     order by created_at desc limit 1",
                )
                .bind(key)
                .fetch_optional(&pool)
                .await
            })
            .await?;
        let Some(id) = newest else {
            return Ok(());
        };
        let code = random_code();
        let hash = self.inner.keys.code(id, &code);
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "update sign_ups
                     set code_hash = $2, attempts = 0,
                         expires_at = now() + make_interval(secs => $3)
                     where id = $1 and used_at is null",
                )
                .bind(id)
                .bind(hash)
                .bind(CODE_LIFE.as_secs_f64())
                .execute(&pool)
                .await
            })
            .await
            .map_err(|error: sqlx::Error| Refusal::from(error))?;
        self.send(mail::confirmation_code(&email.text, &code, CODE_LIFE.as_secs() / 60)).await
    }
}

/// Six digits, each as likely as any other.
fn random_code() -> String {
    use rand::Rng;
    format!("{:06}", rand::rng().random_range(0..1_000_000))
}

/// An address that was taken in the meantime gives no hint of it.
pub(super) fn too_late() -> Refusal {
    Code::Gone.into()
}
