//! Lists and labels, for imports.

use uuid::Uuid;

use crate::{
    domain::ids::{LabelId, ListId, ScopeId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
};

impl Journal {
    /// A workspace's lists in these scopes.
    pub async fn lists(&self, workspace: WorkspaceId, scopes: &[ScopeId]) -> Result<Vec<ListId>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = sqlx::query_scalar(
                    "select id from lists where workspace_id = $1 and coalesce(scope_id, workspace_id) = any ($2)",
                )
                .bind(workspace.0)
                .bind(scopes)
                .fetch_all(&pool)
                .await?;
                Ok(ids.into_iter().map(ListId).collect())
            })
            .await
    }

    /// The scope of a list; `None` if the workspace has no such list.
    pub async fn list_scope_of(&self, workspace: WorkspaceId, list: ListId) -> Result<Option<ScopeId>, JournalError> {
        self.db
            .run(move |pool| async move {
                let scope: Option<Uuid> = sqlx::query_scalar(
                    "select coalesce(scope_id, workspace_id) from lists where workspace_id = $1 and id = $2",
                )
                .bind(workspace.0)
                .bind(list.0)
                .fetch_optional(&pool)
                .await?;
                Ok(scope.map(ScopeId))
            })
            .await
    }

    /// The names of a workspace's labels in these scopes.
    pub async fn labels(
        &self,
        workspace: WorkspaceId,
        scopes: &[ScopeId],
    ) -> Result<Vec<(LabelId, String)>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let rows: Vec<(Uuid, String)> =
                    sqlx::query_as(
                        "select id, name from labels where workspace_id = $1 and coalesce(scope_id, workspace_id) = any ($2)
                         order by created_at, id",
                    )
                        .bind(workspace.0)
                        .bind(scopes)
                        .fetch_all(&pool)
                        .await?;
                Ok(rows.into_iter().map(|(id, name)| (LabelId(id), name)).collect())
            })
            .await
    }
}
