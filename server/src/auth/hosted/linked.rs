//! The identities that an account is linked with: the list, linking and unlinking.
//!
//! Linking and unlinking need the password. So an account always has another way in, and a stranger at an open browser cannot
//! add one.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::answer::{Identified, ProviderAnswer};
use super::mail::HostedMail;
use crate::auth::account::lock_account;
use crate::auth::passwords::GUARDED;
use crate::auth::{Auth, Principal, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// An identity that an account is linked with.
#[derive(Clone, Debug)]
pub struct LinkedAccount {
    /// The id.
    pub id: Uuid,
    /// The id of the provider; `None` if the settings no longer name it.
    pub provider: Option<String>,
    /// The name of the provider; its issuer if the settings no longer name it.
    pub name: String,
    /// The address at the provider.
    pub email: Option<String>,
    /// When the identity was linked.
    pub created_at: OffsetDateTime,
    /// When the person has signed in with it last.
    pub used_at: Option<OffsetDateTime>,
}

/// The ways in to an account.
#[derive(Clone, Debug)]
pub struct WaysIn {
    /// Whether the account has a password.
    pub has_password: bool,
    /// The linked identities, the oldest first.
    pub linked: Vec<LinkedAccount>,
    /// The number of passkeys.
    pub passkeys: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    issuer: String,
    email: Option<String>,
    created_at: OffsetDateTime,
    used_at: Option<OffsetDateTime>,
}

/// Whether the account has a password, the number of its passkeys, and its linked identities. Without the first two, there is no
/// such account.
type Found = (Option<(bool, i64)>, Vec<Row>);

impl Auth {
    /// The ways in to the caller's account.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ways_in(&self, principal: &Principal) -> Result<WaysIn, Refusal> {
        let user = principal.user_id;
        let found: Result<Found, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let own = sqlx::query_as(
                    "select password_hash not in ('', $2), (select count(*) from passkeys where user_id = $1)
                     from users where id = $1",
                )
                .bind(user)
                .bind(GUARDED)
                .fetch_optional(&pool)
                .await?;
                let rows = sqlx::query_as(
                    "select id, issuer, email, created_at, used_at from linked_accounts where user_id = $1 order by id",
                )
                .bind(user)
                .fetch_all(&pool)
                .await?;
                Ok((own, rows))
            })
            .await;
        let (own, rows) = found?;
        let (has_password, passkeys) = own.ok_or(Code::Unauthenticated)?;
        Ok(WaysIn { has_password, linked: rows.into_iter().map(|row| self.shown(row)).collect(), passkeys })
    }

    fn shown(&self, row: Row) -> LinkedAccount {
        let Row { id, issuer, email, created_at, used_at } = row;
        let known = self.inner.hosted.providers.iter().find(|provider| provider.config.issuer == issuer);
        let (provider, name) = match known {
            Some(known) => (Some(known.config.id.clone()), known.config.name.clone()),
            None => (None, issuer),
        };
        LinkedAccount { id, provider, name, email, created_at, used_at }
    }

    /// Links the identity that a provider has answered with the caller's account. An earlier identity of the same provider is
    /// replaced.
    ///
    /// # Errors
    /// `gone` for an invalid state; `forbidden` if the provider has refused or its answer is not valid; `already_exists` if
    /// the identity is linked with another account; `unavailable`.
    pub async fn link(
        &self,
        principal: &Principal,
        state: &str,
        browser: Option<&str>,
        answer: ProviderAnswer,
    ) -> Result<(), Refusal> {
        let Identified { provider, identity, .. } = self.identified(state, browser, Some(principal), answer).await?;
        let user = principal.user_id;
        let (issuer, subject, email) =
            (provider.config.issuer.clone(), identity.subject.clone(), identity.shown_email.clone());
        let linked: Result<Result<(), Code>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !lock_account(user, &mut tx).await? {
                    return Ok(Err(Code::Unauthenticated));
                }
                let stored = sqlx::query(
                    "insert into linked_accounts (id, issuer, subject, user_id, email) values ($1, $2, $3, $4, $5)
                     on conflict (user_id, issuer) do update set subject = excluded.subject, email = excluded.email",
                )
                .bind(Uuid::now_v7())
                .bind(issuer)
                .bind(subject)
                .bind(user)
                .bind(email)
                .execute(&mut *tx)
                .await;
                match stored {
                    // The other unique key: the identity has another account.
                    Err(error) if error.as_database_error().is_some_and(|it| it.is_unique_violation()) => {
                        return Ok(Err(Code::AlreadyExists));
                    }
                    stored => stored?,
                };
                tx.commit().await?;
                Ok(Ok(()))
            })
            .await;
        linked?.map_err(|code| match code {
            Code::AlreadyExists => Refusal::new(code).message(words::linked_elsewhere(&provider.config.name)),
            code => code.into(),
        })?;
        self.queue_roles(&provider.config, &identity, user).await?;
        tracing::info!(%user, provider = provider.config.id, "an identity was linked with an account");
        self.tell_of_link(HostedMail { user }).await
    }

    /// Unlinks an identity.
    ///
    /// # Errors
    /// `validation_failed` on `password`; `not_found` if the account has no such identity; `rate_limited`.
    pub async fn unlink(
        &self,
        principal: &Principal,
        linked: Uuid,
        password: String,
        from: &Requester,
    ) -> Result<(), Refusal> {
        let user = self.prove(principal, password, from).await?.id;
        let unlinked: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock_account(user, &mut tx).await?;
                let gone = sqlx::query("delete from linked_accounts where id = $1 and user_id = $2")
                    .bind(linked)
                    .bind(user)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
                Ok(gone.rows_affected() == 1)
            })
            .await;
        if unlinked? { Ok(()) } else { Err(Refusal::new(Code::NotFound).message(words::NO_LINKED_ACCOUNT)) }
    }
}

/// Unlinks the identities that were linked with a password, because the password may have been known to a stranger. The
/// identity that the account was made with stays.
pub(in crate::auth) async fn unlink_added(user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("delete from linked_accounts where user_id = $1 and not is_first")
        .bind(user)
        .execute(tx)
        .await
        .map(drop)
}
