//! One call of one SQL function in autocommit: a batch is stored whole or not at all.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Journal, JournalError,
    stored::{Activities, stored, text_of},
};
use crate::{
    domain::{
        entity::{Entity, EntityKind},
        ids::{CommandId, ScopeId, UserId},
        refusal::Refusal,
    },
    sync::{Batch, ReadKind},
};

/// What became of a batch.
#[derive(Clone, Debug)]
pub enum Committed {
    /// Stored. The seq of each scope before it, in the order of the batch's scopes.
    Done(Vec<(ScopeId, i64)>),
    /// Some of its commands had been answered before; nothing was stored.
    Seen(Vec<SeenCommand>),
    /// Something that a decision relied on has changed; nothing was stored.
    Stale,
    /// A scope has another incarnation than the batch thought; nothing was stored.
    Epoch,
}

/// A command's first answer.
#[derive(Clone, Debug, Deserialize)]
pub struct SeenCommand {
    pub id: CommandId,
    pub user: UserId,
    pub fingerprint: i64,
    pub scope: ScopeId,
    pub seq: i64,
    pub refusal: Option<Refusal>,
}

#[derive(Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
enum Outcome {
    Ok { before: Vec<i64> },
    Seen { commands: Vec<SeenCommand> },
    Stale,
    Epoch,
}

const COMMIT: &str = "select commit_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36::jsonb, $37::jsonb)";

impl Journal {
    /// Stores a batch. The rows hold no history of their own: what an event says and what its rows hold are
    /// written by this one call.
    pub async fn commit(&self, batch: &Batch) -> Result<Committed, JournalError> {
        let scope_ids: Vec<ScopeId> = batch.scopes.keys().copied().collect();
        let scopes: Vec<Uuid> = scope_ids.iter().map(|id| id.0).collect();
        let usages: Vec<_> = batch.scopes.values().cloned().collect();
        let epochs: Vec<Uuid> = usages.iter().map(|it| it.epoch.0).collect();
        let config: Vec<Option<i64>> = usages.iter().map(|it| it.config).collect();
        let exact: Vec<Option<i64>> = usages.iter().map(|it| it.exact).collect();
        let numbers: Vec<Option<i64>> = usages.iter().map(|it| it.numbers.map(|(before, _)| before)).collect();
        let last_numbers: Vec<Option<i64>> = usages.iter().map(|it| it.numbers.map(|(_, after)| after)).collect();
        let touches: Vec<Option<i32>> =
            usages.iter().map(|it| it.touches_config.map(|ordinal| ordinal as i32)).collect();
        let commands: Vec<Uuid> = batch.answers.iter().map(|it| it.command.0).collect();
        let users: Vec<Uuid> = batch.answers.iter().map(|it| it.user.0).collect();
        let prints: Vec<i64> = batch.answers.iter().map(|it| it.fingerprint).collect();
        let answer_scopes: Vec<Uuid> = batch.answers.iter().map(|it| it.scope.0).collect();
        let answer_ordinals: Vec<i32> = batch.answers.iter().map(|it| it.ordinal as i32).collect();
        let refusals: Vec<Option<Json<Refusal>>> =
            batch.answers.iter().map(|it| it.refusal.clone().map(Json)).collect();
        let read_kinds: Vec<&'static str> = batch.reads.iter().map(|it| read_kind(it.kind)).collect();
        let read_ids: Vec<Uuid> = batch.reads.iter().map(|it| it.id).collect();
        let read_versions: Vec<i64> = batch.reads.iter().map(|it| it.version).collect();
        let read_scopes: Vec<Option<Uuid>> = batch.reads.iter().map(|it| it.scope.map(|scope| scope.0)).collect();
        let event_scopes: Vec<Uuid> = batch.events.iter().map(|it| it.scope.0).collect();
        let event_ordinals: Vec<i32> = batch.events.iter().map(|it| it.ordinal as i32).collect();
        let event_commands: Vec<Uuid> = batch.events.iter().map(|it| it.command.0).collect();
        let event_users: Vec<Uuid> = batch.events.iter().map(|it| it.by.0).collect();
        let event_changes: Vec<String> = batch.events.iter().map(|it| text_of(&it.changes)).collect();
        let (rows, deletes, activities) = rows_and_deletes(batch);
        let workspace = batch.workspace.0;
        let at = batch.at.get();
        let whole = batch.whole;
        let outcome: Json<Outcome> = self
            .db
            .run_statement(move |pool| async move {
                sqlx::query_scalar(COMMIT)
                    .bind(workspace)
                    .bind(at)
                    .bind(scopes)
                    .bind(epochs)
                    .bind(config)
                    .bind(exact)
                    .bind(numbers)
                    .bind(last_numbers)
                    .bind(touches)
                    .bind(whole)
                    .bind(commands)
                    .bind(users)
                    .bind(prints)
                    .bind(answer_scopes)
                    .bind(answer_ordinals)
                    .bind(refusals)
                    .bind(read_kinds)
                    .bind(read_ids)
                    .bind(read_versions)
                    .bind(read_scopes)
                    .bind(event_scopes)
                    .bind(event_ordinals)
                    .bind(event_commands)
                    .bind(event_users)
                    .bind(event_changes)
                    .bind(activities.ids)
                    .bind(activities.scopes)
                    .bind(activities.ordinals)
                    .bind(activities.tickets)
                    .bind(activities.kinds)
                    .bind(activities.users)
                    .bind(activities.messages)
                    .bind(activities.data)
                    .bind(activities.created)
                    .bind(activities.updated)
                    .bind(rows)
                    .bind(deletes)
                    .fetch_one(&pool)
                    .await
                    .map_err(JournalError::from)
            })
            .await?;
        Ok(match outcome.0 {
            Outcome::Ok { before } => Committed::Done(scope_ids.into_iter().zip(before).collect()),
            Outcome::Seen { commands } => Committed::Seen(commands),
            Outcome::Stale => Committed::Stale,
            Outcome::Epoch => Committed::Epoch,
        })
    }
}

fn read_kind(kind: ReadKind) -> &'static str {
    match kind {
        ReadKind::Ticket => "ticket",
        ReadKind::Activity => "activity",
        ReadKind::Reaction => "reaction",
    }
}

/// Rows and ids to remove as JSON, table by table, and the activities.
fn rows_and_deletes(batch: &Batch) -> (String, String, Activities) {
    let (mut rows, mut deletes, mut activities) = (Tables::new(), Tables::new(), Activities::default());
    for ((kind, id), row) in &batch.rows {
        match (&row.before, &row.after) {
            (_, Some(Entity::Activity(activity))) => activities.push(activity, row.scope, row.ordinal),
            (_, Some(entity)) => {
                if let Some((table, text)) = stored(entity, batch.workspace, row.scope, row.ordinal) {
                    rows.entry(table).or_default().push(text);
                }
            }
            (Some(Entity::Ticket(ticket)), None) => {
                let value = json!({"id": id, "scope_id": row.scope, "number": ticket.number, "user_id": row.by});
                deletes.entry("tickets").or_default().push(value.to_string());
            }
            (Some(_), None) => {
                if let Some(table) = deletable(*kind) {
                    deletes.entry(table).or_default().push(text_of(id));
                }
            }
            (None, None) => {}
        }
    }
    (object(&rows), object(&deletes), activities)
}

type Tables = BTreeMap<&'static str, Vec<String>>;

fn object(tables: &Tables) -> String {
    let tables: Vec<String> = tables.iter().map(|(table, rows)| format!("\"{table}\":[{}]", rows.join(","))).collect();
    format!("{{{}}}", tables.join(","))
}

/// The other kinds are never removed: members leave, workspaces and imports stay.
fn deletable(kind: EntityKind) -> Option<&'static str> {
    match kind {
        EntityKind::Status => Some("statuses"),
        EntityKind::List => Some("lists"),
        EntityKind::Label => Some("labels"),
        EntityKind::Link => Some("links"),
        EntityKind::Activity => Some("activities"),
        EntityKind::Reaction => Some("reactions"),
        EntityKind::Workspace | EntityKind::Member | EntityKind::Import | EntityKind::Ticket => None,
    }
}
