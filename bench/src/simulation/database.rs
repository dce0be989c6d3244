//! A stand-in for the database: keeps one workspace in maps, and stores batches as the SQL function `store_batches`
//! does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use actors::domain::change::{Event, Write};
use actors::domain::date::Instant;
use actors::domain::entity::{Activity, Entity, EntityKind, HeldRole, Home, Member, MemberState, Role, Ticket};
use actors::domain::ids::{CommandId, Epoch, ScopeId, SubscriptionId, UserId, WorkspaceId};
use actors::domain::kinds::role::BuiltIn;
use actors::domain::scope::{NewScope, commons_of, personal_scope};
use actors::domain::world::World;
use actors::sync::{
    Batch, Committed, Gained, Head, LoadedTickets, LoadedWorkspace, ReadKind, ScopePosition, SeenCommand, StoredTicket,
};
use actors::workspace::Wanted;
use uuid::Uuid;

use super::rights::Rights;

#[derive(Clone, Debug)]
struct Row {
    scope: ScopeId,
    version: i64,
    entity: Entity,
}

/// Rows by scope, with the position of each scope: a snapshot of what one person may see.
pub type SnapshotRows = BTreeMap<ScopeId, (Epoch, i64, Vec<Entity>)>;

#[derive(Clone, Debug)]
pub struct Database {
    workspace: WorkspaceId,
    pub streams: BTreeMap<ScopeId, ScopePosition>,
    commons: Option<ScopeId>,
    lists: BTreeSet<ScopeId>,
    /// The seq at which a member gained a scope, as noted by the triggers of the database.
    gained: BTreeMap<(UserId, ScopeId), i64>,
    pub rights: Rights,
    rows: BTreeMap<(EntityKind, Uuid), Row>,
    commands: BTreeMap<CommandId, SeenCommand>,
    events: BTreeMap<ScopeId, Vec<Arc<Event>>>,
    /// Sabotage: applies repeated commands again.
    pub applies_repeats: bool,
}

impl Database {
    pub fn new(workspace: WorkspaceId, scopes: impl IntoIterator<Item = ScopeId>) -> Self {
        let mut database = Self {
            workspace,
            streams: BTreeMap::new(),
            commons: None,
            lists: BTreeSet::new(),
            gained: BTreeMap::new(),
            rights: Rights::new(workspace),
            rows: BTreeMap::new(),
            commands: BTreeMap::new(),
            events: BTreeMap::new(),
            applies_repeats: false,
        };
        scopes.into_iter().for_each(|scope| database.begin(scope));
        database
    }

    /// Begins a stream.
    fn begin(&mut self, scope: ScopeId) {
        let epoch = Epoch(Uuid::from_u128(scope.0.as_u128() ^ 0xE));
        self.streams.insert(scope, ScopePosition { epoch, seq: 0, config_seq: 0, last_number: 0 });
        self.events.insert(scope, Vec::new());
    }

    /// The position of a scope, which begins now if it is new.
    pub fn open(&mut self, new: NewScope) -> ScopePosition {
        let scope = new.id(self.workspace);
        if !self.streams.contains_key(&scope) {
            self.begin(scope);
        }
        if matches!(new, NewScope::List(_)) && self.lists.insert(scope) {
            self.rights.add_list(scope);
        }
        self.streams.get(&scope).copied().unwrap_or(ScopePosition::unknown())
    }

    /// Gives the workspace its commons (SC12).
    pub fn switch(&mut self, at: Instant) {
        let commons = commons_of(self.workspace);
        self.begin(commons);
        self.commons = Some(commons);
        self.rights.add_commons(commons);
        for ((kind, _), row) in &mut self.rows {
            if kind.home() == Home::Common {
                (row.scope, row.version) = (commons, 0);
            }
        }
        for role in BuiltIn::ALL {
            let entity = Entity::Role(role.record(self.workspace, at));
            self.rows.insert((EntityKind::Role, entity.id()), Row { scope: commons, version: 0, entity });
        }
        for user in self.members().map(|member| member.id).collect::<Vec<_>>() {
            self.gained.insert((user, commons), 0);
        }
        self.rights.note(|scope| self.streams.get(&scope).map_or(0, |stream| stream.seq));
    }

    fn members(&self) -> impl Iterator<Item = &Member> {
        self.rows.values().filter_map(|row| match &row.entity {
            Entity::Member(member) => Some(member),
            _ => None,
        })
    }

    pub fn commit(&mut self, batch: &Batch) -> Committed {
        let mut ids: Vec<CommandId> = batch.answers.iter().map(|answer| answer.command).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), batch.answers.len(), "the primary key of the commands refuses this batch");
        if !self.applies_repeats {
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
        let let_in = self.let_in(batch);
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
            self.events.entry(event.scope).or_default().push(Arc::new(stored.clone()));
            let last = |scope: ScopeId| self.events.get(&scope).and_then(|events| events.last()).map_or(0, |it| it.seq);
            self.rights.take(event.scope, &stored, last);
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
        for (user, scopes) in let_in {
            for scope in scopes {
                self.gained.insert((user, scope), self.seq(scope));
            }
        }
        Committed::Done(before.into_iter().collect())
    }

    /// The users who gain scopes by a batch, with the scopes, as the triggers of the database note them at the end of the
    /// commit.
    fn let_in(&self, batch: &Batch) -> Vec<(UserId, Vec<ScopeId>)> {
        let mut let_in = Vec::new();
        for ((kind, id), row) in &batch.rows {
            let before = self.rows.get(&(*kind, *id)).map(|row| &row.entity);
            match (before, &row.after) {
                (None, Some(Entity::Share(share))) => let_in.push((share.user_id, vec![row.scope])),
                (before, Some(Entity::Member(member))) if member.state == MemberState::Active => {
                    let is_in = match before {
                        Some(Entity::Member(before)) => {
                            before.state != MemberState::Active
                                || (before.role == Role::Guest && member.role != Role::Guest)
                                || (matches!(before.role, HeldRole::Record(_)) && before.role != member.role)
                        }
                        _ => true,
                    };
                    let personal = self.members().map(|it| it.id).filter(|user| *user != member.id);
                    let others: BTreeSet<ScopeId> = personal.map(|user| personal_scope(self.workspace, user)).collect();
                    let scopes = self.streams.keys().copied().filter(|scope| !others.contains(scope));
                    let_in.extend(is_in.then(|| (member.id, scopes.collect())));
                }
                _ => {}
            }
        }
        let_in
    }

    /// True if a ticket that the batch does not write names a list or status that the batch deletes, or names, from another
    /// home, a list that the batch restricts.
    fn names_what_goes(&self, batch: &Batch) -> bool {
        let written = |id| batch.rows.contains_key(&(EntityKind::Ticket, id));
        let gone = |kind, id| batch.rows.get(&(kind, id)).is_some_and(|row| row.after.is_none());
        let elsewhere = |list: Uuid, home: ScopeId| {
            let row = batch.rows.get(&(EntityKind::List, list)).filter(|row| row.after.is_some());
            row.is_some_and(|row| self.lists.contains(&row.scope) && row.scope != home)
        };
        self.rows.values().any(|row| match &row.entity {
            Entity::Ticket(ticket) if !written(ticket.id.0) => {
                gone(EntityKind::Status, ticket.status_id.0)
                    || ticket
                        .lists
                        .iter()
                        .map(|place| place.list_id.0)
                        .any(|list| gone(EntityKind::List, list) || elsewhere(list, row.scope))
            }
            _ => false,
        })
    }

    fn is_stale(&self, batch: &Batch) -> bool {
        let scopes = batch.scopes.iter().any(|(scope, usage)| {
            let stream = self.streams.get(scope).copied().unwrap_or(ScopePosition::unknown());
            stream.epoch != usage.epoch
                || usage.config.is_some_and(|seq| seq != stream.config_seq)
                || usage.relied_seq.is_some_and(|seq| seq != stream.seq)
                || usage.numbers.is_some_and(|(before, _)| before != stream.last_number)
        });
        scopes
            || self.names_what_goes(batch)
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
        let head =
            |(scope, stream): (&ScopeId, &ScopePosition)| Head { scope: *scope, epoch: stream.epoch, seq: stream.seq };
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
        let subscription = |id: &SubscriptionId| match &self.rows.get(&(EntityKind::TicketSubscription, id.0))?.entity {
            Entity::TicketSubscription(row) => Some(row.clone()),
            _ => None,
        };
        let subscriptions = wanted.subscriptions.iter().filter_map(subscription).collect();
        LoadedTickets { tickets, activities, subscriptions, ..LoadedTickets::default() }
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
        world.scopes.commons = self.commons;
        self.lists.iter().for_each(|scope| world.add_list_scope(*scope));
        for row in self.rows.values() {
            if !matches!(row.entity.kind(), EntityKind::Activity | EntityKind::Reaction) {
                world.apply(row.scope, &Write::create(row.entity.clone()));
            }
        }
        // A world holds only the index of tickets. Whole tickets are read by the rounds that need them.
        world.tables.tickets.clear();
        world.last_numbers = self.streams.iter().map(|(scope, stream)| (*scope, stream.last_number)).collect();
        let positions = self.streams.iter().map(|(scope, stream)| (*scope, *stream)).collect();
        let gained = world.tables.members.keys().map(|user| (*user, self.gained(*user))).collect();
        Some(LoadedWorkspace { world, positions, gained })
    }

    /// The seqs at which a user gained their scopes.
    pub fn gained(&self, user: UserId) -> Gained {
        self.gained.iter().filter(|((of, _), _)| *of == user).map(|((_, scope), seq)| (*scope, *seq)).collect()
    }

    /// The rows that a user may see; of one scope, if it is named.
    pub fn snapshot_of(&self, user: UserId, only: Option<ScopeId>) -> SnapshotRows {
        let mut scopes = self.rights.scopes_of(user);
        scopes.retain(|scope| only.is_none_or(|only| *scope == only));
        self.snapshot(&scopes)
    }

    /// The rows of these scopes.
    fn snapshot(&self, scopes: &[ScopeId]) -> SnapshotRows {
        let mut snapshot = SnapshotRows::new();
        for scope in scopes {
            let Some(stream) = self.streams.get(scope) else { continue };
            snapshot.insert(*scope, (stream.epoch, stream.seq, Vec::new()));
        }
        for row in self.rows.values() {
            if let (Some((.., entities)), false) =
                (snapshot.get_mut(&row.scope), matches!(row.entity.kind(), EntityKind::Activity | EntityKind::Reaction))
            {
                entities.push(row.entity.clone());
            }
        }
        snapshot
    }

    /// The seqs and commands of a stream.
    pub fn journal(&self, scope: ScopeId) -> Vec<(i64, CommandId)> {
        self.events.get(&scope).into_iter().flatten().map(|event| (event.seq, event.command_id)).collect()
    }
}
