//! How many tickets name each component and each fix version, as a person sees it.

use uuid::Uuid;

use crate::{
    domain::ids::{ComponentId, FixVersionId, ScopeId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
};

/// The tickets of a fix version by the category of their status, without trashed ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Statistics {
    pub by_default: i64,
    pub blocked: i64,
    pub canceled: i64,
    pub completed: i64,
    pub started: i64,
    pub all_tickets: i64,
}

impl Journal {
    /// The components of a workspace by name, each with the number of its tickets in these scopes.
    pub async fn component_totals(
        &self,
        workspace: WorkspaceId,
        scopes: &[ScopeId],
    ) -> Result<Vec<(ComponentId, String, i64)>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                // One pass over the tickets: a join by membership in an array would compare each ticket with each component.
                let rows: Vec<(Uuid, String, i64)> = sqlx::query_as(
                    "with named as (
                         select n.id, count(*) as total from tickets t, unnest(t.components_ids) n (id)
                         where t.workspace_id = $1 and t.scope_id = any ($2) and t.trashed_at is null group by n.id
                     )
                     select c.id, c.name, coalesce(n.total, 0) from components c left join named n on n.id = c.id
                     where c.workspace_id = $1 and c.scope_id = any ($2) order by c.name, c.id",
                )
                .bind(workspace.0)
                .bind(scopes)
                .fetch_all(&pool)
                .await?;
                Ok(rows.into_iter().map(|(id, name, total)| (ComponentId(id), name, total)).collect())
            })
            .await
    }

    /// The fix versions of a workspace by name, each with the statistics of its tickets in these scopes.
    pub async fn version_statistics(
        &self,
        workspace: WorkspaceId,
        scopes: &[ScopeId],
    ) -> Result<Vec<(FixVersionId, String, Statistics)>, JournalError> {
        #[derive(sqlx::FromRow)]
        struct Row {
            id: Uuid,
            name: String,
            #[sqlx(flatten)]
            statistics: Statistics,
        }
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let rows: Vec<Row> = sqlx::query_as(
                    "with named as (
                         select n.id, count(*) as total,
                                count(*) filter (where s.category = 'blocked') as blocked,
                                count(*) filter (where s.category = 'canceled') as canceled,
                                count(*) filter (where s.category = 'completed') as completed,
                                count(*) filter (where s.category = 'started') as started
                         from tickets t
                         join statuses s on s.workspace_id = t.workspace_id and s.id = t.status_id,
                              unnest(t.fix_versions_ids) n (id)
                         where t.workspace_id = $1 and t.scope_id = any ($2) and t.trashed_at is null group by n.id
                     )
                     select v.id, v.name, coalesce(n.total - n.blocked - n.canceled - n.completed - n.started, 0) as by_default,
                            coalesce(n.blocked, 0) as blocked, coalesce(n.canceled, 0) as canceled,
                            coalesce(n.completed, 0) as completed, coalesce(n.started, 0) as started,
                            coalesce(n.total, 0) as all_tickets
                     from fix_versions v left join named n on n.id = v.id
                     where v.workspace_id = $1 and v.scope_id = any ($2) order by v.name, v.id",
                )
                .bind(workspace.0)
                .bind(scopes)
                .fetch_all(&pool)
                .await?;
                Ok(rows.into_iter().map(|row| (FixVersionId(row.id), row.name, row.statistics)).collect())
            })
            .await
    }
}
