//! Signing up. The answer, and the work behind it, are the same whether the e-mail is taken or not.
//!
//! Sign-ups with the same address are independent. Only the page that signed up knows the sign-up's id, and a code is
//! valid for the sign-up that it was sent for and for no other.

use std::time::Duration;

use actors::jobs::NewJob;
use serde::Deserialize;
use sqlx::PgConnection;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::input::{self, Email};
use super::{AccountMail, Auth, Requester};
use crate::error::{Code, Refusal};
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

impl Auth {
    /// Queues a code for a new address, or a hint to the owner of an address that is taken. The answer does not reveal
    /// that a mail was dropped.
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
        let letters = self.letters(id, &email.key, from).await?;
        let (shown, Email { text, key }) = (reference.clone(), email);
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let code = store_letter(letters, &key, &mut tx).await?;
                sqlx::query(
                    "insert into pending_sign_ups
                         (id, reference, email, email_key, password_hash, firstname, lastname, code_hash, mails, expires_at)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, now() + make_interval(secs => $9))",
                )
                .bind(id)
                .bind(reference)
                .bind(text)
                .bind(key)
                .bind(password_hash)
                .bind(firstname)
                .bind(lastname)
                .bind(code.flatten())
                .bind(CODE_LIFE.as_secs_f64())
                .execute(&mut *tx)
                .await?;
                tx.commit().await
            })
            .await;
        stored?;
        self.inner.jobs.wake();
        Ok(Pending { id, reference: shown })
    }

    /// Queues a new code for a sign-up; the previous code becomes invalid. The answer does not reveal whether the
    /// sign-up exists.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn resend(&self, sign_up: Uuid, from: &Requester) -> Result<(), Refusal> {
        let waiting: Option<String> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "update pending_sign_ups set mails = mails + 1
                     where id = $1 and used_at is null and mails < $2
                     returning email_key",
                )
                .bind(sign_up)
                .bind(MAILS)
                .fetch_optional(&pool)
                .await
            })
            .await?;
        let Some(key) = waiting else { return Ok(()) };
        let letters = self.letters(sign_up, &key, from).await?;
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if let Some(code) = store_letter(letters, &key, &mut tx).await? {
                    sqlx::query(
                        "update pending_sign_ups
                         set code_hash = $2, attempts = 0, expires_at = now() + make_interval(secs => $3)
                         where id = $1 and used_at is null",
                    )
                    .bind(sign_up)
                    .bind(code)
                    .bind(CODE_LIFE.as_secs_f64())
                    .execute(&mut *tx)
                    .await?;
                }
                tx.commit().await
            })
            .await;
        stored?;
        self.inner.jobs.wake();
        Ok(())
    }

    /// The two mails of which a sign-up sends one; `None` if the requester has caused too many mails to the address.
    async fn letters(&self, sign_up: Uuid, email_key: &str, from: &Requester) -> Result<Option<Letters>, Refusal> {
        if !self.inner.guesses.may_mail(email_key, from).await? {
            tracing::warn!("a mail was dropped: its requester has caused too many mails to this address");
            return Ok(None);
        }
        let id = Uuid::now_v7();
        let code_hash = self.inner.keys.code(sign_up, &self.inner.keys.new_code(id));
        let job = |mail| Ok::<_, Refusal>(self.mail_job(id, mail, email_key)?.expires_after(CODE_LIFE));
        let code = job(AccountMail::Code { sign_up })?;
        let taken = job(AccountMail::AddressTaken { sign_up })?;
        Ok(Some(Letters { code, code_hash, taken }))
    }
}

/// The two mails of which a sign-up sends one.
struct Letters {
    code: NewJob,
    code_hash: [u8; 32],
    /// The hint to the owner of the address.
    taken: NewJob,
}

/// Queues the mail of a sign-up. Answers what to store of its code, which is nothing if the address is taken; `None` if
/// no mail was queued. Only a mailed code is stored, so every few guesses at a code send the address's owner another
/// mail.
async fn store_letter(
    letters: Option<Letters>,
    email_key: &str,
    tx: &mut PgConnection,
) -> Result<Option<Option<[u8; 32]>>, sqlx::Error> {
    let Some(Letters { code, code_hash, taken }) = letters else { return Ok(None) };
    let is_taken: bool = sqlx::query_scalar("select exists (select from users where email_key = $1)")
        .bind(email_key)
        .fetch_one(&mut *tx)
        .await?;
    let stored = if is_taken { taken } else { code }.store(tx).await?;
    if !stored {
        tracing::warn!("a mail was dropped: too many mails to its address are queued");
    }
    Ok(stored.then_some((!is_taken).then_some(code_hash)))
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
