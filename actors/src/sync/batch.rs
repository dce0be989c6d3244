//! The batch builder: turns decided commands into one commit, which is stored whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use uuid::Uuid;

use super::positions::ScopePosition;
use crate::domain::{
    audit::{self, Record},
    change::{Change, Write},
    date::Instant,
    decide::Order,
    decider::Decision,
    entity::{Entity, EntityKind},
    ids::{CommandId, Epoch, ScopeId, UserId, WorkspaceId, derived_v7},
    origin::Origin,
    refusal::Refusal,
    scope::personal_scope,
    world::World,
};

/// How a batch uses a scope.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopeUse {
    pub epoch: Epoch,
    /// The config_seq that decisions relied on.
    pub config: Option<i64>,
    /// The seq that decisions relied on, if any event in the scope would make them stale.
    pub relied_seq: Option<i64>,
    /// The last ticket number before and after.
    pub numbers: Option<(i64, i64)>,
    pub events: u32,
    /// The highest ordinal of an event that changes the configuration.
    pub touches_config: Option<u32>,
}

/// The first answer to a command, remembered with the commit.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub command: CommandId,
    pub user: UserId,
    pub fingerprint: i64,
    pub scope: ScopeId,
    /// Counts the scope's events in this batch; 0 is the seq before it.
    pub ordinal: u32,
    pub refusal: Option<Refusal>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BatchEvent {
    pub scope: ScopeId,
    /// 1 for the scope's first event in this batch.
    pub ordinal: u32,
    pub command: CommandId,
    pub by: UserId,
    pub changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReadKind {
    Ticket,
    Activity,
    Reaction,
}

/// A row version that decisions relied on; 0 means that there was no such row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read {
    pub kind: ReadKind,
    pub id: Uuid,
    pub version: i64,
    /// The scope of a ticket that was read. Versions are seqs of a scope, so a ticket that moved may have the same
    /// version in its new scope.
    pub scope: Option<ScopeId>,
}

/// A row as the batch leaves it.
#[derive(Clone, Debug, PartialEq)]
pub struct RowWrite {
    pub scope: ScopeId,
    /// The ordinal of the last event that wrote the row.
    pub ordinal: u32,
    pub by: UserId,
    pub before: Option<Entity>,
    pub after: Option<Entity>,
}

/// A record of the audit log, with the event that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditRow {
    pub id: Uuid,
    pub scope: ScopeId,
    pub ordinal: u32,
    pub by: UserId,
    pub from: Option<Arc<Origin>>,
    pub record: Record,
}

/// Everything that one call of the commit function needs.
#[derive(Clone, Debug)]
pub struct Batch {
    pub workspace: WorkspaceId,
    pub at: Instant,
    pub scopes: BTreeMap<ScopeId, ScopeUse>,
    pub reads: BTreeSet<Read>,
    pub answers: Vec<Answer>,
    pub events: Vec<BatchEvent>,
    pub rows: BTreeMap<(EntityKind, Uuid), RowWrite>,
    /// Empty for nearly all batches.
    pub audit: Vec<AuditRow>,
    /// The approximate bytes of the events and of the unbounded parts of the rows.
    pub bytes: usize,
}

/// The outcome of a batch.
#[derive(Clone, Debug)]
pub enum Committed {
    /// Stored. The seq of each scope before it, in the order of the batch's scopes.
    Done(Vec<(ScopeId, i64)>),
    /// Some of its commands had been answered before; nothing was stored.
    Seen(Vec<SeenCommand>),
    /// Something that a decision relied on has changed; nothing was stored.
    Stale,
    /// A scope has another epoch than the batch expected; nothing was stored.
    Epoch,
}

/// A command that was answered before, with its first answer.
#[derive(Clone, Debug, Deserialize)]
pub struct SeenCommand {
    pub id: CommandId,
    pub user: UserId,
    pub fingerprint: i64,
    pub scope: ScopeId,
    pub seq: i64,
    pub refusal: Option<Refusal>,
}

/// Collects decided commands in order.
#[derive(Debug)]
pub struct BatchBuilder {
    batch: Batch,
}

impl BatchBuilder {
    pub fn new(workspace: WorkspaceId, at: Instant) -> Self {
        Self {
            batch: Batch {
                workspace,
                at,
                scopes: BTreeMap::new(),
                reads: BTreeSet::new(),
                answers: Vec::new(),
                events: Vec::new(),
                rows: BTreeMap::new(),
                audit: Vec::new(),
                bytes: 0,
            },
        }
    }

    pub fn len(&self) -> usize {
        self.batch.answers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.batch.answers.is_empty()
    }

    pub fn bytes(&self) -> usize {
        self.batch.bytes
    }

    /// Notes a row version that a decision relied on.
    pub fn read(&mut self, read: Read) {
        self.batch.reads.insert(read);
    }

    /// Adds the outcome of a command. `world` holds its changes already, and `position` returns the position of a scope
    /// before the batch. Every decision relies on the configuration that all members share. A decision that writes into
    /// a restricted list also relies on that list's own configuration.
    pub fn push(
        &mut self,
        order: &Order,
        fingerprint: i64,
        outcome: &Result<Decision, Refusal>,
        world: &World,
        position: impl Fn(ScopeId) -> ScopePosition,
    ) {
        for scope in world.scopes.relied_on(self.batch.workspace) {
            let at = position(scope);
            self.usage(scope, at).config = Some(at.config_seq);
        }
        // The scope of the answer must be one that the sender follows.
        let home = self.batch.workspace.scope();
        let home = world.scopes.commons.filter(|_| !world.sees(order.by, home)).unwrap_or(home);
        let (scope, ordinal, refusal) = match outcome {
            Err(refusal) => {
                self.usage(home, position(home));
                (home, self.events_of(home), Some(refusal.clone()))
            }
            Ok(decision) => {
                let scope = self.take(order, decision, world, &position).unwrap_or(home);
                self.usage(scope, position(scope));
                self.audit(order, decision, world);
                for relied in &decision.relied {
                    let at = position(*relied);
                    self.usage(*relied, at).relied_seq = Some(at.seq);
                }
                if decision.relies_on_scopes {
                    let own = personal_scope(self.batch.workspace, order.by);
                    let seen = world.sight().scopes_of(order.by).into_iter().filter(|seen| *seen != own);
                    let lists = world.scopes.lists().filter(|_| decision.moves);
                    let relied = world.scopes.relied_on(self.batch.workspace).chain(seen).chain(lists).chain([scope]);
                    for scope in relied.collect::<BTreeSet<_>>() {
                        let at = position(scope);
                        self.usage(scope, at).relied_seq = Some(at.seq);
                    }
                }
                (scope, self.events_of(scope), None)
            }
        };
        self.batch.answers.push(Answer { command: order.id, user: order.by, fingerprint, scope, ordinal, refusal });
    }

    pub fn finish(self) -> Batch {
        self.batch
    }

    /// Adds the records of a decision whose events are in the batch.
    fn audit(&mut self, order: &Order, decision: &Decision, world: &World) {
        for (scope, record) in audit::records(order, &decision.writes, world) {
            // The records of a batch have one time. Their numbers keep their order.
            let number = u16::try_from(self.batch.audit.len() + 1).unwrap_or(u16::MAX);
            self.batch.audit.push(AuditRow {
                id: derived_v7(self.batch.at.millis(), order.id, number),
                scope,
                ordinal: self.events_of(scope),
                by: order.by,
                from: order.from.clone(),
                record,
            });
        }
    }

    fn events_of(&self, scope: ScopeId) -> u32 {
        self.batch.scopes.get(&scope).map_or(0, |usage| usage.events)
    }

    fn usage(&mut self, scope: ScopeId, position: ScopePosition) -> &mut ScopeUse {
        self.batch.scopes.entry(scope).or_insert(ScopeUse {
            epoch: position.epoch,
            config: None,
            relied_seq: None,
            numbers: None,
            events: 0,
            touches_config: None,
        })
    }

    /// Makes one event for each scope. The answer names the last scope written: the one that a moved row is now in.
    fn take(
        &mut self,
        order: &Order,
        decision: &Decision,
        world: &World,
        position: &impl Fn(ScopeId) -> ScopePosition,
    ) -> Option<ScopeId> {
        let mut scopes: Vec<ScopeId> = Vec::new();
        for (scope, _) in &decision.writes {
            if !scopes.contains(scope) {
                scopes.push(*scope);
            }
        }
        let mut answer = None;
        for scope in scopes {
            let at = position(scope);
            let writes: Vec<&Write> =
                decision.writes.iter().filter(|(s, _)| *s == scope).map(|(_, write)| write).collect();
            let changes: Vec<Change> = writes.iter().filter_map(|write| write.change()).collect();
            if changes.is_empty() {
                continue;
            }
            let usage = self.usage(scope, at);
            usage.events += 1;
            let ordinal = usage.events;
            if changes.iter().any(|change| change.entity.is_config()) {
                usage.touches_config = Some(ordinal);
            }
            if world.scopes.is_list(scope) {
                usage.config = Some(at.config_seq);
            }
            let numbering = world.numbering(scope);
            let numbered = position(numbering);
            for write in &writes {
                if let (None, Some(Entity::Ticket(ticket))) = (&write.before, &write.after) {
                    let usage = self.usage(numbering, numbered);
                    let last = usage.numbers.map_or(numbered.last_number, |(_, last)| last);
                    usage.numbers = Some((numbered.last_number, last.max(ticket.number)));
                }
            }
            self.batch.bytes += 200 + changes.iter().map(Change::weight).sum::<usize>();
            self.batch.events.push(BatchEvent { scope, ordinal, command: order.id, by: order.by, changes });
            for write in writes {
                self.keep_row(scope, ordinal, order.by, write);
            }
            if world.sees(order.by, scope) {
                answer = Some(scope);
            }
        }
        answer
    }

    /// Keeps each row once, as the last command left it.
    fn keep_row(&mut self, scope: ScopeId, ordinal: u32, by: UserId, write: &Write) {
        let Some(entity) = write.entity() else { return };
        self.batch.bytes += write.after.as_ref().map_or(0, row_weight);
        let key = (entity.kind(), entity.id());
        let mut row = RowWrite { scope, ordinal, by, before: write.before.clone(), after: write.after.clone() };
        if let Some(earlier) = self.batch.rows.remove(&key) {
            // The write of a later command lacks the text that an earlier command of the batch wrote.
            if let (Some(Entity::Ticket(now)), Some(Entity::Ticket(then))) = (&mut row.after, earlier.after)
                && now.description.is_none()
            {
                now.description = then.description;
            }
            row.before = earlier.before;
        }
        if row.before.is_some() || row.after.is_some() {
            self.batch.rows.insert(key, row);
        }
    }
}

/// The approximate bytes of a row's unbounded parts. They are always written whole.
fn row_weight(entity: &Entity) -> usize {
    const AN_ID: usize = 40;
    match entity {
        Entity::Ticket(ticket) => {
            let ids = ticket.assignees_ids.len()
                + ticket.labels.len()
                + ticket.components_ids.len()
                + ticket.fix_versions_ids.len()
                + ticket.subtasks_order.len()
                + ticket.commented_by_user_ids.len();
            let ranks: usize = ticket.lists.iter().map(|place| 2 * AN_ID + place.rank.0.len()).sum();
            let values: usize = ticket.fields.values().map(|value| AN_ID + value.weight()).sum();
            ids * AN_ID + ranks + ticket.title.len() + values
        }
        _ => 0,
    }
}
