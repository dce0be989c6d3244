//! The list of an account's sessions, and their end at the person's request.

use time::OffsetDateTime;
use uuid::Uuid;

use super::password::end_sessions_of;
use crate::auth::remembered::forget_devices_of;
use crate::auth::{Auth, Principal};
use crate::error::{Code, Refusal};

/// A session that has not ended.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OpenSession {
    /// The id.
    pub id: Uuid,
    /// The browser and its operating system; `None` for other programs.
    pub device: Option<String>,
    /// The network address of its last use; `None` if no node has stored one yet.
    pub address: Option<String>,
    /// When the person signed in.
    pub created_at: OffsetDateTime,
    /// The time of its last use. Updated only when tokens are refreshed.
    pub seen_at: OffsetDateTime,
}

impl Auth {
    /// The open sessions of an account, the most recently used first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sessions(&self, principal: &Principal) -> Result<Vec<OpenSession>, Refusal> {
        let user = principal.user_id;
        let found = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select id, device, address, created_at, coalesce(seen_at, created_at) as seen_at from sessions
                     where user_id = $1 and revoked_at is null and expires_at > now()
                     order by coalesce(seen_at, created_at) desc, id",
                )
                .bind(user)
                .fetch_all(&pool)
                .await
            })
            .await;
        found.map_err(|error: sqlx::Error| error.into())
    }

    /// Ends one session of the account.
    ///
    /// # Errors
    /// `not_found` if the account has no such session.
    pub async fn end_session(&self, principal: &Principal, session: Uuid) -> Result<(), Refusal> {
        let user = principal.user_id;
        let ended: Result<Option<Uuid>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "update sessions set revoked_at = now(), revoked_because = 'sign_out'
                     where id = $1 and user_id = $2 and revoked_at is null and expires_at > now()
                     returning id",
                )
                .bind(session)
                .bind(user)
                .fetch_optional(&pool)
                .await
            })
            .await;
        let ended = ended?.ok_or(Code::NotFound)?;
        self.inner.ended.note(&[ended]);
        Ok(())
    }

    /// Ends all sessions of the account except the caller's, and forgets its devices.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn end_other_sessions(&self, principal: &Principal) -> Result<(), Refusal> {
        let Principal { user_id, session_id, .. } = *principal;
        let ended: Result<Vec<Uuid>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let ended = end_sessions_of(user_id, Some(session_id), &mut tx).await?;
                // The trigger forgets them only if a session ends here.
                forget_devices_of(Some(user_id), &mut tx).await?;
                tx.commit().await?;
                Ok(ended)
            })
            .await;
        self.inner.ended.note(&ended?);
        Ok(())
    }
}
