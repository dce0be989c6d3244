//! Reads the descriptions of a ticket, or of the tickets of a list, and of everything below, for a copy of them.

use sqlx::{PgPool, types::Json};
use uuid::Uuid;

use crate::{
    domain::{
        ids::{ListId, ScopeId, TicketId, WorkspaceId},
        limits,
    },
    journal::{error::JournalError, handle::Journal},
};

/// The most bytes of descriptions that are read at once.
const BYTES: i64 = 4 << 20;

/// The descriptions; `None` if they are too many or too long.
pub type Texts = Option<Vec<(TicketId, String)>>;

/// What stands at the top of the trees that are read: one ticket, or the tickets of a list.
const ONE: &str = "id = $3";
const OF_LIST: &str = "lists @> $3 and trashed_at is null";

/// The tickets at the top and all that is below them in these scopes. The order of the subtasks leads down, by primary
/// keys alone.
fn trees(top: &str) -> String {
    format!(
        "with recursive tree (id, below, level) as (
             select id, subtasks_order, 0 from tickets where workspace_id = $1 and scope_id = any ($2) and {top}
             union all
             select t.id, t.subtasks_order, tree.level + 1 from tree cross join unnest(tree.below) b (id)
             join tickets t on t.workspace_id = $1 and t.scope_id = any ($2) and t.id = b.id
             where tree.level < $4
         ), found as (select distinct id from tree)"
    )
}

async fn read<'q, V>(
    pool: &PgPool,
    top: &str,
    workspace: Uuid,
    scopes: Vec<Uuid>,
    value: V,
) -> Result<Texts, JournalError>
where
    V: sqlx::Encode<'q, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Clone + 'q,
{
    let depth = i32::try_from(limits::DEPTH).unwrap_or(i32::MAX);
    let trees = trees(top);
    let sql = format!(
        "{trees} select count(*), coalesce(sum(octet_length(t.description)), 0)::bigint
         from found join tickets t on t.workspace_id = $1 and t.id = found.id"
    );
    let (count, bytes): (i64, i64) = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(workspace)
        .bind(scopes.clone())
        .bind(value.clone())
        .bind(depth)
        .fetch_one(pool)
        .await?;
    if count > limits::TICKETS_AN_EVENT as i64 || bytes > BYTES {
        return Ok(None);
    }
    let sql = format!(
        "{trees} select t.id, t.description from found join tickets t on t.workspace_id = $1 and t.id = found.id
         where t.description <> '' limit {}",
        limits::TICKETS_AN_EVENT
    );
    let found: Vec<(Uuid, String)> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(workspace)
        .bind(scopes)
        .bind(value)
        .bind(depth)
        .fetch_all(pool)
        .await?;
    Ok(Some(found.into_iter().map(|(id, text)| (TicketId(id), text)).collect()))
}

impl Journal {
    /// The descriptions of a ticket and of all tickets below it, without empty ones. `None` if there are more tickets than
    /// one event may change, or if their texts are too long to be read at once. The caller decides who may see them.
    pub async fn descriptions_below(
        &self,
        workspace: WorkspaceId,
        scope: ScopeId,
        ticket: TicketId,
    ) -> Result<Texts, JournalError> {
        self.db.run(move |pool| async move { read(&pool, ONE, workspace.0, vec![scope.0], ticket.0).await }).await
    }

    /// The same for the tickets of a list that are not in the trash. `None` outside if these scopes have no such list.
    pub async fn descriptions_of_list(
        &self,
        workspace: WorkspaceId,
        scopes: &[ScopeId],
        list: ListId,
    ) -> Result<Option<Texts>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let known: bool = sqlx::query_scalar(
                    "select exists (select from lists
                     where workspace_id = $1 and id = $2 and coalesce(scope_id, workspace_id) = any ($3))",
                )
                .bind(workspace.0)
                .bind(list.0)
                .bind(scopes.clone())
                .fetch_one(&pool)
                .await?;
                if !known {
                    return Ok(None);
                }
                let places = Json(serde_json::json!([{ "listId": list.0 }]));
                Ok(Some(read(&pool, OF_LIST, workspace.0, scopes, places).await?))
            })
            .await
    }
}
