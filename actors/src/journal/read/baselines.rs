//! The dates that tickets had at the moment of a baseline. No table stores them. They are computed from the present
//! dates of the tickets and from the changes since, which the histories of the tickets record.

use sqlx::types::Json;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::{
    domain::{
        ids::{BaselineId, ScopeId, TicketId, WorkspaceId},
        limits,
    },
    journal::{error::JournalError, handle::Journal},
};

/// The dates of a ticket at the moment of a baseline. At least one of them was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct DatesThen {
    id: Uuid,
    pub start_date: Option<Date>,
    pub due_date: Option<Date>,
}

impl DatesThen {
    pub fn ticket(&self) -> TicketId {
        TicketId(self.id)
    }
}

#[derive(sqlx::FromRow)]
struct Moment {
    scope_id: Uuid,
    list_id: Option<Uuid>,
    taken_at: OffsetDateTime,
    made_at_seq: Option<i64>,
}

/// The tickets of a list and all tickets below them. The query descends along `subtasks_order`, so it reads by primary
/// keys.
const OF_LIST: &str = "with recursive tree (id, below, level) as (
         select id, subtasks_order, 0 from tickets where workspace_id = $1 and scope_id = any ($2) and lists @> $3
         union all
         select t.id, t.subtasks_order, tree.level + 1 from tree cross join unnest(tree.below) b (id)
         join tickets t on t.workspace_id = $1 and t.scope_id = any ($2) and t.id = b.id
         where tree.level < $4
     ), asked as (select distinct id from tree)";

const OF_ALL: &str = "with asked as (
         select id from tickets where workspace_id = $1 and scope_id = any ($2) and $3::jsonb is null and $4::int > 0
     )";

/// The first change of each date after the moment names the date before it. Changes of the same time were committed in one
/// batch with the baseline; among these, the seqs of the scope tell which came later.
const THEN: &str = "changed as (
         select distinct on (a.ticket_id, a.data ->> 'field')
                a.ticket_id, a.data ->> 'field' as field, (a.data ->> 'from')::date as was
         from asked join activities a on a.workspace_id = $1 and a.ticket_id = asked.id and a.created_at >= $5
         where a.kind = 'customFieldChange' and a.data ->> 'field' in ('startDate', 'dueDate')
           and (a.created_at > $5 or (a.scope_id = $6 and a.version > $7))
         order by a.ticket_id, a.data ->> 'field', a.created_at, a.version
     ), dated as (
         select t.id, case when s.ticket_id is null then t.start_date else s.was end as start_date,
                case when d.ticket_id is null then t.due_date else d.was end as due_date
         from asked join tickets t on t.workspace_id = $1 and t.id = asked.id and t.created_at <= $5
         left join changed s on s.ticket_id = t.id and s.field = 'startDate'
         left join changed d on d.ticket_id = t.id and d.field = 'dueDate'
     )
     select id, start_date, due_date from dated where start_date is not null or due_date is not null limit $8";

impl Journal {
    /// The dates that the tickets in these scopes had at the moment of a baseline: the tickets of its list and all
    /// below them, or all tickets. Tickets without dates are left out. `None` if these scopes have no such baseline.
    /// Returns at most one ticket more than the limit. The database ends the query after two seconds.
    pub async fn dates_of_baseline(
        &self,
        workspace: WorkspaceId,
        baseline: BaselineId,
        scopes: &[ScopeId],
    ) -> Result<Option<Vec<DatesThen>>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let found: Option<Moment> = sqlx::query_as(
                    "select scope_id, list_id, taken_at, made_at_seq from baselines
                     where workspace_id = $1 and id = $2 and scope_id = any ($3)",
                )
                .bind(workspace.0)
                .bind(baseline.0)
                .bind(&scopes)
                .fetch_optional(&pool)
                .await?;
                let Some(moment) = found else { return Ok(None) };
                let list = moment.list_id.map(|list| Json(serde_json::json!([{ "listId": list }])));
                let sql = format!("{}, {THEN}", if list.is_some() { OF_LIST } else { OF_ALL });
                let mut tx = pool.begin_with("begin read only").await?;
                // The histories of a list can be long. One caller must not use several database processes.
                let settings = "set local statement_timeout = '2s'; set local jit = off;
                                set local max_parallel_workers_per_gather = 0";
                sqlx::raw_sql(settings).execute(&mut *tx).await?;
                let dates = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(scopes)
                    .bind(list)
                    .bind(i32::try_from(limits::DEPTH).unwrap_or(i32::MAX))
                    .bind(moment.taken_at)
                    .bind(moment.scope_id)
                    .bind(moment.made_at_seq)
                    .bind(i64::try_from(limits::BASELINE_TICKETS + 1).unwrap_or(i64::MAX))
                    .fetch_all(&mut *tx)
                    .await?;
                tx.commit().await?;
                Ok(Some(dates))
            })
            .await
    }
}
