//! Keys of a workspace, which belong to no person (AK10 to AK16). A key has a row in `members`, which lists its capabilities,
//! and a row in `workspace_api_keys` with its secret. The key works only while both rows are there.

use std::sync::Arc;

use actors::Stage;
use actors::domain::date::Instant;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::member::workspace_key::WorkspaceKey;
use actors::domain::rights::Narrowing;
use time::OffsetDateTime;
use uuid::Uuid;

use super::made::{NewKey, checked};
use super::text::KeyText;
use crate::auth::Auth;
use crate::error::{Code, Refusal};
use crate::queries::audit::Author;

/// A key of a workspace, without its secret.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WorkspaceKeptKey {
    /// The id of the key, which its edits name as their author.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// The last characters of the key.
    pub hint: String,
    /// The words of what the key may do.
    pub capabilities: Vec<String>,
    /// The person who made the key.
    pub created_by: Uuid,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// When it expires; `None` if it does not.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was used last; may be out of date by a minute.
    pub used_at: Option<OffsetDateTime>,
    /// The network address of that use.
    pub used_from: Option<String>,
}

impl Auth {
    /// Makes a key of a workspace, and returns its text. The decision checks whether the author may make keys.
    ///
    /// # Errors
    /// `validation_failed` for a field, and the refusals of the decision.
    pub async fn make_workspace_key(
        &self,
        stage: &Stage,
        workspace: Uuid,
        author: (UserId, Author),
        new: NewKey,
    ) -> Result<(String, WorkspaceKeptKey), Refusal> {
        let (name, capabilities) = checked(&new)?;
        let (id, text) = (Uuid::now_v7(), KeyText::random());
        // The secret is stored first, because it gives no access without the row in `members`.
        let expires_at = self.store_secret(workspace, author.0.0, id, &text, new.days).await?;
        let what = WorkspaceKey::Make {
            key: UserId(id),
            name,
            capabilities: capabilities.iter().collect(),
            expires_at: expires_at.map(Instant::new),
        };
        if let Err(refusal) = order(stage, workspace, author, what).await {
            // After `unavailable`, the outcome is unknown: the key may exist. People then see it in the list and can revoke it.
            if refusal.code != Code::Unavailable {
                self.forget_secret(workspace, id).await?;
            }
            return Err(refusal);
        }
        let kept = self.workspace_keys(workspace).await?.into_iter().find(|key| key.id == id);
        Ok((text.reveal(), kept.ok_or(Code::NotFound)?))
    }

    /// The keys of a workspace that are not revoked, the newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn workspace_keys(&self, workspace: Uuid) -> Result<Vec<WorkspaceKeptKey>, Refusal> {
        let found: Result<Vec<WorkspaceKeptKey>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select k.id, m.lastname as name, k.hint, m.api_key as capabilities, k.created_by, k.created_at,
                         k.expires_at, k.used_at, host(k.used_from) as used_from
                     from workspace_api_keys k
                     join members m on m.workspace_id = k.workspace_id and m.id = k.id and cardinality(m.api_key) > 0
                     where k.workspace_id = $1 order by k.created_at desc, k.id desc",
                )
                .bind(workspace)
                .fetch_all(&pool)
                .await
            })
            .await;
        found.map_err(Refusal::from)
    }

    /// Revokes a key of a workspace. All nodes refuse the key from then on.
    ///
    /// # Errors
    /// The refusals of the decision.
    pub async fn revoke_workspace_key(
        &self,
        stage: &Stage,
        workspace: Uuid,
        author: (UserId, Author),
        key: Uuid,
    ) -> Result<(), Refusal> {
        order(stage, workspace, author, WorkspaceKey::Revoke { key: UserId(key) }).await?;
        self.forget_secret(workspace, key).await
    }

    async fn store_secret(
        &self,
        workspace: Uuid,
        by: Uuid,
        id: Uuid,
        text: &KeyText,
        days: Option<u32>,
    ) -> Result<Option<OffsetDateTime>, Refusal> {
        let (hash, hint) = (text.hash(), text.hint());
        let stored: Result<Option<OffsetDateTime>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "insert into workspace_api_keys (id, workspace_id, hash, hint, created_by, expires_at)
                     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning expires_at",
                )
                .bind(id)
                .bind(workspace)
                .bind(hash)
                .bind(hint)
                .bind(by)
                .bind(days.map(u32::cast_signed))
                .fetch_one(&pool)
                .await
            })
            .await;
        stored.map_err(Refusal::from)
    }

    async fn forget_secret(&self, workspace: Uuid, id: Uuid) -> Result<(), Refusal> {
        let deleted: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query("delete from workspace_api_keys where workspace_id = $1 and id = $2")
                    .bind(workspace)
                    .bind(id)
                    .execute(&pool)
                    .await
            })
            .await;
        deleted.map(drop).map_err(Refusal::from)
    }
}

async fn order(
    stage: &Stage,
    workspace: Uuid,
    (by, author): (UserId, Author),
    what: WorkspaceKey,
) -> Result<(), Refusal> {
    let (what, from) = (What::WorkspaceKey(what), author.from.map(Arc::new));
    let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from, what };
    stage.submit(WorkspaceId(workspace), order).await.map(drop).map_err(Refusal::from)
}
