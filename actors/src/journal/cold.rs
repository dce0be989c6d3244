//! Rows of cold kinds, which are written seldom. One conversion serves all of them: a kind's fields in camel case are the
//! columns of its table in snake case. `cold_kinds()` reads the list of kinds, and the migration of a kind names its table
//! in `cold_kinds`. A new cold kind needs a line here only if filters name its rows (`is_named_in_filters`), or if
//! decisions do not need all of them (`of_workspace`).

use serde_json::{Map, Value, json};
use sqlx::{AssertSqlSafe, PgPool, Postgres, Transaction, types::Json};
use uuid::Uuid;

use super::error::JournalError;
use crate::domain::{
    entity::{Entity, EntityKind, File, Preferences, Storage, TicketSubscription},
    ids::{FileId, ScopeId, SubscriptionId, WorkspaceId},
};

/// The cold kinds. A test compares their tables with `cold_kinds`.
pub fn cold_kinds() -> impl Iterator<Item = EntityKind> {
    EntityKind::ALL.iter().copied().filter(|kind| kind.storage() == Storage::Cold)
}

/// Columns that belong to the row and not to the entity.
const OF_THE_ROW: [&str; 3] = ["workspace_id", "scope_id", "version"];

/// The row of an entity as JSON; `version` is the ordinal of the event that wrote it.
pub(super) fn row(
    entity: &Entity,
    workspace: WorkspaceId,
    scope: ScopeId,
    version: u32,
) -> Result<String, JournalError> {
    let fields = entity.to_fields().into_iter().map(|(field, value)| (column(&field), value));
    let [of, home, at] = OF_THE_ROW;
    let place = [(of, json!(workspace)), (home, json!(scope)), (at, json!(version))];
    let row: Map<String, Value> = fields.chain(place.map(|(name, value)| (name.to_owned(), value))).collect();
    serde_json::to_string(&row).map_err(JournalError::malformed)
}

/// All entities of the cold kinds that decisions need, with their scopes. Finished imports are left out. So are
/// subscriptions: a workspace may have one for each ticket and person, so they are read when a command touches them.
pub(super) async fn of_workspace(
    tx: &mut Transaction<'_, Postgres>,
    workspace: WorkspaceId,
) -> Result<Vec<(ScopeId, Entity)>, sqlx::Error> {
    let which = |kind| match kind {
        EntityKind::Import => "t.state = 'running'",
        EntityKind::TicketSubscription => "false",
        _ => "true",
    };
    read(tx, workspace, None, which).await
}

/// All entities of the cold kinds that live in a scope.
pub(super) async fn of_scope(
    tx: &mut Transaction<'_, Postgres>,
    workspace: WorkspaceId,
    scope: ScopeId,
) -> Result<Vec<Entity>, sqlx::Error> {
    // Rows without a scope were written by builds before migration 14, which kept these kinds only in the workspace's
    // own scope.
    let rows = read(tx, workspace, Some(&[scope]), |_| IN_SCOPES).await?;
    Ok(rows.into_iter().map(|(_, entity)| entity).collect())
}

/// The kinds of rows that a filter may name.
fn is_named_in_filters(kind: EntityKind) -> bool {
    use EntityKind::{
        Attribute, Component, FixVersion, Label, List, Member, Option, Sprint, Status, SystemAttribute, TaskType,
    };
    matches!(
        kind,
        Attribute
            | Component
            | FixVersion
            | Label
            | List
            | Member
            | Option
            | Sprint
            | Status
            | SystemAttribute
            | TaskType
    )
}

/// The rows in these scopes that a filter may name.
pub(super) async fn named_in(
    tx: &mut Transaction<'_, Postgres>,
    workspace: WorkspaceId,
    scopes: &[ScopeId],
) -> Result<Vec<Entity>, sqlx::Error> {
    let which = |kind| if is_named_in_filters(kind) { IN_SCOPES } else { "false" };
    let rows = read(tx, workspace, Some(scopes), which).await?;
    Ok(rows.into_iter().map(|(_, entity)| entity).collect())
}

/// Subscriptions by their ids. Ids that do not exist are left out.
pub(super) async fn subscriptions(
    pool: &PgPool,
    workspace: WorkspaceId,
    ids: &[SubscriptionId],
) -> Result<Vec<TicketSubscription>, sqlx::Error> {
    let found: Vec<(Json<Map<String, Value>>,)> =
        sqlx::query_as("select to_jsonb(t) from ticket_subscriptions t where t.workspace_id = $1 and t.id = any ($2)")
            .bind(workspace.0)
            .bind(ids.iter().map(|id| id.0).collect::<Vec<_>>())
            .fetch_all(pool)
            .await?;
    let mut rows = Vec::new();
    for (fields,) in found {
        if let Entity::TicketSubscription(row) = entity(EntityKind::TicketSubscription, fields.0)? {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Preferences by their ids. Ids that do not exist are left out.
pub(super) async fn preferences(
    pool: &PgPool,
    workspace: WorkspaceId,
    ids: &[Uuid],
) -> Result<Vec<Preferences>, sqlx::Error> {
    let found: Vec<(Json<Map<String, Value>>,)> =
        sqlx::query_as("select to_jsonb(t) from preferences t where t.workspace_id = $1 and t.id = any ($2)")
            .bind(workspace.0)
            .bind(ids)
            .fetch_all(pool)
            .await?;
    let mut rows = Vec::new();
    for (fields,) in found {
        if let Entity::Preferences(row) = entity(EntityKind::Preferences, fields.0)? {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// A file with the scope of its ticket, whatever scope its own row names.
pub(super) async fn file(
    pool: &PgPool,
    workspace: WorkspaceId,
    id: FileId,
) -> Result<Option<(ScopeId, File)>, sqlx::Error> {
    let found: Option<(Uuid, Json<Map<String, Value>>)> = sqlx::query_as(
        "select t.scope_id, to_jsonb(f) from files f join tickets t on t.workspace_id = f.workspace_id and t.id = f.ticket_id
         where f.workspace_id = $1 and f.id = $2",
    )
    .bind(workspace.0)
    .bind(id.0)
    .fetch_optional(pool)
    .await?;
    let Some((scope, fields)) = found else { return Ok(None) };
    match entity(EntityKind::File, fields.0)? {
        Entity::File(file) => Ok(Some((ScopeId(scope), file))),
        _ => Ok(None),
    }
}

/// The place of the kind, the scope, and the columns.
type ColdRow = (i32, Uuid, Json<Map<String, Value>>);

const IN_SCOPES: &str = "coalesce(t.scope_id, t.workspace_id) = any ($2)";

/// One statement reads all kinds, since each statement costs a round trip.
async fn read(
    tx: &mut Transaction<'_, Postgres>,
    workspace: WorkspaceId,
    scopes: Option<&[ScopeId]>,
    which: impl Fn(EntityKind) -> &'static str,
) -> Result<Vec<(ScopeId, Entity)>, sqlx::Error> {
    let kinds: Vec<EntityKind> = cold_kinds().collect();
    let of_kind = |(n, kind): (usize, &EntityKind)| {
        let (table, condition) = (kind.table(), which(*kind));
        format!(
            "select {n} as kind, t.id, coalesce(t.scope_id, t.workspace_id) as scope_id, to_jsonb(t) as fields
             from {table} t where t.workspace_id = $1 and {condition}"
        )
    };
    let parts: Vec<String> = kinds.iter().enumerate().map(of_kind).collect();
    let sql = format!("select kind, scope_id, fields from ({}) rows order by kind, id", parts.join(" union all "));
    let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(workspace.0);
    if let Some(scopes) = scopes {
        query = query.bind(scopes.iter().map(|scope| scope.0).collect::<Vec<_>>());
    }
    let rows: Vec<ColdRow> = query.fetch_all(&mut **tx).await?;
    rows.into_iter().map(|(n, scope, fields)| Ok((ScopeId(scope), entity(kinds[n as usize], fields.0)?))).collect()
}

fn entity(kind: EntityKind, row: Map<String, Value>) -> Result<Entity, sqlx::Error> {
    let fields = row.into_iter().filter(|(column, _)| !OF_THE_ROW.contains(&column.as_str()));
    let fields = fields.map(|(column, value)| (field(&column), value)).collect();
    Entity::from_fields(kind, fields).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// `createdUserId` to `created_user_id`.
fn column(field: &str) -> String {
    let mut column = String::with_capacity(field.len() + 4);
    for c in field.chars() {
        if c.is_ascii_uppercase() {
            column.push('_');
        }
        column.push(c.to_ascii_lowercase());
    }
    column
}

/// `created_user_id` to `createdUserId`.
fn field(column: &str) -> String {
    let mut words = column.split('_');
    let mut field = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        field.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        field.push_str(letters.as_str());
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_and_its_column_are_named_after_each_other() {
        for (of_the_wire, of_the_table) in
            [("id", "id"), ("createdUserId", "created_user_id"), ("avatarUrl", "avatar_url")]
        {
            assert_eq!(column(of_the_wire), of_the_table);
            assert_eq!(field(of_the_table), of_the_wire);
        }
    }
}
