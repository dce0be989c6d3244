//! What the database promises, without a database: `store_batches`, of one workspace, as a function on maps.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use actors::domain::change::{Event, Write};
use actors::domain::entity::{Activity, Entity, EntityKind};
use actors::domain::ids::{ActivityId, CommandId, Epoch, ScopeId};
use actors::domain::refusal::Refusal;
use actors::domain::world::World;
use actors::sync::{Batch, Footing, ReadKind};
use uuid::Uuid;

/// A command's first answer.
#[derive(Clone, Debug)]
pub struct Remembered {
    pub scope: ScopeId,
    pub seq: i64,
    pub refusal: Option<Refusal>,
}

/// What became of a batch.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Stored; each scope's seq before it.
    Done(BTreeMap<ScopeId, i64>),
    Seen(Vec<(CommandId, Remembered)>),
    Stale,
    /// Nobody knows whether it took place.
    Away,
}

#[derive(Clone, Debug)]
struct Row {
    scope: ScopeId,
    version: i64,
    entity: Entity,
}

/// A workspace as a node loads it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub world: World,
    pub footings: HashMap<ScopeId, Footing>,
    /// Of the tickets.
    pub versions: BTreeMap<Uuid, i64>,
}

/// Rows by scope, with where the scope stands: a snapshot of what one person may see.
pub type Sight = BTreeMap<ScopeId, (Epoch, i64, Vec<Entity>)>;

#[derive(Clone, Debug)]
pub struct Database {
    pub streams: BTreeMap<ScopeId, Footing>,
    rows: BTreeMap<(EntityKind, Uuid), Row>,
    commands: BTreeMap<CommandId, Remembered>,
    events: BTreeMap<ScopeId, Vec<Arc<Event>>>,
    /// Sabotage: commands are not recognised.
    pub forgetful: bool,
}

impl Database {
    pub fn new(scopes: impl IntoIterator<Item = (ScopeId, Epoch)>) -> Self {
        let streams: BTreeMap<ScopeId, Footing> = scopes
            .into_iter()
            .map(|(scope, epoch)| (scope, Footing { epoch, seq: 0, config_seq: 0, last_number: 0 }))
            .collect();
        let events = streams.keys().map(|scope| (*scope, Vec::new())).collect();
        Self { streams, rows: BTreeMap::new(), commands: BTreeMap::new(), events, forgetful: false }
    }

    pub fn commit(&mut self, batch: &Batch) -> Outcome {
        let mut ids: Vec<CommandId> = batch.answers.iter().map(|answer| answer.command).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), batch.answers.len(), "the primary key of the commands refuses this batch");
        if !self.forgetful {
            let seen: Vec<(CommandId, Remembered)> = batch
                .answers
                .iter()
                .filter_map(|answer| Some((answer.command, self.commands.get(&answer.command)?.clone())))
                .collect();
            if !seen.is_empty() {
                return Outcome::Seen(seen);
            }
        }
        if self.is_stale(batch) {
            return Outcome::Stale;
        }
        let before: BTreeMap<ScopeId, i64> = batch.scopes.keys().map(|scope| (*scope, self.seq(*scope))).collect();
        for ((kind, id), row) in &batch.rows {
            let version = before.get(&row.scope).copied().unwrap_or(0) + i64::from(row.ordinal);
            match &row.after {
                Some(entity) => {
                    let row = Row { scope: row.scope, version, entity: entity.clone() };
                    self.rows.insert((*kind, *id), row);
                }
                None => {
                    self.rows.remove(&(*kind, *id));
                }
            }
        }
        for event in &batch.events {
            let seq = before.get(&event.scope).copied().unwrap_or(0) + i64::from(event.ordinal);
            let (command_id, by, at) = (event.command, event.by, batch.at);
            let stored = Event { seq, command_id, by, at, changes: event.changes.clone(), foreign: None };
            self.events.entry(event.scope).or_default().push(Arc::new(stored));
        }
        for answer in &batch.answers {
            let seq = before.get(&answer.scope).copied().unwrap_or(0) + i64::from(answer.ordinal);
            let remembered = Remembered { scope: answer.scope, seq, refusal: answer.refusal.clone() };
            self.commands.entry(answer.command).or_insert(remembered);
        }
        for (scope, usage) in &batch.scopes {
            let Some(stream) = self.streams.get_mut(scope) else { continue };
            if let Some(ordinal) = usage.touches_config {
                stream.config_seq = stream.seq + i64::from(ordinal);
            }
            if let Some((_, last)) = usage.numbers {
                stream.last_number = last;
            }
            stream.seq += i64::from(usage.events);
        }
        Outcome::Done(before)
    }

    fn is_stale(&self, batch: &Batch) -> bool {
        let scopes = batch.scopes.iter().any(|(scope, usage)| {
            let stream = self.streams.get(scope).copied().unwrap_or(Footing::nowhere());
            stream.epoch != usage.epoch
                || usage.config.is_some_and(|seq| seq != stream.config_seq)
                || usage.exact.is_some_and(|seq| seq != stream.seq)
                || usage.numbers.is_some_and(|(before, _)| before != stream.last_number)
        });
        scopes
            || batch.reads.iter().any(|read| {
                let kind = match read.kind {
                    ReadKind::Ticket => EntityKind::Ticket,
                    ReadKind::Activity => EntityKind::Activity,
                    ReadKind::Reaction => EntityKind::Reaction,
                };
                self.rows.get(&(kind, read.id)).map_or(0, |row| row.version) != read.version
            })
    }

    fn seq(&self, scope: ScopeId) -> i64 {
        self.streams.get(&scope).map_or(0, |stream| stream.seq)
    }

    pub fn heads(&self) -> Vec<(ScopeId, i64)> {
        self.streams.iter().map(|(scope, stream)| (*scope, stream.seq)).collect()
    }

    /// The events of `(from, to]` that there are.
    pub fn since(&self, scope: ScopeId, from: i64, to: i64) -> Vec<Arc<Event>> {
        let events = self.events.get(&scope).into_iter().flatten();
        events.filter(|event| event.seq > from && event.seq <= to).cloned().collect()
    }

    pub fn activity(&self, id: ActivityId) -> Option<(Activity, i64)> {
        match self.rows.get(&(EntityKind::Activity, id.0)) {
            Some(Row { version, entity: Entity::Activity(activity), .. }) => Some((activity.clone(), *version)),
            _ => None,
        }
    }

    /// The workspace whole; `None` before it is founded.
    pub fn load(&self) -> Option<Loaded> {
        let mut workspaces = self.rows.values().filter_map(|row| match &row.entity {
            Entity::Workspace(workspace) => Some(workspace.clone()),
            _ => None,
        });
        let mut world = World::new(workspaces.next()?);
        let mut versions = BTreeMap::new();
        for row in self.rows.values() {
            match row.entity.kind() {
                EntityKind::Activity | EntityKind::Reaction => {}
                kind => {
                    world.apply(row.scope, &Write::create(row.entity.clone()));
                    if kind == EntityKind::Ticket {
                        versions.insert(row.entity.id(), row.version);
                    }
                }
            }
        }
        world.last_numbers = self.streams.iter().map(|(scope, stream)| (*scope, stream.last_number)).collect();
        let footings = self.streams.iter().map(|(scope, stream)| (*scope, *stream)).collect();
        Some(Loaded { world, footings, versions })
    }

    /// What lives in these scopes; everything that is not a ticket lives in the first.
    pub fn sight(&self, scopes: &[ScopeId]) -> Sight {
        let mut sight = Sight::new();
        for scope in scopes {
            let Some(stream) = self.streams.get(scope) else { continue };
            sight.insert(*scope, (stream.epoch, stream.seq, Vec::new()));
        }
        for row in self.rows.values() {
            if let (Some((.., entities)), false) =
                (sight.get_mut(&row.scope), matches!(row.entity.kind(), EntityKind::Activity | EntityKind::Reaction))
            {
                entities.push(row.entity.clone());
            }
        }
        sight
    }

    /// A stream's seqs and commands.
    pub fn journal(&self, scope: ScopeId) -> Vec<(i64, CommandId)> {
        self.events.get(&scope).into_iter().flatten().map(|event| (event.seq, event.command_id)).collect()
    }
}
