//! Reads a page of the tickets that pass a filter.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::condition::{Around, is_exact, push, push_linked};
use crate::{
    domain::{
        entity::{Entity, Ticket},
        filter::{
            holds::holds,
            linked::Linked,
            page::{FIRST_DAY, Key, Order, Place, TicketQuery},
            tree::Field,
        },
        ids::{ScopeId, WorkspaceId},
    },
    journal::{cold, error::JournalError, handle::Journal, rows},
};

/// The limits of a page: candidates of a statement, and statements. If the filter compares texts, a page may be short
/// or even empty although a next page exists.
const CANDIDATES: usize = 500;
const STATEMENTS: usize = 4;
/// A page ends after this time, even if it is not full.
const LONGEST: Duration = Duration::from_secs(2);

/// A page of tickets with their scopes.
#[derive(Clone, Debug, Default)]
pub struct FilteredPage {
    pub tickets: Vec<(ScopeId, Ticket)>,
    /// Where the next page begins; `None` after the last one.
    pub next: Option<Place>,
}

#[derive(sqlx::FromRow)]
struct Candidate {
    scope_id: Uuid,
    /// In the order of `Linked::ALL`. Empty if the filter does not ask for it.
    linked: Vec<bool>,
    #[sqlx(flatten)]
    ticket: rows::TicketRow,
}

impl Journal {
    /// The rows of these scopes that filters may name.
    pub async fn named_rows(&self, workspace: WorkspaceId, scopes: Vec<ScopeId>) -> Result<Vec<Entity>, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
                let rows = cold::named_in(&mut tx, workspace, &scopes).await?;
                tx.commit().await?;
                Ok::<_, JournalError>(rows)
            })
            .await
    }

    /// A page of the tickets in these scopes that pass a filter and are not in the trash. The caller decides which scopes a
    /// person may see.
    ///
    /// # Errors
    /// If the database is away, or too slow.
    pub async fn filtered(
        &self,
        workspace: WorkspaceId,
        scopes: Vec<ScopeId>,
        query: TicketQuery,
    ) -> Result<FilteredPage, JournalError> {
        let (query, begun) = (Arc::new(query), Instant::now());
        let at_once = if is_exact(&query.filter) { query.limit + 1 } else { CANDIDATES.max(query.limit + 1) };
        let (mut page, mut after) = (FilteredPage::default(), query.after);
        for _ in 0..STATEMENTS {
            let candidates = self.candidates(workspace, scopes.clone(), Arc::clone(&query), after, at_once).await?;
            let is_last = candidates.len() < at_once;
            let checked_query = Arc::clone(&query);
            // Comparing texts is slow, and must not block the threads of the database, on which all commits run.
            let checking = tokio::task::spawn_blocking(move || check(page, candidates, &checked_query, after));
            (page, after) = checking.await.map_err(JournalError::malformed)??;
            if is_last || page.next.is_some() {
                return Ok(page);
            }
            if begun.elapsed() > LONGEST {
                break;
            }
        }
        page.next = after;
        Ok(page)
    }

    /// The next tickets after a place that may pass the filter, as far as the database can tell. At most `at_once`.
    async fn candidates(
        &self,
        workspace: WorkspaceId,
        scopes: Vec<ScopeId>,
        query: Arc<TicketQuery>,
        after: Option<Place>,
        at_once: usize,
    ) -> Result<Vec<Candidate>, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut tx = pool.begin_with("begin read only").await?;
                // Compiling (jit) would take longer than running the statement, and one caller must not use several
                // database processes.
                let settings = "set local statement_timeout = '2s'; set local jit = off;
                                set local max_parallel_workers_per_gather = 0";
                sqlx::raw_sql(settings).execute(&mut *tx).await?;
                let mut sql = statement(workspace, &scopes, &query, after, at_once);
                // Each filter makes a different statement. As a prepared statement, a large one would take megabytes in
                // PostgreSQL.
                let found = sql.build_query_as().persistent(false).fetch_all(&mut *tx).await?;
                tx.commit().await?;
                Ok::<_, JournalError>(found)
            })
            .await
    }
}

/// Adds the candidates that pass the filter to a page. If the page is full, sets its next place. Returns the page, and
/// the place of the last candidate that was checked.
fn check(
    mut page: FilteredPage,
    candidates: Vec<Candidate>,
    query: &TicketQuery,
    mut after: Option<Place>,
) -> Result<(FilteredPage, Option<Place>), sqlx::Error> {
    for Candidate { scope_id, linked, ticket } in candidates {
        let ticket = Ticket::try_from(ticket)?;
        if page.tickets.len() == query.limit {
            page.next = after;
            break;
        }
        after = Some(Place::of(&ticket, query.order));
        let linked: Vec<Linked> = Linked::ALL.into_iter().zip(linked).filter_map(|(it, is)| is.then_some(it)).collect();
        if holds(&query.filter, &ticket, &linked, &query.reference) {
            page.tickets.push((ScopeId(scope_id), ticket));
        }
    }
    Ok((page, after))
}

fn statement(
    workspace: WorkspaceId,
    scopes: &[ScopeId],
    query: &TicketQuery,
    after: Option<Place>,
    at_once: usize,
) -> QueryBuilder<Postgres> {
    let around = Around { workspace, scopes, reference: &query.reference };
    let mut sql: QueryBuilder<Postgres> = QueryBuilder::new("select scope_id, array[");
    if query.filter.names(Field::Linked) {
        for (place, linked) in Linked::ALL.into_iter().enumerate() {
            sql.push(if place > 0 { ", " } else { "" });
            push_linked(&mut sql, linked, &around);
        }
    }
    sql.push("]::boolean[] as linked, ");
    sql.push(rows::TICKET_COLUMNS).push(" from tickets t where t.workspace_id = ").push_bind(workspace.0);
    sql.push(" and t.scope_id = any (").push_bind(scopes.iter().map(|scope| scope.0).collect::<Vec<_>>());
    sql.push(") and t.trashed_at is null and ");
    push(&mut sql, &query.filter, &around, true);
    let key = key(query.order);
    if let Some(Place { key: at, id }) = after {
        push_after(&mut sql, &key, query.order, at, id.0);
    }
    let way = if query.order.descending { " desc" } else { " asc" };
    sql.push(" order by ").push(key).push(way).push(" nulls last, t.id limit ");
    sql.push_bind(i64::try_from(at_once).unwrap_or(i64::MAX));
    sql
}

/// The key of a ticket in an order, as a number.
fn key(Order { key, .. }: Order) -> String {
    match key {
        Key::Created => "(extract(epoch from t.created_at) * 1000000)::bigint".to_owned(),
        Key::Updated => "(extract(epoch from t.updated_at) * 1000000)::bigint".to_owned(),
        Key::Due => format!("(t.due_date - date '{FIRST_DAY}')::bigint"),
        Key::Start => format!("(t.start_date - date '{FIRST_DAY}')::bigint"),
        Key::Number => "t.number".to_owned(),
    }
}

/// Adds the condition that a ticket comes after a place. Tickets without a key come last.
fn push_after(sql: &mut QueryBuilder<Postgres>, key: &str, order: Order, at: Option<i64>, id: Uuid) {
    let Some(at) = at else {
        sql.push(" and ").push(key).push(" is null and t.id > ").push_bind(id);
        return;
    };
    let sign = if order.descending { " < " } else { " > " };
    sql.push(" and (").push(key).push(sign).push_bind(at);
    sql.push(" or ").push(key).push(" = ").push_bind(at).push(" and t.id > ").push_bind(id);
    sql.push(" or ").push(key).push(" is null)");
}
