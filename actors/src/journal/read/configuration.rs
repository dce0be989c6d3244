//! Lists and labels, for imports.

use uuid::Uuid;

use crate::{
    domain::ids::{LabelId, ListId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
};

impl Journal {
    /// A workspace's lists.
    pub async fn lists(&self, workspace: WorkspaceId) -> Result<Vec<ListId>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = sqlx::query_scalar("select id from lists where workspace_id = $1")
                    .bind(workspace.0)
                    .fetch_all(&pool)
                    .await?;
                Ok(ids.into_iter().map(ListId).collect())
            })
            .await
    }

    /// The names of a workspace's labels.
    pub async fn labels(&self, workspace: WorkspaceId) -> Result<Vec<(LabelId, String)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let rows: Vec<(Uuid, String)> =
                    sqlx::query_as("select id, name from labels where workspace_id = $1 order by created_at, id")
                        .bind(workspace.0)
                        .fetch_all(&pool)
                        .await?;
                Ok(rows.into_iter().map(|(id, name)| (LabelId(id), name)).collect())
            })
            .await
    }
}
