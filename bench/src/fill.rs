//! Fills workspaces with rows of usual size, written past the stage. Only reading is measured with them.

use actors::domain::ids::{TicketId, UserId, WorkspaceId};
use actors::domain::kinds::subscription::TicketSubscription;
use actors::domain::scope::personal_scope;
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

/// Inserts `tickets` tickets into an empty workspace, the newest first, in one open list.
///
/// # Errors
/// When the database refuses.
pub async fn tickets(database: impl PgExecutor<'_>, workspace: Uuid, tickets: i32) -> Result<(), sqlx::Error> {
    insert(database, workspace, tickets, 1).await
}

/// The same, spread evenly over all lists, of which some may be restricted.
///
/// # Errors
/// When the database refuses.
pub async fn spread(database: impl PgExecutor<'_>, workspace: Uuid, tickets: i32) -> Result<(), sqlx::Error> {
    insert(database, workspace, tickets, i32::MAX).await
}

/// Gives each ticket a value of an attribute, by a hash of the ticket's number and of `seed`: values in a regular order
/// would compress to nearly nothing.
///
/// # Errors
/// When the database refuses.
pub async fn values(
    database: impl PgExecutor<'_>,
    workspace: Uuid,
    attribute: Uuid,
    values: &[serde_json::Value],
    seed: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update tickets set fields = fields || jsonb_build_object($2::text, $3::jsonb -> mod(
             hashint8extended(number, $4) & 9223372036854775807, $5)::integer)
         where workspace_id = $1",
    )
    .bind(workspace)
    .bind(attribute.to_string())
    .bind(serde_json::Value::from(values))
    .bind(seed)
    .bind(i64::try_from(values.len()).unwrap_or(1))
    .execute(database)
    .await?;
    Ok(())
}

/// Adds people with accounts, and with the role of the member who joined last. Returns their ids.
///
/// # Errors
/// When the database refuses.
pub async fn members(pool: &PgPool, workspace: Uuid, members: usize) -> Result<Vec<Uuid>, sqlx::Error> {
    let ids: Vec<Uuid> = (0..members).map(|_| Uuid::now_v7()).collect();
    sqlx::query(
        "insert into users (id, email, email_key, password_hash, username)
         select id, id || '@bench.example', id || '@bench.example', '', 'member' from unnest($1::uuid[]) id",
    )
    .bind(&ids)
    .execute(pool)
    .await?;
    sqlx::query(
        "insert into members (workspace_id, id, scope_id, version, role, state, firstname, lastname, username, created_at)
         select m.workspace_id, p.id, m.scope_id, m.version, m.role, 'active', 'First', 'Last', 'member' || p.place, now()
         from unnest($2::uuid[]) with ordinality p (id, place),
              (select * from members where workspace_id = $1 and state = 'active' order by created_at desc limit 1) m",
    )
    .bind(workspace)
    .bind(&ids)
    .execute(pool)
    .await?;
    Ok(ids)
}

/// Subscribes people to a ticket, as if each had done so by hand.
///
/// # Errors
/// When the database refuses.
pub async fn subscribers(pool: &PgPool, workspace: Uuid, ticket: Uuid, users: &[Uuid]) -> Result<(), sqlx::Error> {
    let id = |user: &Uuid| TicketSubscription::id_of(TicketId(ticket), UserId(*user)).0;
    let scope = |user: &Uuid| personal_scope(WorkspaceId(workspace), UserId(*user)).0;
    sqlx::query(
        "insert into ticket_subscriptions (workspace_id, id, scope_id, version, ticket_id, workspace_user_id, reasons,
             last_read_number, muted, unsubscribed, created_at)
         select $1, s.id, s.scope_id, 1, $2, s.user_id, '{manual}', 0, false, false, now()
         from unnest($3::uuid[], $4::uuid[], $5::uuid[]) s (id, scope_id, user_id)",
    )
    .bind(workspace)
    .bind(ticket)
    .bind(users.iter().map(id).collect::<Vec<_>>())
    .bind(users.iter().map(scope).collect::<Vec<_>>())
    .bind(users)
    .execute(pool)
    .await
    .map(drop)
}

async fn insert(database: impl PgExecutor<'_>, workspace: Uuid, tickets: i32, lists: i32) -> Result<(), sqlx::Error> {
    sqlx::query(
        "with home as (
           select id, scope_id, row_number() over (order by scope_id <> $1, id) - 1 as place,
             least(count(*) over (), $3) as lists
           from lists where workspace_id = $1),
         made as (
           insert into tickets (workspace_id, id, scope_id, version, number, private, title, description_sum, status_id, created_user_id,
             assignees_ids, labels, lists, subtasks_order, priority, completed, comments, commented_by_user_ids, in_progress_for, created_at, updated_at)
           select s.workspace_id, (lpad(to_hex((extract(epoch from now() - g * interval '1 minute') * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
                || 'a' || substr(md5(random()::text), 1, 15))::uuid, l.scope_id, 1, g, false, 'Ticket ' || g || ' ' || md5(g::text), 0, s.id, m.id,
             array[m.id], '{}', jsonb_build_array(jsonb_build_object('listId', l.id, 'rank', lpad(to_hex(g), 6, '0') || 'V')), '{}', 'week', false,
             g % 7, '{}', 0, now() - g * interval '1 minute', now()
           from generate_series(1, $2) g
              join home l on l.place = g % l.lists,
              (select * from statuses where workspace_id = $1 limit 1) s,
              (select * from members where workspace_id = $1 order by created_at limit 1) m)
         update streams set last_number = greatest(last_number, $2) where id = $1",
    )
    .bind(workspace)
    .bind(tickets)
    .bind(lists)
    .execute(database)
    .await?;
    Ok(())
}
