//! The names of lists, labels, records and tickets, for imports.

use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        ids::{LabelId, ListId, ScopeId, TicketId, WorkspaceId},
        kinds::attribute::label_set::LabelSet,
    },
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

    /// The key of a workspace, and its open tickets with their numbers and, if imported, the keys from their files.
    /// Trashed tickets are left out.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn named_tickets(
        &self,
        workspace: WorkspaceId,
    ) -> Result<(String, Vec<(TicketId, i64, Option<String>)>), JournalError> {
        self.db
            .run(move |pool| async move {
                let key: String =
                    sqlx::query_scalar("select key from workspaces where id = $1").bind(workspace.0).fetch_one(&pool).await?;
                let rows: Vec<(Uuid, i64, Option<String>)> = sqlx::query_as(
                    "select id, number, source ->> 'key' from tickets
                     where workspace_id = $1 and coalesce(scope_id, workspace_id) = $1 and not private and trashed_at is null
                     order by created_at, id",
                )
                .bind(workspace.0)
                .fetch_all(&pool)
                .await?;
                Ok((key, rows.into_iter().map(|(id, number, key)| (TicketId(id), number, key)).collect()))
            })
            .await
    }

    /// The attributes, options, task types, components and fix versions that the reader of these scopes sees, the
    /// oldest first.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub async fn record_names(
        &self,
        workspace: WorkspaceId,
        scopes: &[ScopeId],
    ) -> Result<Vec<RecordName>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                Ok(sqlx::query_as(
                    "select kind, id, attribute_id, name, value_type, list_ids, label_sets from (
                         select 'attribute' kind, id, null::uuid attribute_id, name, type value_type, list_ids, label_sets,
                                created_at
                         from attributes where workspace_id = $1 and scope_id = any ($2)
                         union all
                         select 'option', id, attribute_id, name, null, null, null, created_at
                         from options where workspace_id = $1 and scope_id = any ($2)
                         union all
                         select 'taskType', id, null, name, null, null, null, created_at
                         from task_types where workspace_id = $1 and scope_id = any ($2)
                         union all
                         select 'component', id, null, name, null, null, null, created_at
                         from components where workspace_id = $1 and scope_id = any ($2)
                         union all
                         select 'fixVersion', id, null, name, null, null, null, created_at
                         from fix_versions where workspace_id = $1 and scope_id = any ($2)) records
                     order by created_at, id",
                )
                .bind(workspace.0)
                .bind(scopes)
                .fetch_all(&pool)
                .await?)
            })
            .await
    }
}

/// A row of the configuration that a file of an import may name.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RecordName {
    /// `attribute`, `option`, `taskType`, `component` or `fixVersion`.
    pub kind: String,
    pub id: Uuid,
    /// Of an option.
    pub attribute_id: Option<Uuid>,
    pub name: String,
    /// Of an attribute.
    pub value_type: Option<String>,
    /// The lists whose tickets have an attribute; `None` if all tickets have it.
    pub list_ids: Option<Vec<Uuid>>,
    /// The label sets of an attribute of labels.
    pub label_sets: Option<Json<Vec<LabelSet>>>,
}
