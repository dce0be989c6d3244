//! The arguments of the commit function, column by column.

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::postgres::PgArguments;
use sqlx::query::QueryScalar;
use sqlx::types::Json;
use sqlx::{Decode, Postgres, Type};
use time::OffsetDateTime;
use uuid::Uuid;

use super::row_text::{Activities, audit_text, row_text, text_of};
use crate::{
    domain::{
        entity::{Entity, EntityKind},
        ids::ScopeId,
        refusal::Refusal,
        scope::list_scope,
    },
    journal::error::JournalError,
    sync::{Batch, ReadKind, RowWrite},
};

const STORE: &str = "select store_batches_sprints($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38::jsonb, $39::jsonb)";

/// The table of the audit log. Its rows are written like those of a cold kind.
const AUDIT: &str = "audit";

/// The tables of hot kinds that `store_batches_sprints` writes for several batches at once, beside tickets and activities.
const JOINED: [&str; 2] = ["links", "reactions"];

/// Batches as `store_batches_sprints` takes them; the function describes each column. Places count from 1, as SQL does.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    workspaces: Vec<Uuid>,
    ats: Vec<OffsetDateTime>,
    scopes: Scopes,
    answers: Answers,
    reads: Reads,
    events: Events,
    activities: Activities,
    tickets: Vec<String>,
    others: Tables,
    deletes: Tables,
    bytes: usize,
}

#[derive(Clone, Debug, Default)]
struct Scopes {
    ids: Vec<Uuid>,
    batches: Vec<i32>,
    epochs: Vec<Uuid>,
    config: Vec<Option<i64>>,
    relied_seqs: Vec<Option<i64>>,
    numbers: Vec<Option<i64>>,
    last_numbers: Vec<Option<i64>>,
    touches: Vec<Option<i32>>,
    counts: Vec<i32>,
}

#[derive(Clone, Debug, Default)]
struct Answers {
    commands: Vec<Uuid>,
    users: Vec<Uuid>,
    prints: Vec<i64>,
    scopes: Vec<i32>,
    ordinals: Vec<i32>,
    refusals: Vec<Option<Json<Refusal>>>,
}

#[derive(Clone, Debug, Default)]
struct Reads {
    batches: Vec<i32>,
    kinds: Vec<&'static str>,
    ids: Vec<Uuid>,
    versions: Vec<i64>,
    scopes: Vec<Option<Uuid>>,
}

#[derive(Clone, Debug, Default)]
struct Events {
    scopes: Vec<i32>,
    ordinals: Vec<i32>,
    commands: Vec<Uuid>,
    users: Vec<Uuid>,
    changes: Vec<String>,
}

type Tables = BTreeMap<&'static str, Vec<String>>;

impl Columns {
    /// The columns of one batch.
    ///
    /// # Errors
    /// If a row has no place in the call, or a value cannot be written as JSON.
    pub fn of(batch: &Batch) -> Result<Self, JournalError> {
        let mut columns = Self {
            workspaces: vec![batch.workspace.0],
            ats: vec![batch.at.get()],
            bytes: batch.bytes,
            ..Self::default()
        };
        for (id, usage) in &batch.scopes {
            let scopes = &mut columns.scopes;
            scopes.ids.push(id.0);
            scopes.batches.push(1);
            scopes.epochs.push(usage.epoch.0);
            scopes.config.push(usage.config);
            scopes.relied_seqs.push(usage.relied_seq);
            scopes.numbers.push(usage.numbers.map(|(before, _)| before));
            scopes.last_numbers.push(usage.numbers.map(|(_, after)| after));
            scopes.touches.push(usage.touches_config.map(|ordinal| ordinal as i32));
            scopes.counts.push(usage.events as i32);
        }
        for answer in &batch.answers {
            let place = columns.place(answer.scope)?;
            let answers = &mut columns.answers;
            answers.commands.push(answer.command.0);
            answers.users.push(answer.user.0);
            answers.prints.push(answer.fingerprint);
            answers.scopes.push(place);
            answers.ordinals.push(answer.ordinal as i32);
            answers.refusals.push(answer.refusal.clone().map(Json));
        }
        for read in &batch.reads {
            let reads = &mut columns.reads;
            reads.batches.push(1);
            reads.kinds.push(kind_of(read.kind));
            reads.ids.push(read.id);
            reads.versions.push(read.version);
            reads.scopes.push(read.scope.map(|scope| scope.0));
        }
        for event in &batch.events {
            let place = columns.place(event.scope)?;
            let events = &mut columns.events;
            events.scopes.push(place);
            events.ordinals.push(event.ordinal as i32);
            events.commands.push(event.command.0);
            events.users.push(event.by.0);
            events.changes.push(text_of(&event.changes)?);
        }
        for ((kind, id), row) in &batch.rows {
            columns.put_row(batch, *kind, *id, row)?;
        }
        for row in &batch.audit {
            columns.place(row.scope)?;
            columns.others.entry(AUDIT).or_default().push(audit_text(batch, row)?);
        }
        Ok(columns)
    }

    /// Joins several batches, each of another workspace, into one call.
    pub fn together<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.append(part.clone());
        }
        all
    }

    /// True if batches of other workspaces may go in the same call. Rows of hot kinds may be joined; configuration and
    /// deletes may not.
    pub fn may_be_joined(&self) -> bool {
        self.others.keys().all(|table| JOINED.contains(table)) && self.deletes.is_empty()
    }

    /// How many commands are answered.
    pub fn commands(&self) -> usize {
        self.answers.commands.len()
    }

    /// Roughly how large the events are.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many scopes are written, or were relied on.
    pub fn scopes(&self) -> usize {
        self.scopes.ids.len()
    }

    /// The workspaces, one for each batch.
    pub fn workspaces(&self) -> &[Uuid] {
        &self.workspaces
    }

    /// The call of the commit function.
    pub fn call<O>(self) -> QueryScalar<'static, Postgres, O, PgArguments>
    where
        O: for<'r> Decode<'r, Postgres> + Type<Postgres> + Send + Unpin,
        (O,): for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow>,
    {
        let Self { workspaces, ats, scopes, answers, reads, events, activities, tickets, mut others, deletes, .. } =
            self;
        if !tickets.is_empty() {
            others.insert("tickets", tickets);
        }
        sqlx::query_scalar(STORE)
            .bind(workspaces)
            .bind(ats)
            .bind(scopes.ids)
            .bind(scopes.batches)
            .bind(scopes.epochs)
            .bind(scopes.config)
            .bind(scopes.relied_seqs)
            .bind(scopes.numbers)
            .bind(scopes.last_numbers)
            .bind(scopes.touches)
            .bind(scopes.counts)
            .bind(answers.commands)
            .bind(answers.users)
            .bind(answers.prints)
            .bind(answers.scopes)
            .bind(answers.ordinals)
            .bind(answers.refusals)
            .bind(reads.batches)
            .bind(reads.kinds)
            .bind(reads.ids)
            .bind(reads.versions)
            .bind(reads.scopes)
            .bind(events.scopes)
            .bind(events.ordinals)
            .bind(events.commands)
            .bind(events.users)
            .bind(events.changes)
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
            .bind(object(&others))
            .bind(object(&deletes))
    }

    /// The place of a scope in the call. An unknown scope is an error, because the function would skip its rows and
    /// still answer that all is stored.
    fn place(&self, scope: ScopeId) -> Result<i32, JournalError> {
        let place = self.scopes.ids.iter().position(|id| *id == scope.0);
        let place =
            place.ok_or_else(|| JournalError::malformed(format!("the batch does not hold the scope {scope}")))?;
        Ok(place as i32 + 1)
    }

    fn put_row(&mut self, batch: &Batch, kind: EntityKind, id: Uuid, row: &RowWrite) -> Result<(), JournalError> {
        let place = self.place(row.scope)?;
        if let (Some(Entity::List(list)), true) = (&row.after, row.before.is_some())
            && row.scope == list_scope(batch.workspace, list.id)
        {
            // The database then looks for tickets elsewhere that name a restricted list.
            self.deletes.entry(EntityKind::List.table()).or_default();
        }
        match (&row.before, &row.after) {
            (_, Some(Entity::Activity(activity))) => self.activities.push(activity, place, row.ordinal)?,
            (_, Some(entity)) => match row_text(entity, batch.workspace, row.scope, row.ordinal)? {
                ("tickets", text) => self.tickets.push(text),
                (table, text) => self.others.entry(table).or_default().push(text),
            },
            (Some(Entity::Ticket(ticket)), None) => {
                let value = json!({"id": id, "scope_id": row.scope, "number": ticket.number, "user_id": row.by});
                self.deletes.entry("tickets").or_default().push(value.to_string());
            }
            (Some(_), None) => {
                let table =
                    deletable(kind).ok_or_else(|| JournalError::malformed(format!("a {kind:?} is never deleted")))?;
                self.deletes.entry(table).or_default().push(text_of(&id)?);
            }
            (None, None) => {}
        }
        Ok(())
    }

    fn append(&mut self, mut part: Self) {
        let (batches, scopes) = (self.workspaces.len() as i32, self.scopes.ids.len() as i32);
        let shift = |places: &mut Vec<i32>, by: i32| places.iter_mut().for_each(|place| *place += by);
        shift(&mut part.scopes.batches, batches);
        shift(&mut part.reads.batches, batches);
        shift(&mut part.answers.scopes, scopes);
        shift(&mut part.events.scopes, scopes);
        shift(&mut part.activities.scopes, scopes);
        macro_rules! append {
            ($($($field:ident).+),* $(,)?) => { $( self.$($field).+.append(&mut part.$($field).+); )* };
        }
        append!(
            workspaces,
            ats,
            scopes.ids,
            scopes.batches,
            scopes.epochs,
            scopes.config,
            scopes.relied_seqs,
            scopes.numbers,
            scopes.last_numbers,
            scopes.touches,
            scopes.counts,
            answers.commands,
            answers.users,
            answers.prints,
            answers.scopes,
            answers.ordinals,
            answers.refusals,
            reads.batches,
            reads.kinds,
            reads.ids,
            reads.versions,
            reads.scopes,
            events.scopes,
            events.ordinals,
            events.commands,
            events.users,
            events.changes,
            tickets,
        );
        for (table, mut rows) in part.others {
            self.others.entry(table).or_default().append(&mut rows);
        }
        self.activities.append(part.activities);
        self.bytes += part.bytes;
    }
}

fn kind_of(kind: ReadKind) -> &'static str {
    match kind {
        ReadKind::Ticket => "ticket",
        ReadKind::Activity => "activity",
        ReadKind::Reaction => "reaction",
    }
}

fn object(tables: &Tables) -> String {
    let tables: Vec<String> = tables.iter().map(|(table, rows)| format!("\"{table}\":[{}]", rows.join(","))).collect();
    format!("{{{}}}", tables.join(","))
}

/// The table that a row of the kind is deleted from. Tickets leave a tombstone, and some kinds are never deleted:
/// members leave, workspaces and imports stay.
fn deletable(kind: EntityKind) -> Option<&'static str> {
    match kind {
        EntityKind::Workspace
        | EntityKind::Member
        | EntityKind::Import
        | EntityKind::Preferences
        | EntityKind::Ticket
        | EntityKind::TicketSubscription => None,
        _ => Some(kind.table()),
    }
}
