//! Signing up. The answer, and the work behind it, are the same whether the e-mail is taken or not.
//!
//! Sign-ups with the same address are independent. Only the page that signed up knows the sign-up's id, and a code is
//! valid for the sign-up that it was sent for and for no other.

use std::time::Duration;

use serde::Deserialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::input::{self, Email};
use super::{Auth, Requester};
use crate::error::{Code, Refusal};
use crate::mail::{self, CodeLetter};
use crate::words::refusals as words;

/// How long a code is valid.
const CODE_LIFE: Duration = Duration::from_secs(15 * 60);
/// The most mails for one sign-up, the first included. Each mail allows a few guesses at its code.
const MAILS: i32 = 5;
/// The alphabet of references, without letters and digits that look alike.
const REFERENCE_LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/// The fields of a sign-up.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
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

/// A sign-up that waits for its code.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Random and secret: only the page that signed up knows it.
    pub id: Uuid,
    /// Short; shown on that page and in the mail.
    pub reference: String,
}

/// A sign-up that needs another mail.
#[derive(sqlx::FromRow)]
struct Waiting {
    email: String,
    email_key: String,
    reference: String,
    created_at: OffsetDateTime,
    taken: bool,
}

impl Auth {
    /// Mails a code to a new address, or a hint to the owner of an address that is taken.
    ///
    /// # Errors
    /// If a field is not allowed, or the node is too busy.
    pub async fn sign_up(&self, sign_up: SignUp, from: &Requester) -> Result<Pending, Refusal> {
        let email = Email::parse(&sign_up.email)?;
        input::new_password(&sign_up.password)?;
        let firstname = input::name("firstname", sign_up.firstname)?;
        let lastname = input::name("lastname", sign_up.lastname)?;
        let password_hash = self.inner.passwords.hash(sign_up.password).await?;

        let (id, reference) = (Uuid::new_v4(), random_reference());
        let row = (id, reference.clone(), email.text.clone(), email.key.clone());
        let (taken, created_at): (bool, OffsetDateTime) = self
            .inner
            .db
            .run(move |pool| async move {
                let (id, reference, text, key) = row;
                sqlx::query_as(
                    "insert into pending_sign_ups
                         (id, reference, email, email_key, password_hash, firstname, lastname, mails, expires_at)
                     values ($1, $2, $3, $4, $5, $6, $7, 1, now() + make_interval(secs => $8))
                     returning exists (select 1 from users u where u.email_key = $4), created_at",
                )
                .bind(id)
                .bind(reference)
                .bind(text)
                .bind(key)
                .bind(password_hash)
                .bind(firstname)
                .bind(lastname)
                .bind(CODE_LIFE.as_secs_f64())
                .fetch_one(&pool)
                .await
            })
            .await?;
        let waiting =
            Waiting { email: email.text, email_key: email.key, reference: reference.clone(), created_at, taken };
        self.mail_code(id, waiting, from).await?;
        Ok(Pending { id, reference })
    }

    /// Sends a new code for a sign-up; the previous code becomes invalid. The answer does not reveal whether the
    /// sign-up exists.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn resend(&self, sign_up: Uuid, from: &Requester) -> Result<(), Refusal> {
        let waiting: Option<Waiting> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "update pending_sign_ups set mails = mails + 1
                     where id = $1 and used_at is null and mails < $2
                     returning email, email_key, reference, created_at,
                               exists (select 1 from users u where u.email_key = pending_sign_ups.email_key) as taken",
                )
                .bind(sign_up)
                .bind(MAILS)
                .fetch_optional(&pool)
                .await
            })
            .await?;
        match waiting {
            Some(waiting) => self.mail_code(sign_up, waiting, from).await,
            None => Ok(()),
        }
    }

    /// Mails a new code, or the hint that the address is taken. The answer does not reveal that a mail was dropped.
    /// Only a mailed code is stored, so every few guesses at a code send the address's owner another mail.
    async fn mail_code(&self, id: Uuid, waiting: Waiting, from: &Requester) -> Result<(), Refusal> {
        if !self.inner.guesses.may_mail(&waiting.email_key, from).await? {
            tracing::warn!("a mail was dropped: its requester has caused too many mails to this address");
            return Ok(());
        }
        let code = random_code();
        let hash = (!waiting.taken).then(|| self.inner.keys.code(id, &code));
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "update pending_sign_ups
                     set code_hash = $2, attempts = 0, expires_at = now() + make_interval(secs => $3)
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
        let mail = if waiting.taken {
            mail::already_registered(&waiting.email, self.inner.site.public_url())
        } else {
            mail::confirmation_code(&CodeLetter {
                to: &waiting.email,
                code: &code,
                reference: &waiting.reference,
                began: waiting.created_at,
                minutes: CODE_LIFE.as_secs() / 60,
            })
        };
        self.inner.mailer.send(mail).await;
        Ok(())
    }
}

/// Eight random digits.
fn random_code() -> String {
    use rand::Rng;
    format!("{:08}", rand::rng().random_range(0..100_000_000))
}

/// Four random letters and digits. They distinguish a person's own few sign-ups and are no secret.
fn random_reference() -> String {
    use rand::seq::IndexedRandom;
    let mut random = rand::rng();
    (0..4).filter_map(|_| REFERENCE_LETTERS.choose(&mut random)).map(|letter| char::from(*letter)).collect()
}

/// The refusal for a page of build 0008, which names no sign-up. Its code could belong to another person's sign-up, so
/// the code confirms nothing.
pub fn outdated_page() -> Refusal {
    Refusal::new(Code::Gone).message(words::PAGE_OUTDATED)
}
