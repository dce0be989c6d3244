//! Creates streams, and creates and drops partitions of the journal.

use super::{error::JournalError, handle::Journal};
use crate::domain::{
    ids::{ScopeId, UserId, WorkspaceId},
    scope::personal_scope,
};
use crate::sync::Footing;

/// How many days of events and answered commands are kept.
pub const KEEP_DAYS: i32 = 7;

impl Journal {
    /// Creates a workspace's own stream, before its first event.
    pub async fn open_workspace_stream(&self, workspace: WorkspaceId) -> Result<Footing, JournalError> {
        self.open_stream(workspace.scope(), workspace, None).await
    }

    /// Creates a user's personal stream in a workspace if there is none, and returns its position.
    pub async fn open_personal_stream(&self, workspace: WorkspaceId, user: UserId) -> Result<Footing, JournalError> {
        self.open_stream(personal_scope(workspace, user), workspace, Some(user)).await
    }

    /// Creates the missing personal streams of several people, and returns the positions of all of them.
    pub async fn open_personal_streams(
        &self,
        workspace: WorkspaceId,
        users: Vec<UserId>,
    ) -> Result<Vec<(UserId, Footing)>, JournalError> {
        let mut opened = Vec::with_capacity(users.len());
        for user in users {
            opened.push((user, self.open_personal_stream(workspace, user).await?));
        }
        Ok(opened)
    }

    async fn open_stream(
        &self,
        scope: ScopeId,
        workspace: WorkspaceId,
        user: Option<UserId>,
    ) -> Result<Footing, JournalError> {
        self.db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into streams (id, workspace_id, kind, user_id) values ($1, $2, $3, $4) on conflict (id) do nothing",
                )
                .bind(scope.0)
                .bind(workspace.0)
                .bind(if user.is_some() { "personal" } else { "workspace" })
                .bind(user.map(|id| id.0))
                .execute(&pool)
                .await?;
                let (epoch, seq, config_seq, last_number): (uuid::Uuid, i64, i64, i64) =
                    sqlx::query_as("select epoch, seq, config_seq, last_number from streams where id = $1 and workspace_id = $2")
                        .bind(scope.0)
                        .bind(workspace.0)
                        .fetch_one(&pool)
                        .await?;
                Ok(Footing { epoch: epoch.into(), seq, config_seq, last_number })
            })
            .await
    }

    /// Creates the partitions of the coming days, and drops those older than [`KEEP_DAYS`]. Idempotent; any node may
    /// call it.
    pub async fn maintain(&self) -> Result<(), JournalError> {
        self.db
            .run(move |pool| async move {
                sqlx::query("select maintain_journal($1)").bind(KEEP_DAYS).execute(&pool).await?;
                Ok(())
            })
            .await
    }
}
