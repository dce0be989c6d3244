//! The passkeys of an account: the list, renaming and removing.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::mail::{News, PasskeyMail};
use crate::auth::account::lock_account;
use crate::auth::passwords::GUARDED;
use crate::auth::{Auth, Principal, Requester, input};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// A passkey, as its owner sees it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct KeptPasskey {
    /// The id.
    pub id: Uuid,
    /// The name by which its owner recognises it.
    pub name: String,
    /// When it was added.
    pub created_at: OffsetDateTime,
    /// When it was used last.
    pub used_at: Option<OffsetDateTime>,
}

/// The passkeys of an account.
#[derive(Clone, Debug)]
pub struct Passkeys {
    /// Whether the account has a password as well.
    pub has_password: bool,
    /// The passkeys, the oldest first.
    pub kept: Vec<KeptPasskey>,
}

impl Auth {
    /// The passkeys of the caller's account.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn passkeys(&self, principal: &Principal) -> Result<Passkeys, Refusal> {
        let user = principal.user_id;
        let found: Result<(bool, Vec<KeptPasskey>), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let has_password = has_password(user, &mut *pool.acquire().await?).await?;
                let kept =
                    sqlx::query_as("select id, name, created_at, used_at from passkeys where user_id = $1 order by id")
                        .bind(user)
                        .fetch_all(&pool)
                        .await?;
                Ok((has_password, kept))
            })
            .await;
        let (has_password, kept) = found?;
        Ok(Passkeys { has_password, kept })
    }

    /// Gives a passkey another name.
    ///
    /// # Errors
    /// `validation_failed` on `name`; `not_found` if the account has no such passkey.
    pub async fn rename_passkey(&self, principal: &Principal, passkey: Uuid, name: String) -> Result<(), Refusal> {
        let (user, name) = (principal.user_id, name_of(name)?);
        let renamed = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query("update passkeys set name = $3 where id = $1 and user_id = $2")
                    .bind(passkey)
                    .bind(user)
                    .bind(name)
                    .execute(&pool)
                    .await
            })
            .await;
        let renamed: Result<_, sqlx::Error> = renamed;
        if renamed?.rows_affected() == 1 { Ok(()) } else { Err(not_found()) }
    }

    /// Removes a passkey. An account without a password keeps its last one.
    ///
    /// # Errors
    /// `validation_failed` on `password`; `not_found`; `conflict` for the last way in; `rate_limited`.
    pub async fn remove_passkey(
        &self,
        principal: &Principal,
        passkey: Uuid,
        password: String,
        from: &Requester,
    ) -> Result<(), Refusal> {
        let user = self.prove(principal, password, from).await?.id;
        let removed: Result<Result<(), Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock_account(user, &mut tx).await?;
                let gone = sqlx::query("delete from passkeys where id = $1 and user_id = $2")
                    .bind(passkey)
                    .bind(user)
                    .execute(&mut *tx)
                    .await?;
                if gone.rows_affected() == 0 {
                    return Ok(Err(not_found()));
                }
                if !has_password(user, &mut tx).await? && !has_passkeys(user, &mut tx).await? {
                    return Ok(Err(Refusal::new(Code::Conflict).message(words::LAST_PASSKEY)));
                }
                tx.commit().await?;
                Ok(Ok(()))
            })
            .await;
        removed??;
        tracing::info!(%user, %passkey, "a passkey was removed");
        self.tell_of_passkey(PasskeyMail { user, news: News::Removed }).await
    }
}

/// Removes all passkeys of an account whose password is reset: anyone who knew the old one could have added a passkey.
pub(in crate::auth) async fn remove_all(user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("delete from passkeys where user_id = $1").bind(user).execute(tx).await.map(drop)
}

pub(super) async fn has_passkeys(user: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from passkeys where user_id = $1)").bind(user).fetch_one(tx).await
}

async fn has_password(user: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from users where id = $1 and password_hash not in ('', $2))")
        .bind(user)
        .bind(GUARDED)
        .fetch_one(tx)
        .await
}

/// The name of a passkey.
pub(super) fn name_of(text: String) -> Result<String, Refusal> {
    let name = input::name("name", Some(text))?;
    if name.is_empty() { Err(Refusal::invalid("name", words::PASSKEY_NAME_EMPTY)) } else { Ok(name) }
}

fn not_found() -> Refusal {
    Refusal::new(Code::NotFound).message(words::NO_PASSKEY)
}
