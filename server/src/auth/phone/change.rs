//! The phone number of the caller's account: adding, changing and removing it. A new number takes effect when the person enters
//! the code that was sent to it.

use serde::Serialize;
use sqlx::PgConnection;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::change_text::ChangeText;
use super::codes::{NewAccount, NewRequest, spend_text};
use super::notice::NumberMail;
use super::number::Phone;
use super::purpose::Purpose;
use crate::auth::account::{lock_account, void_requests};
use crate::auth::mailed_code::Pending;
use crate::auth::user::{self, User};
use crate::auth::{Auth, Principal, Requester, input};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The phone number of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PhoneState {
    /// The confirmed number; null if the account has none.
    phone: Option<String>,
    /// Whether the account has an email address. Without one, the number cannot be removed, and no mails are sent.
    has_email: bool,
    /// Whether the server sends text messages, so that the number can be changed.
    can_change: bool,
}

impl PhoneState {
    /// The confirmed number.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        self.phone.as_deref()
    }
}

impl Auth {
    /// The phone number of the caller's account.
    ///
    /// # Errors
    /// `unauthenticated` if the account no longer exists.
    pub async fn phone(&self, principal: &Principal) -> Result<PhoneState, Refusal> {
        let id = principal.user_id;
        let found: Result<Option<(String, Option<String>)>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select u.email_key, n.phone from users u left join phone_numbers n on n.user_id = u.id
                     where u.id = $1 and u.deleted_at is null",
                )
                .bind(id)
                .fetch_optional(&pool)
                .await
            })
            .await;
        let (email_key, phone) = found?.ok_or(Code::Unauthenticated)?;
        Ok(PhoneState { has_email: phone.as_ref() != Some(&email_key), phone, can_change: self.has_phones() })
    }

    /// Sends a code to the new number. If another account has the number, its owner gets a hint instead. The answer is the same in
    /// both cases.
    ///
    /// # Errors
    /// `not_found` if the server sends no text messages; `validation_failed` on `phone` or `password`; `rate_limited` after too
    /// many guesses at the password or too many messages.
    pub async fn change_phone(
        &self,
        principal: &Principal,
        phone: &str,
        password: String,
        from: &Requester,
    ) -> Result<Pending, Refusal> {
        self.allow_phones()?;
        let phone = Phone::parse(phone)?;
        let user = self.prove(principal, password, from).await?;
        if self.phone(principal).await?.phone.as_deref() == Some(phone.as_str()) {
            return Err(Refusal::invalid("phone", words::PHONE_UNCHANGED));
        }
        self.may_text(&phone, from).await?;
        let account = NewAccount::default();
        self.request_text(NewRequest { purpose: Purpose::Number, phone, user: Some(user.id), account }).await
    }

    /// Gives the account its new number, and sends a notice to the address, or to the previous number if there is none. Sessions
    /// continue.
    ///
    /// # Errors
    /// `not_found` if the server sends no text messages; `validation_failed` on `code`; `gone` if the code was used or has expired;
    /// `already_exists` if another account has taken the number in the meantime.
    pub async fn confirm_new_phone(&self, principal: &Principal, request: Uuid, code: &str) -> Result<User, Refusal> {
        self.allow_phones()?;
        let confirmed = self.check_text(Purpose::Number, request, code).await?;
        let id = principal.user_id;
        // A code is valid only for the account that asked for it.
        if confirmed.user_id != Some(id) {
            return Err(input::wrong_code());
        }
        let phone = confirmed.phone;
        let owner = self.user(principal).await?;
        let change = ChangeText::Number { request };
        let notice = self.change_notice(&NumberMail { user: id }, change, &owner.email.to_ascii_lowercase())?;
        let changed: Result<Result<Option<User>, Code>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !lock_account(id, &mut tx).await? || !spend_text(request, &mut tx).await? {
                    return Ok(Err(Code::Gone));
                }
                match store(id, request, &phone, &mut tx).await {
                    Err(error) if error.as_database_error().is_some_and(|it| it.is_unique_violation()) => {
                        return Ok(Err(Code::AlreadyExists));
                    }
                    stored => stored?,
                }
                void_requests(id, &mut tx).await?;
                notice.store(&mut tx).await?;
                tx.commit().await?;
                Ok(Ok(user::by_id(&pool, id).await?))
            })
            .await;
        let user = changed?.map_err(|code| match code {
            Code::AlreadyExists => Refusal::new(code).field("phone").message(words::PHONE_TAKEN),
            code => code.into(),
        })?;
        let user = user.ok_or(Code::Unauthenticated)?;
        self.inner.jobs.wake();
        tracing::info!(user = %id, "the phone number of an account was changed");
        Ok(user)
    }

    /// Removes the number of an account that has an email address.
    ///
    /// # Errors
    /// `validation_failed` on `password`; `conflict` if the account has no address; `rate_limited` after too many guesses.
    pub async fn remove_phone(&self, principal: &Principal, password: String, from: &Requester) -> Result<(), Refusal> {
        let user = self.prove(principal, password, from).await?;
        let id = user.id;
        let removed: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock_account(id, &mut tx).await?;
                let alone: bool = sqlx::query_scalar(
                    "select exists (select from phone_numbers n join users u on u.id = n.user_id
                                    where u.id = $1 and u.email_key = n.phone)",
                )
                .bind(id)
                .fetch_one(&mut *tx)
                .await?;
                if alone {
                    return Ok(false);
                }
                sqlx::query("delete from phone_numbers where user_id = $1").bind(id).execute(&mut *tx).await?;
                void_texts(id, &mut tx).await?;
                tx.commit().await?;
                Ok(true)
            })
            .await;
        if !removed? {
            return Err(Refusal::new(Code::Conflict).message(words::PHONE_NEEDED));
        }
        self.tell(NumberMail { user: id }, &user.email.to_ascii_lowercase()).await?;
        tracing::info!(user = %id, "the phone number of an account was removed");
        Ok(())
    }
}

/// Stores the number, and the previous one with the request. If the account has no address, also stores the number in place of the
/// address.
async fn store(user: Uuid, request: Uuid, phone: &str, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update phone_codes set old_phone = (select phone from phone_numbers where user_id = $2) where id = $1",
    )
    .bind(request)
    .bind(user)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "update users set email = $2, email_key = $2
         where id = $1 and email_key = (select phone from phone_numbers where user_id = $1)",
    )
    .bind(user)
    .bind(phone)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "insert into phone_numbers (phone, user_id) values ($2, $1)
         on conflict (user_id) do update set phone = excluded.phone, confirmed_at = now()",
    )
    .bind(user)
    .bind(phone)
    .execute(&mut *tx)
    .await?;
    void_texts(user, tx).await
}

/// Voids the open codes of an account. They were requested before its number changed.
async fn void_texts(user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("update phone_codes set used_at = now() where user_id = $1 and used_at is null")
        .bind(user)
        .execute(tx)
        .await
        .map(drop)
}
