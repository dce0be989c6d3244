//! Signing up. The answer, and the work behind it, are the same whether the e-mail is taken or not.
//!
//! Sign-ups with the same address are independent. Only the page that signed up knows the sign-up's id, and a code is
//! valid for the sign-up that it was sent for and for no other.

use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::confirm_link::BrowserSecret;
use super::input::{self, Email};
use super::mailed_code::{CODE_LIFE, Letters, MAILS, Pending, store_letter};
use super::{AccountMail, Auth, Invited, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

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
    /// The token of an invitation, if the server needs one to sign up.
    pub invitation: Option<String>,
}

impl Auth {
    /// Queues a mail with a code and a link for a new address, or a hint to the owner of an address that is taken. The answer does
    /// not reveal that a mail was dropped.
    ///
    /// # Errors
    /// If a field is not allowed, the person may not sign up, or the node is too busy.
    pub async fn sign_up(
        &self,
        sign_up: SignUp,
        invited: Option<&Invited>,
        browser: &BrowserSecret,
        from: &Requester,
    ) -> Result<Pending, Refusal> {
        let email = Email::parse(&sign_up.email)?;
        self.may_sign_up(&email, invited)?;
        // This is stored now, because the invitation may be used up when the code is entered.
        let is_invited = invited.is_some_and(|invited| invited.is_for(&email.key));
        input::new_password(&sign_up.password)?;
        let firstname = input::name("firstname", sign_up.firstname)?;
        let lastname = input::name("lastname", sign_up.lastname)?;
        let password_hash = self.inner.passwords.hash(sign_up.password).await?;

        let Pending { id, reference } = Pending::new();
        let letters = self.sign_up_letters(id, &email.key, from).await?;
        let (shown, Email { text, key }) = (reference.clone(), email);
        let browser_hash = browser.hash();
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let carried = store_letter(letters, false, &key, &mut tx).await?.flatten();
                sqlx::query(
                    "insert into pending_sign_ups
                         (id, reference, email, email_key, password_hash, firstname, lastname, code_hash, mails, expires_at,
                          invited)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, now() + make_interval(secs => $9), $10)",
                )
                .bind(id)
                .bind(reference)
                .bind(text)
                .bind(key)
                .bind(password_hash)
                .bind(firstname)
                .bind(lastname)
                .bind(carried.map(|carried| carried.code_hash))
                .bind(CODE_LIFE.as_secs_f64())
                .bind(is_invited)
                .execute(&mut *tx)
                .await?;
                sqlx::query("insert into sign_up_links (sign_up_id, link_hash, browser_hash) values ($1, $2, $3)")
                    .bind(id)
                    .bind(carried.map(|carried| carried.link_hash))
                    .bind(browser_hash)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await
            })
            .await;
        stored?;
        self.inner.jobs.wake();
        Ok(Pending { id, reference: shown })
    }

    /// Queues a mail with a new code and a new link for a sign-up; the previous ones become invalid. The answer does not reveal
    /// whether the sign-up exists.
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
        let letters = self.sign_up_letters(sign_up, &key, from).await?;
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if let Some(carried) = store_letter(letters, false, &key, &mut tx).await? {
                    sqlx::query(
                        "update pending_sign_ups
                         set code_hash = $2, attempts = 0, expires_at = now() + make_interval(secs => $3)
                         where id = $1 and used_at is null",
                    )
                    .bind(sign_up)
                    .bind(carried.map(|carried| carried.code_hash))
                    .bind(CODE_LIFE.as_secs_f64())
                    .execute(&mut *tx)
                    .await?;
                    sqlx::query("update sign_up_links set link_hash = $2, asked = 0 where sign_up_id = $1")
                        .bind(sign_up)
                        .bind(carried.map(|carried| carried.link_hash))
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

    /// Both mails of a sign-up: the code, and the hint to the owner of the address.
    async fn sign_up_letters(
        &self,
        sign_up: Uuid,
        email_key: &str,
        from: &Requester,
    ) -> Result<Option<Letters>, Refusal> {
        let mails = (&AccountMail::Code { sign_up }, &AccountMail::AddressTaken { sign_up });
        self.letters(sign_up, mails, email_key, from).await
    }
}

/// The refusal for a page of build 0008, which names no sign-up. Its code could belong to another person's sign-up, so
/// the code confirms nothing.
pub fn outdated_page() -> Refusal {
    Refusal::new(Code::Gone).message(words::PAGE_OUTDATED)
}
