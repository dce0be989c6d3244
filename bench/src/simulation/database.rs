//! The contract of the database, without a database: `store_batches`, for one workspace, as a function on maps.

use std::collections::BTreeMap;
use std::sync::Arc;

use actors::domain::change::{Event, Write};
use actors::domain::entity::{Activity, Entity, EntityKind, Ticket};
use actors::domain::ids::{CommandId, Epoch, ScopeId, UserId};
use actors::domain::scope::personal_scope;
use actors::domain::world::World;
use actors::sync::{
    Batch, Committed, Footing, Head, LoadedTickets, LoadedWorkspace, ReadKind, SeenCommand, StoredTicket,
};
use actors::workspace::Wanted;
use uuid::Uuid;

#[derive(Clone, Debug)]
struct Row {
    scope: ScopeId,
    version: i64,
    entity: Entity,
}

/// Rows by scope, with the position of each scope: a snapshot of what one person may see.
pub type Sight = BTreeMap<ScopeId, (Epoch, i64, Vec<Entity>)>;

#[derive(Clone, Debug)]
pub struct Database {
    pub streams: BTreeMap<ScopeId, Footing>,
    rows: BTreeMap<(EntityKind, Uuid), Row>,
    commands: BTreeMap<CommandId, SeenCommand>,
    events: BTreeMap<ScopeId, Vec<Arc<Event>>>,
    /// Sabotage: repeated commands are applied again.
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

    pub fn commit(&mut self, batch: &Batch) -> Committed {
        let mut ids: Vec<CommandId> = batch.answers.iter().map(|answer| answer.command).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), batch.answers.len(), "the primary key of the commands refuses this batch");
        if !self.forgetful {
            let seen: Vec<SeenCommand> =
                batch.answers.iter().filter_map(|answer| self.commands.get(&answer.command).cloned()).collect();
            if !seen.is_empty() {
                return Committed::Seen(seen);
            }
        }
        if self.is_stale(batch) {
            return Committed::Stale;
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
            let seen = SeenCommand {
                id: answer.command,
                user: answer.user,
                fingerprint: answer.fingerprint,
                scope: answer.scope,
                seq,
                refusal: answer.refusal.clone(),
            };
            self.commands.entry(answer.command).or_insert(seen);
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
        Committed::Done(before.into_iter().collect())
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
                let row = self.rows.get(&(kind, read.id));
                let elsewhere = row.zip(read.scope).is_some_and(|(row, scope)| row.scope != scope);
                elsewhere || row.map_or(0, |row| row.version) != read.version
            })
    }

    fn seq(&self, scope: ScopeId) -> i64 {
        self.streams.get(&scope).map_or(0, |stream| stream.seq)
    }

    pub fn heads(&self) -> Vec<Head> {
        let head = |(scope, stream): (&ScopeId, &Footing)| Head { scope: *scope, epoch: stream.epoch, seq: stream.seq };
        self.streams.iter().map(head).collect()
    }

    /// The stored events of `(from, to]`.
    pub fn since(&self, scope: ScopeId, from: i64, to: i64) -> Vec<Arc<Event>> {
        let events = self.events.get(&scope).into_iter().flatten();
        events.filter(|event| event.seq > from && event.seq <= to).cloned().collect()
    }

    /// The wanted rows that exist, and the tickets of the wanted activities.
    pub fn fetch(&self, wanted: &Wanted) -> LoadedTickets {
        let activities: Vec<_> = wanted.activities.iter().filter_map(|id| self.activity(id.0)).collect();
        let of_activities = activities.iter().map(|(activity, _)| activity.ticket_id);
        let mut tickets: Vec<_> = wanted.tickets.iter().copied().chain(of_activities).collect();
        tickets.sort_unstable();
        tickets.dedup();
        let tickets = tickets.iter().filter_map(|id| self.ticket(id.0)).collect();
        LoadedTickets { tickets, activities, reactions: Vec::new() }
    }

    fn activity(&self, id: Uuid) -> Option<(Activity, i64)> {
        match self.rows.get(&(EntityKind::Activity, id)) {
            Some(Row { version, entity: Entity::Activity(activity), .. }) => Some((activity.clone(), *version)),
            _ => None,
        }
    }

    fn ticket(&self, id: Uuid) -> Option<StoredTicket> {
        match self.rows.get(&(EntityKind::Ticket, id)) {
            Some(Row { scope, version, entity: Entity::Ticket(ticket) }) => {
                Some(StoredTicket { ticket: Ticket::clone(ticket), version: *version, scope: *scope })
            }
            _ => None,
        }
    }

    /// The whole workspace; `None` before it is founded.
    pub fn load(&self) -> Option<LoadedWorkspace> {
        let mut workspaces = self.rows.values().filter_map(|row| match &row.entity {
            Entity::Workspace(workspace) => Some(workspace.clone()),
            _ => None,
        });
        let mut world = World::new(workspaces.next()?);
        for row in self.rows.values() {
            if !matches!(row.entity.kind(), EntityKind::Activity | EntityKind::Reaction) {
                world.apply(row.scope, &Write::create(row.entity.clone()));
            }
        }
        // A world knows tickets by its index; the tickets themselves come with the orders that change them.
        world.tables.tickets.clear();
        world.last_numbers = self.streams.iter().map(|(scope, stream)| (*scope, stream.last_number)).collect();
        let footings = self.streams.iter().map(|(scope, stream)| (*scope, *stream)).collect();
        // Removed members never come back in this simulation, so no cursor is older than a right.
        let member = |user: &UserId| {
            let scopes = [world.workspace.id.scope(), personal_scope(world.workspace.id, *user)];
            (*user, scopes.into_iter().map(|scope| (scope, 0)).collect())
        };
        let gained = world.tables.members.keys().map(member).collect();
        Some(LoadedWorkspace { world, footings, gained })
    }

    /// The rows of these scopes; everything that is not a ticket belongs to the first scope.
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

    /// The seqs and commands of a stream.
    pub fn journal(&self, scope: ScopeId) -> Vec<(i64, CommandId)> {
        self.events.get(&scope).into_iter().flatten().map(|event| (event.seq, event.command_id)).collect()
    }
}
