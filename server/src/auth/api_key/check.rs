//! Checking a key. The database is asked at each call, so a key ends everywhere at the moment when its row is deleted.

use std::net::IpAddr;

use actors::domain::capability::CapabilitySet;
use actors::domain::rights::Narrowing;
use uuid::Uuid;

use super::text::KeyText;
use crate::auth::Auth;
use crate::error::{Code, Refusal};

/// A valid key, and the person or workspace that it acts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// The key.
    pub id: Uuid,
    /// The person for whom the key acts; for a key of the workspace, the id of the key's own row in `members`.
    pub user_id: Uuid,
    /// Whether the key belongs to the workspace and to no person.
    pub is_of_workspace: bool,
    /// The only workspace in which the key works.
    pub workspace_id: Uuid,
    /// The capabilities that the key names. For a personal key, the person's rights narrow them further.
    pub capabilities: CapabilitySet,
}

impl ApiKey {
    /// The narrowing to the capabilities of the key.
    #[must_use]
    pub fn narrowing(&self) -> Narrowing {
        Narrowing::to(self.capabilities)
    }
}

/// The row of a key whose person is an active member of the workspace, or of a key of the workspace that is not revoked.
#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    user_id: Uuid,
    is_of_workspace: bool,
    workspace_id: Uuid,
    capabilities: Vec<String>,
    has_expired: bool,
    /// Whether the last use was stored so long ago that this one is stored.
    is_due: bool,
}

impl Auth {
    /// Checks a key that a call from an address carries, and notes the use.
    ///
    /// # Errors
    /// `token_expired` for a key that has expired, `unauthenticated` for any other invalid key; `unavailable` when the
    /// database does not answer.
    pub async fn api_key(&self, text: &str, from: Option<IpAddr>) -> Result<ApiKey, Refusal> {
        let hash = KeyText::parse(text).ok_or(Code::Unauthenticated)?.hash();
        let found: Result<Option<Row>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select k.id, k.user_id, false as is_of_workspace, k.workspace_id, k.capabilities,
                         coalesce(k.expires_at <= now(), false) as has_expired,
                         coalesce(k.used_at < now() - interval '1 minute', true) as is_due
                     from api_keys k
                     join users u on u.id = k.user_id and u.deleted_at is null and u.disabled_at is null
                     join members m on m.workspace_id = k.workspace_id and m.id = k.user_id and m.state = 'active'
                     where k.hash = $1
                     union all
                     select k.id, k.id, true, k.workspace_id, m.api_key,
                         coalesce(k.expires_at <= now(), false), coalesce(k.used_at < now() - interval '1 minute', true)
                     from workspace_api_keys k
                     join members m on m.workspace_id = k.workspace_id and m.id = k.id and cardinality(m.api_key) > 0
                     where k.hash = $1",
                )
                .bind(hash)
                .fetch_optional(&pool)
                .await
            })
            .await;
        let Row { id, user_id, is_of_workspace, workspace_id, capabilities, has_expired, is_due } =
            found?.ok_or(Code::Unauthenticated)?;
        if has_expired {
            return Err(Code::TokenExpired.into());
        }
        if is_due {
            self.inner.key_uses.note(&self.inner.db, id, from);
        }
        Ok(ApiKey { id, user_id, is_of_workspace, workspace_id, capabilities: CapabilitySet::named(&capabilities) })
    }

    /// Whether a key still works. `user` is the person of the key, or the key's own id for a key of the workspace. The address
    /// of a file is valid no longer than the key that asked for it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn is_key_of(&self, key: Uuid, user: Uuid) -> Result<bool, Refusal> {
        let found: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "select exists (select from api_keys
                                    where id = $1 and user_id = $2 and (expires_at is null or expires_at > now()))
                         or $1 = $2 and exists (select from workspace_api_keys k
                                    join members m on m.workspace_id = k.workspace_id and m.id = k.id
                                    where k.id = $1 and cardinality(m.api_key) > 0
                                      and (k.expires_at is null or k.expires_at > now()))",
                )
                .bind(key)
                .bind(user)
                .fetch_one(&pool)
                .await
            })
            .await;
        found.map_err(Refusal::from)
    }
}
