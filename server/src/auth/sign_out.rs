//! Ending sessions.

use uuid::Uuid;

use super::keys::digest;
use super::session::RefreshToken;
use super::{Auth, Principal};
use crate::error::Refusal;

impl Auth {
    /// Ends the session of an access token or, where that has run out, of a refresh token;
    /// `everywhere` all sessions of its user. Without either there is nothing to end.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sign_out(
        &self,
        principal: Option<Principal>,
        refresh_token: Option<&str>,
        everywhere: bool,
    ) -> Result<(), Refusal> {
        let session = principal.map(|principal| principal.session_id);
        let hash = refresh_token.and_then(RefreshToken::bytes).map(|bytes| digest(&bytes));
        let because = if everywhere { "sign_out_everywhere" } else { "sign_out" };
        let ended: Vec<Uuid> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "with own as (
                         select id, user_id from sessions
                         where id = coalesce($1, (select session_id from refresh_tokens where hash = $2))
                     )
                     update sessions s set revoked_at = now(), revoked_because = $3
                     from own
                     where s.revoked_at is null
                       and (s.id = own.id or $4 and s.user_id = own.user_id)
                     returning s.id",
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
        self.inner.ended.note(&ended);
        Ok(())
    }
}
