//! One round: the waiting orders are decided in order and committed together.
//!
//! A round is a state machine. [`Round::step`] runs until the round needs something of the carrier (rows, an open scope,
//! a commit) or has ended. Whatever goes wrong is in the outcome, and the data comes back in any case.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use uuid::Uuid;

use super::{
    answers::Ack,
    carrier::{Carrier, Failure},
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
    sync::{Batch, BatchBuilder, Committed, Footing, LoadedTickets, Read, ReadKind, SeenCommand, StoredTicket},
    words,
};

/// The most orders of a round, and the most bytes that it writes. One event may exceed the bytes.
pub(super) const ROUND_COMMANDS: usize = 200;
const ROUND_BYTES: usize = 256 * 1024;
/// A round reads tickets ahead for its orders up to this number; later orders read their own.
const TOUCHED_AHEAD: usize = 1_400;

/// What a round needs next. The round comes along, and goes on with the answer.
pub enum Step<C: Carrier> {
    /// These scopes are to be opened: [`Round::opened`].
    Open(Box<Round<C>>, Vec<NewScope>),
    /// Rows are to be read: [`Round::fetched`].
    Fetch(Box<Round<C>>, Wanted),
    /// A batch is to be committed: [`Round::committed`].
    Commit(Box<Round<C>>, Batch),
    End(RoundEnd<C>),
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
pub struct RoundEnd<C: Carrier> {
    pub(super) data: Box<WorkspaceData>,
    /// Decided in this round, in order.
    pub(super) taken: Vec<Pending<C>>,
    /// Not decided in this round: the round was full or failed, the same command is already in it, or the order needs a step
    /// that is committed first.
    pub(super) rest: Vec<Pending<C>>,
    pub(super) outcome: Outcome,
    answers: Vec<(C::Reply, Result<Ack, Refusal>)>,
}

impl<C: Carrier> RoundEnd<C> {
    /// The world that the round gives back.
    pub fn world(&self) -> &World {
        &self.data.world
    }

    /// Answers that do not wait for a commit.
    pub fn take_answers(&mut self) -> Vec<(C::Reply, Result<Ack, Refusal>)> {
        std::mem::take(&mut self.answers)
    }
}

pub(super) enum Outcome {
    Done(Done),
    /// Nothing was stored, and the world is as before. The orders are decided again or refused, depending on the reason.
    NothingStored(Miss),
}

pub(super) struct Done {
    pub answers: Vec<Result<Ack, Refusal>>,
    pub events: Vec<(ScopeId, Vec<Arc<Event>>)>,
    /// Touched tickets as they stand now; `None` for tickets that are gone.
    pub tickets: Vec<(TicketId, Option<StoredTicket>)>,
}

/// Why a round wrote nothing.
pub(super) enum Miss {
    /// Some orders had been answered before.
    Seen(Vec<SeenCommand>),
    /// Something that a decision relied on has changed.
    Stale,
    /// A scope has another epoch, or another node has opened it.
    Epoch,
    /// The database did not do what was asked.
    Failed(Failure),
}

enum Progress<C: Carrier> {
    /// Reads the rows of all orders at once. If each order read its own rows, a round on a slow database would take so long
    /// that its commit is stale.
    ReadAhead,
    /// The next order is taken.
    Deciding,
    /// An order waits for what it touches.
    Preparing(Pending<C>),
    /// The batch is on its way.
    Committing,
}

enum Need {
    Open(Vec<NewScope>),
    Fetch(Wanted),
    Commit(Batch),
    Nothing,
}

pub struct Round<C: Carrier> {
    workspace: WorkspaceId,
    at: Instant,
    limit: usize,
    stage: Progress<C>,
    data: Box<WorkspaceData>,
    builder: BatchBuilder,
    versions: HashMap<(ReadKind, Uuid), i64>,
    /// The scopes of lent tickets.
    ticket_scopes: HashMap<Uuid, ScopeId>,
    /// Tickets that ticket actors or the database gave this round. They go back at its end.
    lent: HashSet<TicketId>,
    /// The subscriptions that were read, or that do not exist.
    subscriptions: HashSet<SubscriptionId>,
    undo: Vec<(ScopeId, Write)>,
    waiting: std::vec::IntoIter<Pending<C>>,
    taken: Vec<Pending<C>>,
    rest: Vec<Pending<C>>,
    decided: HashSet<CommandId>,
    answers: Vec<(C::Reply, Result<Ack, Refusal>)>,
}

impl<C: Carrier> Round<C> {
    pub(super) fn new(
        workspace: WorkspaceId,
        data: Box<WorkspaceData>,
        waiting: Vec<Pending<C>>,
        limit: usize,
        at: Instant,
    ) -> Self {
        Self {
            workspace,
            at,
            limit,
            stage: Progress::ReadAhead,
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
            decided: HashSet::new(),
            answers: Vec::new(),
        }
    }

    /// Runs the round until it needs its carrier.
    pub fn step(mut self: Box<Self>, carrier: &C) -> Step<C> {
        match self.next_need(carrier) {
            Need::Open(scopes) => Step::Open(self, scopes),
            Need::Fetch(wanted) => Step::Fetch(self, wanted),
            Need::Commit(batch) => Step::Commit(self, batch),
            Need::Nothing => {
                let done = Done { answers: Vec::new(), events: Vec::new(), tickets: Vec::new() };
                Step::End(self.end(Outcome::Done(done)))
            }
        }
    }

    /// Answers that do not wait for a commit.
    pub fn take_answers(&mut self) -> Vec<(C::Reply, Result<Ack, Refusal>)> {
        std::mem::take(&mut self.answers)
    }

    /// Goes on with opened scopes.
    pub fn opened(mut self: Box<Self>, opened: Result<Vec<(NewScope, Footing)>, Failure>, carrier: &C) -> Step<C> {
        match opened {
            // Another node has already written into this scope, and this world holds none of it.
            Ok(opened) if opened.iter().any(|(_, footing)| footing.seq > 0) => Step::End(self.missed(Miss::Epoch)),
            Ok(opened) => {
                for (new, footing) in opened {
                    let scope = new.id(self.workspace);
                    if matches!(new, NewScope::List(_)) {
                        self.data.world.add_list_scope(scope);
                    }
                    self.data.footings.insert(scope, footing);
                }
                self.step(carrier)
            }
            Err(failure) => Step::End(self.missed(Miss::Failed(failure))),
        }
    }

    /// Goes on with the rows that were read.
    pub fn fetched(mut self: Box<Self>, fetched: Result<LoadedTickets, Failure>, carrier: &C) -> Step<C> {
        match fetched {
            Ok(fetched) => match self.take_in(fetched) {
                Ok(()) => self.step(carrier),
                Err(miss) => Step::End(self.missed(miss)),
            },
            Err(failure) => Step::End(self.missed(Miss::Failed(failure))),
        }
    }

    /// Ends with the outcome of the commit.
    pub fn committed(self: Box<Self>, batch: &Batch, committed: Result<Committed, Failure>) -> RoundEnd<C> {
        match committed {
            Ok(Committed::Done(before)) => self.done(batch, &before.into_iter().collect()),
            Ok(Committed::Seen(seen)) => self.missed(Miss::Seen(seen)),
            Ok(Committed::Stale) => self.missed(Miss::Stale),
            Ok(Committed::Epoch) => self.missed(Miss::Epoch),
            Err(failure) => self.missed(Miss::Failed(failure)),
        }
    }

    fn next_need(&mut self, carrier: &C) -> Need {
        loop {
            let pending = match std::mem::replace(&mut self.stage, Progress::Deciding) {
                Progress::ReadAhead => {
                    let touches = touches_of(&self.data.world, self.waiting.as_slice().iter().take(self.limit));
                    match self.want(touches) {
                        Some(wanted) => return Need::Fetch(wanted),
                        None => continue,
                    }
                }
                Progress::Preparing(pending) => pending,
                Progress::Deciding => match self.next_order(carrier) {
                    Some(pending) => pending,
                    None => return self.next_commit(),
                },
                Progress::Committing => return Need::Nothing,
            };
            let by = pending.order.by;
            let unopened = !self.data.footings.contains_key(&personal_scope(self.workspace, by));
            if unopened && self.data.world.tables.members.contains_key(&by) {
                self.stage = Progress::Preparing(pending);
                return Need::Open(vec![NewScope::Personal(by)]);
            }
            let touches = decide::touches(&self.data.world, &pending.order);
            if let Some(wanted) = self.want(touches) {
                self.stage = Progress::Preparing(pending);
                return Need::Fetch(wanted);
            }
            if let Some(scopes) = self.decide_or_ask_for_scopes(pending) {
                return Need::Open(scopes);
            }
        }
    }

    /// The next order of this round.
    fn next_order(&mut self, carrier: &C) -> Option<Pending<C>> {
        loop {
            let pending = self.waiting.next()?;
            if !self.decided.insert(pending.order.id) {
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
            let Some(piece) = decide::piece(&self.data.world, &pending.order, self.at) else { return Some(pending) };
            // The order needs a step that is committed first. The batch ends with that step, and the order waits for the next
            // round.
            let piece = Pending::unasked(carrier.fresh_id(), pending.order.by, piece);
            self.rest.push(pending);
            self.rest.extend(self.waiting.by_ref());
            return Some(piece);
        }
    }

    /// Decides an order. An order that writes into scopes that are not open waits until they are, and is decided again: the
    /// scopes are returned.
    fn decide_or_ask_for_scopes(&mut self, pending: Pending<C>) -> Option<Vec<NewScope>> {
        let mut outcome = decide_one(&self.data.world, &pending.order, self.at);
        if let Ok(decision) = &outcome {
            match self.unopened(decision) {
                Ok(scopes) if scopes.is_empty() => {}
                Ok(scopes) => {
                    self.stage = Progress::Preparing(pending);
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
            // A passing refusal is not stored, so the order leaves the round here.
            let refusal = refusal.clone();
            self.answers.extend(pending.reply.map(|reply| (reply, Err(refusal))));
            return None;
        }
        if let Ok(decision) = &outcome {
            self.apply(decision);
        }
        let WorkspaceData { world, footings } = &*self.data;
        let footing = |scope: ScopeId| footings.get(&scope).copied().unwrap_or(Footing::nowhere());
        self.builder.push(&pending.order, pending.fingerprint, &outcome, world, footing);
        self.taken.push(pending);
        None
    }

    /// The scopes that a decision writes and that are not open; an error for a scope that no member and no list has.
    fn unopened(&self, decision: &Decision) -> Result<Vec<NewScope>, ScopeId> {
        let mut unopened = Vec::new();
        for (scope, _) in &decision.writes {
            if self.data.footings.contains_key(scope) {
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
            let created = matches!((&write.before, &write.after), (None, Some(_)));
            if let (true, Some(entity)) = (created, &write.after)
                && let Some(kind) = read_kind(entity.kind())
            {
                // A created row must not be there yet, also for another node.
                self.versions.entry((kind, entity.id())).or_insert(0);
            }
            self.data.world.apply(*scope, write);
            self.undo.push((*scope, write.clone()));
        }
    }

    /// Makes the touched rows part of the round. Returns those that must be read; `None` if the world has them all.
    fn want(&mut self, touches: Touches) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        for id in touches.tickets {
            if self.lent.insert(id) {
                self.note(ReadKind::Ticket, id.0, 0);
                if self.data.world.index.get(id).is_some() {
                    wanted.tickets.push(id);
                }
            }
        }
        for id in touches.activities {
            if !self.versions.contains_key(&(ReadKind::Activity, id.0)) {
                self.note(ReadKind::Activity, id.0, 0);
                wanted.activities.push(id);
            }
        }
        for id in touches.reactions {
            if !self.versions.contains_key(&(ReadKind::Reaction, id.0)) {
                self.note(ReadKind::Reaction, id.0, 0);
                wanted.reactions.push(id);
            }
        }
        wanted.subscriptions.extend(touches.subscriptions.into_iter().filter(|id| self.subscriptions.insert(*id)));
        (!wanted.is_empty()).then_some(wanted)
    }

    fn take_in(&mut self, fetched: LoadedTickets) -> Result<(), Miss> {
        for (activity, version) in fetched.activities {
            self.note(ReadKind::Activity, activity.id.0, version);
            self.data.world.tables.activities.insert(activity.id, activity);
        }
        // The commit compares the versions of rows that were asked for, also of those that this build cannot read.
        for (id, version) in fetched.unknown_activities {
            self.note(ReadKind::Activity, id.0, version);
        }
        for (reaction, version) in fetched.reactions {
            self.note(ReadKind::Reaction, reaction.id.0, version);
            self.data.world.tables.reactions.insert(reaction.id, reaction);
        }
        let rows = fetched.subscriptions.into_iter().map(|row| (row.id, row));
        self.data.world.tables.subscriptions.extend(rows);
        for StoredTicket { ticket, version, scope: home } in fetched.tickets {
            // The ticket of an activity comes along; it may have been lent before.
            if self.data.world.tables.tickets.contains_key(&ticket.id) {
                continue;
            }
            // The row may be ahead of the index: then the ticket has moved to another scope, and a decision made now
            // would go where the ticket no longer is.
            let known = self.data.world.index.get(ticket.id).map(|entry| entry.scope);
            if known.is_some_and(|scope| scope != home) {
                return Err(Miss::Stale);
            }
            self.lent.insert(ticket.id);
            self.ticket_scopes.insert(ticket.id.0, home);
            self.note(ReadKind::Ticket, ticket.id.0, version);
            self.data.world.tables.tickets.insert(ticket.id, Box::new(ticket));
        }
        Ok(())
    }

    /// Keeps the version that the database holds for a row. 0 means that the row does not exist; the first other version wins.
    fn note(&mut self, kind: ReadKind, id: Uuid, version: i64) {
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
            let scope = self.ticket_scopes.get(id).copied().filter(|_| *version > 0);
            self.builder.read(Read { kind: *kind, id: *id, version: *version, scope });
        }
        self.stage = Progress::Committing;
        let builder = std::mem::replace(&mut self.builder, BatchBuilder::new(self.workspace, self.at));
        Need::Commit(builder.finish())
    }

    fn done(mut self: Box<Self>, batch: &Batch, before: &HashMap<ScopeId, i64>) -> RoundEnd<C> {
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
        let home = self.workspace.scope();
        let tickets = std::mem::take(&mut self.lent)
            .into_iter()
            .map(|id| {
                let version = versions.get(&(ReadKind::Ticket, id.0)).copied().unwrap_or(0);
                let scope = scopes.get(&id.0).copied().unwrap_or(home);
                (id, states.remove(&id).map(|ticket| StoredTicket { ticket: *ticket, version, scope }))
            })
            .collect();
        self.end(Outcome::Done(Done { answers, events, tickets }))
    }

    /// Undoes the writes that were not committed.
    fn missed(mut self: Box<Self>, miss: Miss) -> RoundEnd<C> {
        if let Progress::Preparing(pending) = std::mem::replace(&mut self.stage, Progress::Deciding) {
            self.taken.push(pending);
        }
        self.rest.extend(self.waiting.by_ref());
        while let Some((scope, write)) = self.undo.pop() {
            self.data.world.apply(scope, &write.reversed());
        }
        let WorkspaceData { world, footings } = &mut *self.data;
        for (scope, footing) in footings {
            world.last_numbers.insert(*scope, footing.last_number);
        }
        self.end(Outcome::NothingStored(miss))
    }

    /// Gives the data back, without the rows that were lent to it.
    #[expect(clippy::boxed_local, reason = "a round lives in its box, and is large")]
    fn end(mut self: Box<Self>, outcome: Outcome) -> RoundEnd<C> {
        let world = &mut self.data.world;
        world.tables.tickets.clear();
        world.tables.activities.clear();
        world.tables.reactions.clear();
        world.tables.subscriptions.clear();
        let Self { data, taken, rest, answers, .. } = *self;
        RoundEnd { data, taken, rest, outcome, answers }
    }
}

/// Decides. A panic while deciding refuses this order as `internal`. The refusal is not stored, so a retry is decided
/// afresh. The world is only read here, so other orders are unaffected.
fn decide_one(world: &World, order: &Order, at: Instant) -> Result<Decision, Refusal> {
    let decided = AssertUnwindSafe(|| {
        fail::point("decide");
        decide::decide(world, order, at)
    });
    catch_unwind(decided).unwrap_or_else(|_| Err(Refusal::new(RefusalCode::Internal, words::INTERNAL)))
}

/// What orders touch before any of them is decided.
fn touches_of<'a, C: Carrier + 'a>(world: &World, orders: impl Iterator<Item = &'a Pending<C>>) -> Touches {
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
