//! Codes in text messages. A code proves that a person receives messages at a number.
//!
//! As with mailed codes, each request is a row of its own. Only the page that asked knows the id of the request, and a code is
//! valid only for its request.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::number::Phone;
use super::purpose::Purpose;
use super::text::CodeText;
use crate::auth::mailed_code::{Attempted, CODE_LIFE, Letters, MAILS, Pending};
use crate::auth::{Auth, Requester, input};
use crate::error::Refusal;

/// A request for a code.
pub(super) struct NewRequest {
    pub(super) purpose: Purpose,
    pub(super) phone: Phone,
    /// The account that wants the number.
    pub(super) user: Option<Uuid>,
    pub(super) account: NewAccount,
}

/// The account that a sign-up makes; empty for other requests.
#[derive(Clone, Debug, Default)]
pub(super) struct NewAccount {
    pub(super) password_hash: Option<String>,
    pub(super) firstname: String,
    pub(super) lastname: String,
    /// Whether the person had an invitation.
    pub(super) invited: bool,
}

/// The account that has a number.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Holder {
    user_id: Uuid,
    /// Whether the account has no email address.
    is_alone: bool,
}

/// A request, after an attempt at its code was counted.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Confirmed {
    pub(super) user_id: Option<Uuid>,
    pub(super) phone: String,
    pub(super) reference: String,
    pub(super) invited: bool,
    code_hash: Option<Vec<u8>>,
    attempts: i32,
    live: bool,
}

/// Returns the account that the code may change, and whether the text message contains a code. A sign-up or a new
/// number needs a number that no account has. Only an account without an address gets a new password by text message.
fn decide(purpose: Purpose, asking: Option<Uuid>, holder: Option<Holder>) -> (Option<Uuid>, bool) {
    match purpose {
        Purpose::SignUp => (None, holder.is_none()),
        Purpose::Number => (asking, holder.is_none()),
        Purpose::Password => {
            let user = holder.filter(|holder| holder.is_alone).map(|holder| holder.user_id);
            (user, user.is_some())
        }
    }
}

impl Auth {
    /// Stores a request and queues its text message. The answer and the work are the same whether the message has a code or not.
    /// The caller must have counted the message against the limits.
    pub(super) async fn request_text(&self, new: NewRequest) -> Result<Pending, Refusal> {
        let NewRequest { purpose, phone, user, account } = new;
        let Pending { id, reference } = Pending::new();
        let texts = self.texts(id, &phone)?;
        let shown = reference.clone();
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let (user, has_code) = decide(purpose, user, holder_of(&phone, &mut tx).await?);
                let code = texts.store(has_code, &mut tx).await?.flatten();
                sqlx::query(
                    "insert into phone_codes
                         (id, purpose, user_id, phone, reference, code_hash, texts, expires_at, password_hash, firstname,
                          lastname, invited)
                     values ($1, $2, $3, $4, $5, $6, 1, now() + make_interval(secs => $7), $8, $9, $10, $11)",
                )
                .bind(id)
                .bind(purpose.word())
                .bind(user)
                .bind(phone.as_str())
                .bind(reference)
                .bind(code.map(|carried| carried.code_hash))
                .bind(CODE_LIFE.as_secs_f64())
                .bind(account.password_hash)
                .bind(account.firstname)
                .bind(account.lastname)
                .bind(account.invited)
                .execute(&mut *tx)
                .await?;
                tx.commit().await
            })
            .await;
        stored?;
        self.inner.jobs.wake();
        Ok(Pending { id, reference: shown })
    }

    /// Queues a new code; the previous code becomes invalid. The answer does not reveal whether the request exists.
    ///
    /// # Errors
    /// `not_found` if the server sends no text messages; `rate_limited` after too many of them.
    pub async fn resend_text(&self, request: Uuid, from: &Requester) -> Result<(), Refusal> {
        self.allow_phones()?;
        let waiting: Option<(String, String, Option<Uuid>)> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "update phone_codes set texts = texts + 1
                     where id = $1 and used_at is null and texts < $2
                     returning purpose, phone, user_id",
                )
                .bind(request)
                .bind(MAILS)
                .fetch_optional(&pool)
                .await
            })
            .await?;
        let Some((purpose, phone, user)) = waiting else { return Ok(()) };
        let (purpose, phone) = (Purpose::of_word(&purpose), Phone::stored(phone));
        self.may_text(&phone, from).await?;
        let texts = self.texts(request, &phone)?;
        let stored: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let (now, has_code) = decide(purpose, user, holder_of(&phone, &mut tx).await?);
                // Another account may have taken the number since the request.
                if let Some(code) = texts.store(has_code && now == user, &mut tx).await? {
                    sqlx::query(
                        "update phone_codes
                         set code_hash = $2, attempts = 0, expires_at = now() + make_interval(secs => $3)
                         where id = $1 and used_at is null",
                    )
                    .bind(request)
                    .bind(code.map(|carried| carried.code_hash))
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

    /// Counts an attempt, then checks the code. Does not spend the code.
    ///
    /// # Errors
    /// `validation_failed` for a wrong code or an unknown request; `gone` for the right code of a request that was used or has
    /// expired.
    pub(super) async fn check_text(&self, purpose: Purpose, request: Uuid, code: &str) -> Result<Confirmed, Refusal> {
        let code = input::code(code)?;
        let found = self.inner.db.run(move |pool| async move { attempt(&pool, purpose, request).await }).await?;
        let confirmed = found.ok_or_else(input::wrong_code)?;
        let Confirmed { code_hash, attempts, live, .. } = &confirmed;
        self.judge_code(
            request,
            &code,
            Attempted { code_hash: code_hash.as_deref(), attempts: *attempts, live: *live },
        )?;
        Ok(confirmed)
    }

    /// The two text messages of a request, of which one is sent: the code, or the reason why there is none.
    fn texts(&self, request: Uuid, phone: &Phone) -> Result<Letters, Refusal> {
        let (code, note) = (CodeText::Code { request }, CodeText::NoCode { request });
        self.uncounted_letters(request, (&code, &note), phone.as_str())
    }
}

async fn holder_of(phone: &Phone, tx: &mut PgConnection) -> Result<Option<Holder>, sqlx::Error> {
    sqlx::query_as(
        "select n.user_id, u.email_key = n.phone as is_alone
         from phone_numbers n join users u on u.id = n.user_id where n.phone = $1",
    )
    .bind(phone.as_str())
    .fetch_optional(tx)
    .await
}

/// Counts the attempt and returns the request, even if it is used or has expired.
async fn attempt(pool: &PgPool, purpose: Purpose, request: Uuid) -> Result<Option<Confirmed>, sqlx::Error> {
    sqlx::query_as(
        "update phone_codes set attempts = least(attempts + 1, 1000) where id = $1 and purpose = $2
         returning user_id, phone, reference, invited, code_hash, attempts, used_at is null and expires_at > now() as live",
    )
    .bind(request)
    .bind(purpose.word())
    .fetch_optional(pool)
    .await
}

/// Spends a request. If several calls try at once, one succeeds. Returns whether this call did.
pub(super) async fn spend_text(request: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let spent =
        sqlx::query("update phone_codes set used_at = now() where id = $1 and used_at is null and expires_at > now()")
            .bind(request)
            .execute(tx)
            .await?;
    Ok(spent.rows_affected() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ph5_a_new_password_by_text_message_is_for_accounts_without_an_address() {
        let [ann, bob] = [1, 2].map(Uuid::from_u128);
        let alone = Some(Holder { user_id: ann, is_alone: true });
        let with_address = Some(Holder { user_id: ann, is_alone: false });
        for (purpose, asking, holder, decided) in [
            (Purpose::SignUp, None, None, (None, true)),
            (Purpose::SignUp, None, alone, (None, false)),
            (Purpose::Number, Some(bob), None, (Some(bob), true)),
            (Purpose::Number, Some(bob), with_address, (Some(bob), false)),
            (Purpose::Password, None, None, (None, false)),
            (Purpose::Password, None, alone, (Some(ann), true)),
            (Purpose::Password, None, with_address, (None, false)),
        ] {
            assert_eq!(decide(purpose, asking, holder), decided, "{purpose:?} {holder:?}");
        }
    }
}
