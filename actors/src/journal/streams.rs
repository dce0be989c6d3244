//! Creates streams, and creates and drops partitions of the journal.

use super::{error::JournalError, handle::Journal};
use crate::domain::{
    ids::{ListId, ScopeId, UserId, WorkspaceId},
    scope::NewScope,
};
use crate::sync::ScopePosition;

/// How many days of events and answered commands are kept.
pub const KEEP_DAYS: i32 = 7;

/// A row of `streams`.
struct Row {
    scope: ScopeId,
    workspace: WorkspaceId,
    kind: &'static str,
    user: Option<UserId>,
    list: Option<ListId>,
}

impl Row {
    fn of(workspace: WorkspaceId, new: NewScope) -> Self {
        let (kind, user, list) = match new {
            NewScope::Personal(user) => ("personal", Some(user), None),
            NewScope::List(list) => ("list", None, Some(list)),
        };
        Self { scope: new.id(workspace), workspace, kind, user, list }
    }
}

impl Journal {
    /// Creates a workspace's own stream, before its first event.
    pub async fn open_workspace_stream(&self, workspace: WorkspaceId) -> Result<ScopePosition, JournalError> {
        let row = Row { scope: workspace.scope(), workspace, kind: "workspace", user: None, list: None };
        self.open_stream(row).await
    }

    /// Creates a user's personal stream in a workspace if there is none, and returns its position.
    pub async fn open_personal_stream(
        &self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<ScopePosition, JournalError> {
        self.open_stream(Row::of(workspace, NewScope::Personal(user))).await
    }

    /// Creates the missing streams of these scopes, and returns the positions of all of them.
    pub async fn open_streams(
        &self,
        workspace: WorkspaceId,
        scopes: Vec<NewScope>,
    ) -> Result<Vec<(NewScope, ScopePosition)>, JournalError> {
        let mut opened = Vec::with_capacity(scopes.len());
        for scope in scopes {
            opened.push((scope, self.open_stream(Row::of(workspace, scope)).await?));
        }
        Ok(opened)
    }

    async fn open_stream(&self, row: Row) -> Result<ScopePosition, JournalError> {
        let Row { scope, workspace, kind, user, list } = row;
        self.db
            .run(move |pool| async move {
                // Several nodes may do this at once. `on conflict (id)` would cover the primary key only: if the row
                // of another node shows up in the other unique index first, the insert fails.
                sqlx::query(
                    "insert into streams (id, workspace_id, kind, user_id, list_id) values ($1, $2, $3, $4, $5)
                     on conflict do nothing",
                )
                .bind(scope.0)
                .bind(workspace.0)
                .bind(kind)
                .bind(user.map(|id| id.0))
                .bind(list.map(|id| id.0))
                .execute(&pool)
                .await?;
                let (epoch, seq, config_seq, last_number): (uuid::Uuid, i64, i64, i64) = sqlx::query_as(
                    "select epoch, seq, config_seq, last_number from streams where id = $1 and workspace_id = $2",
                )
                .bind(scope.0)
                .bind(workspace.0)
                .fetch_one(&pool)
                .await?;
                Ok(ScopePosition { epoch: epoch.into(), seq, config_seq, last_number })
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
