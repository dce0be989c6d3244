//! An app revokes its own key (RFC 7009).

use uuid::Uuid;

use super::fault::{Fault, Word};
use crate::auth::Auth;
use crate::auth::api_key::{end_key_given_back, hash_of};
use crate::error::Refusal;
use crate::queries::audit::Author;
use crate::words::apps as words;

/// The parameters of a call that revokes a key.
#[derive(Clone, Debug, Default)]
pub struct GiveBack {
    /// `token`
    pub token: Option<String>,
    /// `client_id`
    pub client_id: Option<String>,
}

impl Auth {
    /// Revokes the key of an app. The answer is the same if the key does not exist or is not a key of this app.
    ///
    /// # Errors
    /// When the database does not answer. The inner error describes the mistake in the call.
    pub async fn give_back(&self, call: GiveBack, author: Author) -> Result<Result<(), Fault>, Refusal> {
        let (Some(text), Some(client)) = (call.token, call.client_id) else {
            return Ok(Err(Fault::new(Word::InvalidRequest, words::TOKEN_MISSING)));
        };
        let Some(app) = self.app(&client).await? else { return Ok(Err(Fault::NO_CLIENT)) };
        let Some(hash) = hash_of(&text) else { return Ok(Ok(())) };
        let ended: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let key: Option<(Uuid, Uuid)> =
                    sqlx::query_as("select id, user_id from api_keys where hash = $1 and app_id = $2")
                        .bind(hash)
                        .bind(app.id)
                        .fetch_optional(&mut *tx)
                        .await?;
                if let Some((key, person)) = key {
                    end_key_given_back(key, Author { user: Some(person), ..author }, &mut tx).await?;
                }
                tx.commit().await
            })
            .await;
        Ok(Ok(ended?))
    }
}
