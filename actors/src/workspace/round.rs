//! A round: decides the waiting orders one after the other, and commits them together.
//!
//! A round is a state machine. [`Round::step`] runs until the round needs the host (to read rows, open scopes or
//! commit) or has ended. The round gives the data back in any case. After a failure, the outcome names the reason.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use uuid::Uuid;

use super::{
    answers::Ack,
    host::{Failure, Host},
    pending::Pending,
    phase::WorkspaceData,
};
use crate::{
    domain::{
        change::{Event, Write},
        date::Instant,
        decide::{self, Order},
        decider::{Decision, Touches},
        entity::{Entity, EntityKind},
        ids::{ActivityId, CommandId, ReactionId, ScopeId, SubscriptionId, TicketId, WorkspaceId},
        refusal::{Refusal, RefusalCode},
        scope::{NewScope, personal_scope},
        world::World,
    },
    fail,
    sync::{Batch, BatchBuilder, Committed, LoadedTickets, Read, ReadKind, ScopePosition, SeenCommand, StoredTicket},
    words,
};

/// The largest number of orders of a round.
pub(super) const ROUND_COMMANDS: usize = 200;
/// A round takes no further order after it has written more bytes than this.
const ROUND_BYTES: usize = 256 * 1024;
/// A round reads about this many tickets ahead for its orders. The tickets of further orders are read when their turn
/// comes.
const TOUCHED_AHEAD: usize = 1_400;

/// The next request of a round to its host. The host passes the answer to the named method of the round.
pub enum Step<H: Host> {
    /// Open these scopes, then call [`Round::opened`].
    Open(Box<Round<H>>, Vec<NewScope>),
    /// Read these rows, then call [`Round::fetched`].
    Fetch(Box<Round<H>>, Wanted),
    /// Commit this batch, then call [`Round::committed`].
    Commit(Box<Round<H>>, Batch),
    End(RoundEnd<H>),
}

/// The rows that a round needs in its world. Rows that do not exist are left out of the answer.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub tickets: Vec<TicketId>,
    pub activities: Vec<ActivityId>,
    pub reactions: Vec<ReactionId>,
    pub subscriptions: Vec<SubscriptionId>,
}

impl Wanted {
    pub fn is_empty(&self) -> bool {
        let Self { tickets, activities, reactions, subscriptions } = self;
        tickets.is_empty() && activities.is_empty() && reactions.is_empty() && subscriptions.is_empty()
    }
}

/// How a round ended.
pub struct RoundEnd<H: Host> {
    pub(super) data: Box<WorkspaceData>,
    /// The orders that this round began to decide, oldest first. Orders with an early answer are not among them. If the
    /// round failed, the last one may be undecided.
    pub(super) taken: Vec<Pending<H>>,
    /// Not decided in this round: the round was full or failed, the same command is already in the round, or another
    /// step must be committed before the order.
    pub(super) rest: Vec<Pending<H>>,
    pub(super) outcome: Outcome,
    /// See [`Self::take_early_answers`].
    early_answers: Vec<(H::Reply, Result<Ack, Refusal>)>,
}

impl<H: Host> RoundEnd<H> {
    /// The world that the round gives back.
    pub fn world(&self) -> &World {
        &self.data.world
    }

    /// Takes the answers that do not wait for a commit: temporary refusals, which are not stored.
    pub fn take_early_answers(&mut self) -> Vec<(H::Reply, Result<Ack, Refusal>)> {
        std::mem::take(&mut self.early_answers)
    }
}

pub(super) enum Outcome {
    Done(Done),
    /// The round has no confirmed commit, and the world is as before the round. If the outcome of the commit is unknown,
    /// the database may have stored the batch all the same. The orders are decided again or refused, depending on the
    /// reason.
    NotConfirmed(RoundFailure),
}

pub(super) struct Done {
    /// The answers to the orders of the round, in their order.
    pub answers: Vec<Result<Ack, Refusal>>,
    pub events: Vec<(ScopeId, Vec<Arc<Event>>)>,
    /// The touched tickets after the round; `None` for deleted tickets.
    pub tickets: Vec<(TicketId, Option<StoredTicket>)>,
}

/// Why a round has no confirmed commit.
pub(super) enum RoundFailure {
    /// Some orders had been answered before.
    Seen(Vec<SeenCommand>),
    /// Something that a decision relied on has changed.
    Stale,
    /// A scope has another epoch, or another node has already written into a scope that this round opened.
    Epoch,
    /// A read or the commit failed.
    Database(Failure),
}

enum Progress<H: Host> {
    /// Reads the rows of all orders at once. If each order read its own rows, a round on a slow database would take so long
    /// that its commit is stale.
    ReadAhead,
    /// Takes the next order.
    Deciding,
    /// An order waits for its rows or scopes.
    Preparing(Pending<H>),
    /// The batch was handed to the host.
    Committing,
}

enum Need {
    Open(Vec<NewScope>),
    Fetch(Wanted),
    Commit(Batch),
    Nothing,
}

pub struct Round<H: Host> {
    workspace: WorkspaceId,
    at: Instant,
    limit: usize,
    progress: Progress<H>,
    data: Box<WorkspaceData>,
    builder: BatchBuilder,
    /// The versions of the tickets, activities and reactions on which the decisions rely; 0 for one that did not exist.
    versions: HashMap<(ReadKind, Uuid), i64>,
    /// The scopes of the lent tickets.
    ticket_scopes: HashMap<Uuid, ScopeId>,
    /// The ids of the tickets that this round has requested, read or created. The world holds those that exist until the
    /// round ends.
    lent: HashSet<TicketId>,
    /// The subscriptions that were read, or that do not exist.
    subscriptions: HashSet<SubscriptionId>,
    /// The writes that this round has applied to the world, oldest first.
    undo: Vec<(ScopeId, Write)>,
    waiting: std::vec::IntoIter<Pending<H>>,
    taken: Vec<Pending<H>>,
    rest: Vec<Pending<H>>,
    /// The ids of the orders that this round has looked at.
    seen: HashSet<CommandId>,
    /// See [`Self::take_early_answers`].
    early_answers: Vec<(H::Reply, Result<Ack, Refusal>)>,
}

impl<H: Host> Round<H> {
    pub(super) fn new(
        workspace: WorkspaceId,
        data: Box<WorkspaceData>,
        waiting: Vec<Pending<H>>,
        limit: usize,
        at: Instant,
    ) -> Self {
        Self {
            workspace,
            at,
            limit,
            progress: Progress::ReadAhead,
            data,
            builder: BatchBuilder::new(workspace, at),
            versions: HashMap::new(),
            ticket_scopes: HashMap::new(),
            lent: HashSet::new(),
            subscriptions: HashSet::new(),
            undo: Vec::new(),
            waiting: waiting.into_iter(),
            taken: Vec::new(),
            rest: Vec::new(),
            seen: HashSet::new(),
            early_answers: Vec::new(),
        }
    }

    /// Runs the round until it needs its host.
    pub fn step(mut self: Box<Self>, host: &H) -> Step<H> {
        match self.next_need(host) {
            Need::Open(scopes) => Step::Open(self, scopes),
            Need::Fetch(wanted) => Step::Fetch(self, wanted),
            Need::Commit(batch) => Step::Commit(self, batch),
            Need::Nothing => {
                let done = Done { answers: Vec::new(), events: Vec::new(), tickets: Vec::new() };
                Step::End(self.end(Outcome::Done(done)))
            }
        }
    }

    /// Takes the answers that do not wait for a commit: temporary refusals, which are not stored.
    pub fn take_early_answers(&mut self) -> Vec<(H::Reply, Result<Ack, Refusal>)> {
        std::mem::take(&mut self.early_answers)
    }

    /// Goes on with opened scopes.
    pub fn opened(mut self: Box<Self>, opened: Result<Vec<(NewScope, ScopePosition)>, Failure>, host: &H) -> Step<H> {
        match opened {
            // Another node has already written into this scope, and its rows are missing in this world.
            Ok(opened) if opened.iter().any(|(_, position)| position.seq > 0) => {
                Step::End(self.fail_round(RoundFailure::Epoch))
            }
            Ok(opened) => {
                for (new, position) in opened {
                    let scope = new.id(self.workspace);
                    if matches!(new, NewScope::List(_)) {
                        self.data.world.add_list_scope(scope);
                    }
                    self.data.positions.insert(scope, position);
                }
                self.step(host)
            }
            Err(failure) => Step::End(self.fail_round(RoundFailure::Database(failure))),
        }
    }

    /// Goes on with the rows that were read.
    pub fn fetched(mut self: Box<Self>, fetched: Result<LoadedTickets, Failure>, host: &H) -> Step<H> {
        match fetched {
            Ok(fetched) => match self.add_rows(fetched) {
                Ok(()) => self.step(host),
                Err(failure) => Step::End(self.fail_round(failure)),
            },
            Err(failure) => Step::End(self.fail_round(RoundFailure::Database(failure))),
        }
    }

    /// Ends with the outcome of the commit.
    pub fn committed(self: Box<Self>, batch: &Batch, committed: Result<Committed, Failure>) -> RoundEnd<H> {
        match committed {
            Ok(Committed::Done(before)) => self.done(batch, &before.into_iter().collect()),
            Ok(Committed::Seen(seen)) => self.fail_round(RoundFailure::Seen(seen)),
            Ok(Committed::Stale) => self.fail_round(RoundFailure::Stale),
            Ok(Committed::Epoch) => self.fail_round(RoundFailure::Epoch),
            Err(failure) => self.fail_round(RoundFailure::Database(failure)),
        }
    }

    fn next_need(&mut self, host: &H) -> Need {
        loop {
            let pending = match std::mem::replace(&mut self.progress, Progress::Deciding) {
                Progress::ReadAhead => {
                    let touches = touches_of(&self.data.world, self.waiting.as_slice().iter().take(self.limit));
                    match self.rows_to_read(touches) {
                        Some(wanted) => return Need::Fetch(wanted),
                        None => continue,
                    }
                }
                Progress::Preparing(pending) => pending,
                Progress::Deciding => match self.next_order(host) {
                    Some(pending) => pending,
                    None => return self.next_commit(),
                },
                // Not reached: after `Step::Commit`, the host calls `committed`, not `step`.
                Progress::Committing => return Need::Nothing,
            };
            let by = pending.order.by;
            let has_no_personal_scope = !self.data.positions.contains_key(&personal_scope(self.workspace, by));
            let is_person = self.data.world.tables.members.get(&by).is_some_and(|member| !member.is_key());
            if has_no_personal_scope && is_person {
                self.progress = Progress::Preparing(pending);
                return Need::Open(vec![NewScope::Personal(by)]);
            }
            let touches = decide::touches(&self.data.world, &pending.order);
            if let Some(wanted) = self.rows_to_read(touches) {
                self.progress = Progress::Preparing(pending);
                return Need::Fetch(wanted);
            }
            if let Some(scopes) = self.decide_or_ask_for_scopes(pending) {
                return Need::Open(scopes);
            }
        }
    }

    /// The next order of this round.
    fn next_order(&mut self, host: &H) -> Option<Pending<H>> {
        loop {
            let pending = self.waiting.next()?;
            if !self.seen.insert(pending.order.id) {
                // The client sent this command twice. The commit refuses a batch that holds an id twice, so the second copy waits
                // for the next round.
                self.rest.push(pending);
                continue;
            }
            if self.taken.len() >= self.limit || self.builder.bytes() > ROUND_BYTES {
                self.rest.push(pending);
                self.rest.extend(self.waiting.by_ref());
                return None;
            }
            let Some(rewrite) = decide::rewrite_before(&self.data.world, &pending.order, self.at) else {
                return Some(pending);
            };
            // The order needs a step that is committed first. The batch ends with that step, and the order waits for the next
            // round.
            let rewrite = Pending::internal(host.fresh_id(), pending.order.by, rewrite);
            self.rest.push(pending);
            self.rest.extend(self.waiting.by_ref());
            return Some(rewrite);
        }
    }

    /// Decides an order. If the order writes into scopes that are not open, returns these scopes. The order is then
    /// decided again after the scopes are opened.
    fn decide_or_ask_for_scopes(&mut self, pending: Pending<H>) -> Option<Vec<NewScope>> {
        let mut outcome = decide_one(&self.data.world, &pending.order, self.at);
        if let Ok(decision) = &outcome {
            match self.scopes_to_open(decision) {
                Ok(scopes) if scopes.is_empty() => {}
                Ok(scopes) => {
                    self.progress = Progress::Preparing(pending);
                    return Some(scopes);
                }
                Err(scope) => {
                    tracing::error!(workspace = %self.workspace, %scope, "a decision writes into a scope that no member and no list has");
                    outcome = Err(Refusal::new(RefusalCode::Internal, words::INTERNAL));
                }
            }
        }
        if let Err(refusal) = &outcome
            && refusal.is_passing()
        {
            // A temporary refusal is not stored, so the order leaves the round here.
            let refusal = refusal.clone();
            self.early_answers.extend(pending.reply.map(|reply| (reply, Err(refusal))));
            return None;
        }
        if let Ok(decision) = &outcome {
            self.apply(decision);
        }
        let WorkspaceData { world, positions } = &*self.data;
        let position = |scope: ScopeId| positions.get(&scope).copied().unwrap_or(ScopePosition::unknown());
        self.builder.push(&pending.order, pending.fingerprint, &outcome, world, position);
        self.taken.push(pending);
        None
    }

    /// The scopes that a decision writes and that are not open; an error for a scope that no member and no list has.
    fn scopes_to_open(&self, decision: &Decision) -> Result<Vec<NewScope>, ScopeId> {
        let mut unopened = Vec::new();
        for (scope, _) in &decision.writes {
            if self.data.positions.contains_key(scope) {
                continue;
            }
            let members = self.data.world.tables.members.keys().copied().map(NewScope::Personal);
            let lists = decision.new_lists().map(NewScope::List);
            let new = members.chain(lists).find(|new| new.id(self.workspace) == *scope).ok_or(*scope)?;
            if !unopened.contains(&new) {
                unopened.push(new);
            }
        }
        Ok(unopened)
    }

    /// Applies a decision, so that the next order sees it.
    fn apply(&mut self, decision: &Decision) {
        for (scope, write) in &decision.writes {
            if let (None, Some(entity)) = (&write.before, &write.after)
                && let Some(kind) = read_kind(entity.kind())
            {
                // Version 0: the commit fails if another node has created the row.
                self.versions.entry((kind, entity.id())).or_insert(0);
            }
            self.data.world.apply(*scope, write);
            self.undo.push((*scope, write.clone()));
        }
    }

    /// Makes the touched rows part of the round. Returns the rows that must be read; `None` if the world has all of
    /// them.
    fn rows_to_read(&mut self, touches: Touches) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        for id in touches.tickets {
            if self.lent.insert(id) {
                self.note_version(ReadKind::Ticket, id.0, 0);
                if self.data.world.index.get(id).is_some() {
                    wanted.tickets.push(id);
                }
            }
        }
        for id in touches.activities {
            if !self.versions.contains_key(&(ReadKind::Activity, id.0)) {
                self.note_version(ReadKind::Activity, id.0, 0);
                wanted.activities.push(id);
            }
        }
        for id in touches.reactions {
            if !self.versions.contains_key(&(ReadKind::Reaction, id.0)) {
                self.note_version(ReadKind::Reaction, id.0, 0);
                wanted.reactions.push(id);
            }
        }
        wanted.subscriptions.extend(touches.subscriptions.into_iter().filter(|id| self.subscriptions.insert(*id)));
        (!wanted.is_empty()).then_some(wanted)
    }

    /// Adds the rows that were read to the world, and notes their versions.
    fn add_rows(&mut self, fetched: LoadedTickets) -> Result<(), RoundFailure> {
        for (activity, version) in fetched.activities {
            self.note_version(ReadKind::Activity, activity.id.0, version);
            self.data.world.tables.activities.insert(activity.id, activity);
        }
        // The commit compares the versions of all requested rows, including rows that this build cannot read.
        for (id, version) in fetched.unknown_activities {
            self.note_version(ReadKind::Activity, id.0, version);
        }
        for (reaction, version) in fetched.reactions {
            self.note_version(ReadKind::Reaction, reaction.id.0, version);
            self.data.world.tables.reactions.insert(reaction.id, reaction);
        }
        let rows = fetched.subscriptions.into_iter().map(|row| (row.id, row));
        self.data.world.tables.subscriptions.extend(rows);
        for StoredTicket { ticket, version, scope } in fetched.tickets {
            // An activity is read together with its ticket, which may have been lent before.
            if self.data.world.tables.tickets.contains_key(&ticket.id) {
                continue;
            }
            // If the index names another scope, another node has moved the ticket. A decision would then write into the
            // old scope.
            let known = self.data.world.index.get(ticket.id).map(|entry| entry.scope);
            if known.is_some_and(|known| known != scope) {
                return Err(RoundFailure::Stale);
            }
            self.lent.insert(ticket.id);
            self.ticket_scopes.insert(ticket.id.0, scope);
            self.note_version(ReadKind::Ticket, ticket.id.0, version);
            self.data.world.tables.tickets.insert(ticket.id, Box::new(ticket));
        }
        Ok(())
    }

    /// Notes the version of a row in the database. 0 means that the row does not exist; the first other version is
    /// kept.
    fn note_version(&mut self, kind: ReadKind, id: Uuid, version: i64) {
        let known = self.versions.entry((kind, id)).or_insert(version);
        if *known == 0 {
            *known = version;
        }
    }

    fn next_commit(&mut self) -> Need {
        if self.builder.is_empty() {
            return Need::Nothing;
        }
        for ((kind, id), version) in &self.versions {
            // A row that did not exist has no scope to compare.
            let scope = self.ticket_scopes.get(id).copied().filter(|_| *version > 0);
            self.builder.read(Read { kind: *kind, id: *id, version: *version, scope });
        }
        self.progress = Progress::Committing;
        let builder = std::mem::replace(&mut self.builder, BatchBuilder::new(self.workspace, self.at));
        Need::Commit(builder.finish())
    }

    fn done(mut self: Box<Self>, batch: &Batch, before: &HashMap<ScopeId, i64>) -> RoundEnd<H> {
        let seq = |scope: ScopeId, ordinal: u32| before.get(&scope).copied().unwrap_or(0) + i64::from(ordinal);
        let answers = batch
            .answers
            .iter()
            .map(|answer| match &answer.refusal {
                Some(refusal) => Err(refusal.clone()),
                None => Ok(Ack { scope: answer.scope, seq: seq(answer.scope, answer.ordinal) }),
            })
            .collect();
        let mut events: Vec<(ScopeId, Vec<Arc<Event>>)> = Vec::new();
        for event in &batch.events {
            let stored = Arc::new(Event {
                seq: seq(event.scope, event.ordinal),
                command_id: event.command,
                by: event.by,
                at: batch.at,
                changes: event.changes.clone(),
                foreign: None,
            });
            match events.iter_mut().find(|(scope, _)| *scope == event.scope) {
                Some((_, list)) => list.push(stored),
                None => events.push((event.scope, vec![stored])),
            }
        }
        for ((kind, id), row) in &batch.rows {
            if let (EntityKind::Ticket, Some(Entity::Ticket(_))) = (kind, &row.after) {
                self.versions.insert((ReadKind::Ticket, *id), seq(row.scope, row.ordinal));
                self.ticket_scopes.insert(*id, row.scope);
                self.lent.insert(TicketId(*id));
            }
        }
        self.undo.clear();
        let mut states = std::mem::take(&mut self.data.world.tables.tickets);
        let versions = std::mem::take(&mut self.versions);
        let scopes = std::mem::take(&mut self.ticket_scopes);
        let workspace_scope = self.workspace.scope();
        let tickets = std::mem::take(&mut self.lent)
            .into_iter()
            .map(|id| {
                let version = versions.get(&(ReadKind::Ticket, id.0)).copied().unwrap_or(0);
                let scope = scopes.get(&id.0).copied().unwrap_or(workspace_scope);
                (id, states.remove(&id).map(|ticket| StoredTicket { ticket: *ticket, version, scope }))
            })
            .collect();
        self.end(Outcome::Done(Done { answers, events, tickets }))
    }

    /// Ends the round without a confirmed commit, and undoes its writes in the world.
    fn fail_round(mut self: Box<Self>, failure: RoundFailure) -> RoundEnd<H> {
        if let Progress::Preparing(pending) = std::mem::replace(&mut self.progress, Progress::Deciding) {
            self.taken.push(pending);
        }
        self.rest.extend(self.waiting.by_ref());
        while let Some((scope, write)) = self.undo.pop() {
            self.data.world.apply(scope, &write.reversed());
        }
        let WorkspaceData { world, positions } = &mut *self.data;
        // Reversing a write does not free the number of a new ticket, so the last numbers are restored.
        for (scope, position) in positions {
            world.last_numbers.insert(*scope, position.last_number);
        }
        self.end(Outcome::NotConfirmed(failure))
    }

    /// Gives the data back, without the rows that were lent to the round.
    #[expect(clippy::boxed_local, reason = "a round lives in its box, and is large")]
    fn end(mut self: Box<Self>, outcome: Outcome) -> RoundEnd<H> {
        let world = &mut self.data.world;
        world.tables.tickets.clear();
        world.tables.activities.clear();
        world.tables.reactions.clear();
        world.tables.subscriptions.clear();
        let Self { data, taken, rest, early_answers, .. } = *self;
        RoundEnd { data, taken, rest, outcome, early_answers }
    }
}

/// Decides one order. If the decision panics, the order is refused with `internal`. That refusal is not stored, so a
/// retry is decided again. The world is only read here, so a panic does not affect other orders.
fn decide_one(world: &World, order: &Order, at: Instant) -> Result<Decision, Refusal> {
    let decided = AssertUnwindSafe(|| {
        fail::point("decide");
        decide::decide(world, order, at)
    });
    catch_unwind(decided).unwrap_or_else(|_| Err(Refusal::new(RefusalCode::Internal, words::INTERNAL)))
}

/// The rows that these orders touch, judged before any of the orders is decided.
fn touches_of<'a, H: Host + 'a>(world: &World, orders: impl Iterator<Item = &'a Pending<H>>) -> Touches {
    let mut all = Touches::default();
    for pending in orders {
        let Touches { tickets, activities, reactions, subscriptions } = decide::touches(world, &pending.order);
        all.tickets.extend(tickets);
        all.activities.extend(activities);
        all.reactions.extend(reactions);
        all.subscriptions.extend(subscriptions);
        if all.tickets.len() >= TOUCHED_AHEAD {
            break;
        }
    }
    all
}

fn read_kind(kind: EntityKind) -> Option<ReadKind> {
    match kind {
        EntityKind::Ticket => Some(ReadKind::Ticket),
        EntityKind::Activity => Some(ReadKind::Activity),
        EntityKind::Reaction => Some(ReadKind::Reaction),
        _ => None,
    }
}
