//! Reads the descriptions of a ticket and of everything below it, for a copy of them.

use uuid::Uuid;

use crate::{
    domain::{
        ids::{ScopeId, TicketId, WorkspaceId},
        limits,
    },
    journal::{error::JournalError, handle::Journal},
};

/// The most bytes of descriptions that are read at once.
const BYTES: i64 = 4 << 20;

/// A ticket and all that is below it in its scope. The order of the subtasks leads down, by primary keys alone.
const TREE: &str = "with recursive tree (id, below, level) as (
        select id, subtasks_order, 0 from tickets where workspace_id = $1 and scope_id = $2 and id = $3
        union all
        select t.id, t.subtasks_order, tree.level + 1 from tree cross join unnest(tree.below) b (id)
        join tickets t on t.workspace_id = $1 and t.scope_id = $2 and t.id = b.id
        where tree.level < $4
    )";

impl Journal {
    /// The descriptions of a ticket and of all tickets below it, without empty ones. `None` if there are more tickets than
    /// one event may change, or if their texts are too long to be read at once. The caller decides who may see them.
    pub async fn descriptions_below(
        &self,
        workspace: WorkspaceId,
        scope: ScopeId,
        ticket: TicketId,
    ) -> Result<Option<Vec<(TicketId, String)>>, JournalError> {
        self.db
            .run(move |pool| async move {
                let depth = i32::try_from(limits::DEPTH).unwrap_or(i32::MAX);
                let sql = format!(
                    "{TREE} select count(*), coalesce(sum(octet_length(t.description)), 0)::bigint
                     from tree join tickets t on t.workspace_id = $1 and t.id = tree.id"
                );
                let (count, bytes): (i64, i64) = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(scope.0)
                    .bind(ticket.0)
                    .bind(depth)
                    .fetch_one(&pool)
                    .await?;
                if count > limits::TICKETS_AN_EVENT as i64 || bytes > BYTES {
                    return Ok(None);
                }
                let sql = format!(
                    "{TREE} select t.id, t.description from tree join tickets t on t.workspace_id = $1 and t.id = tree.id
                     where t.description <> '' limit {}",
                    limits::TICKETS_AN_EVENT
                );
                let found: Vec<(Uuid, String)> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(scope.0)
                    .bind(ticket.0)
                    .bind(depth)
                    .fetch_all(&pool)
                    .await?;
                Ok(Some(found.into_iter().map(|(id, text)| (TicketId(id), text)).collect()))
            })
            .await
    }
}
