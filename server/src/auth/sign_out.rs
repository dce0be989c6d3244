//! Ending sessions.

use uuid::Uuid;

use super::keys::digest;
use super::remembered::forget_devices_of;
use super::session::RefreshToken;
use super::{Auth, Principal};
use crate::db::Db;
use crate::error::Refusal;

impl Auth {
    /// Ends the session of an access token, or of a refresh token if the access token has expired. With `everywhere`,
    /// ends all sessions of the user. Without any token there is nothing to end. Returns where the browser also ends its
    /// session at a provider.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sign_out(
        &self,
        principal: Option<Principal>,
        refresh_token: Option<&str>,
        everywhere: bool,
    ) -> Result<Option<String>, Refusal> {
        let session = principal.map(|principal| principal.session_id);
        let hash = refresh_token.and_then(RefreshToken::bytes).map(|bytes| digest(&bytes));
        let because = if everywhere { "sign_out_everywhere" } else { "sign_out" };
        let ended: Vec<(Uuid, Option<String>)> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "with own as (
                         select id, user_id from sessions
                         where id = coalesce($1, (select session_id from refresh_tokens where hash = $2))
                     )
                     update sessions s set revoked_at = now(), revoked_because = $3
                     from own
                     where s.revoked_at is null
                       and (s.id = own.id or $4 and s.user_id = own.user_id)
                     returning s.id, case when s.id = own.id then s.sign_out_url end",
                )
                .bind(session)
                .bind(hash)
                .bind(because)
                .bind(everywhere)
                .fetch_all(&pool)
                .await
            })
            .await
            .map_err(|error: sqlx::Error| Refusal::from(error))?;
        let (ended, urls): (Vec<Uuid>, Vec<Option<String>>) = ended.into_iter().unzip();
        self.inner.ended.note(&ended);
        Ok(urls.into_iter().flatten().next())
    }
}

/// Ends all sessions of one user, or of all users, and forgets their devices, for the operator of the node. Nodes notice it in the database within
/// a second. Returns the number of sessions ended.
///
/// # Errors
/// If the database does not answer.
pub async fn end_sessions(db: &Db, user: Option<Uuid>) -> Result<u64, Refusal> {
    let ended: Result<_, sqlx::Error> = db
        .run(move |pool| async move {
            let mut tx = pool.begin().await?;
            let ended = sqlx::query(
                "update sessions set revoked_at = now(), revoked_because = 'sign_out_everywhere'
                 where revoked_at is null and expires_at > now() and ($1::uuid is null or user_id = $1)",
            )
            .bind(user)
            .execute(&mut *tx)
            .await?;
            // Accounts without an open session may have devices as well.
            forget_devices_of(user, &mut tx).await?;
            tx.commit().await?;
            Ok(ended)
        })
        .await;
    Ok(ended?.rows_affected())
}
