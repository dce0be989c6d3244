//! One round of a workspace: the waiting commands are decided in order and committed together.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use actix::Addr;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{
    clock::Clock,
    ticket::{Lend, TicketActor},
    workspace::Ack,
};
use crate::{
    domain::{
        change::{Event, Write},
        date::Instant,
        decide::{self, Order, Touches, What},
        entity::{Entity, EntityKind, Ticket},
        ids::{CommandId, ScopeId, TicketId, UserId, WorkspaceId},
        refusal::{Refusal, RefusalCode},
        world::{World, personal_scope},
    },
    fail,
    journal::{Committed, Journal, JournalError},
    sync::{BatchBuilder, Footing, Read, ReadKind, SeenCommand},
    words,
};

/// The most commands of a round, and the most bytes that it writes. One event may exceed the bytes.
pub(super) const ROUND_COMMANDS: usize = 200;
const ROUND_BYTES: usize = 256 * 1024;
/// A round reads tickets ahead for its commands up to this number; later commands read their own.
const TOUCHED_AHEAD: usize = 1_400;

/// A command that waits for its answer.
pub(super) struct Pending {
    pub order: Order,
    pub fingerprint: i64,
    /// The command's size as JSON.
    pub bytes: usize,
    pub reply: oneshot::Sender<Result<Ack, Refusal>>,
    /// A commit with it in it has failed without an answer: the command may be stored.
    pub outcome_unknown: bool,
}

impl Pending {
    /// A step that must be committed before a person's order; its answer goes to no caller.
    fn unasked(by: UserId, what: What) -> Self {
        let order = Order { id: CommandId(Uuid::now_v7()), by, what };
        Self { order, fingerprint: 0, reply: oneshot::channel().0, bytes: 0, outcome_unknown: false }
    }

    pub(super) fn answer(self, answer: Result<Ack, Refusal>) {
        // Whoever asked may be gone; the edit stands all the same.
        let _ = self.reply.send(answer);
    }

    pub(super) fn answer_seen(self, seen: &SeenCommand) {
        let same = seen.fingerprint == self.fingerprint && seen.user == self.order.by;
        let answer = match (same, &seen.refusal) {
            (false, _) => Err(Refusal::new(RefusalCode::IdempotencyMismatch, words::ID_REUSED)),
            (true, Some(refusal)) => Err(refusal.clone()),
            (true, None) => Ok(Ack { scope: seen.scope, seq: seen.seq }),
        };
        self.answer(answer);
    }
}

/// What deciding stands on; in the hands of the round while one is under way.
pub(super) struct Ledger {
    pub world: World,
    pub footings: HashMap<ScopeId, Footing>,
}

/// Addresses of the tickets on stage. Shared with the parent, on the same thread.
pub(super) type Slots = Rc<RefCell<HashMap<TicketId, (Addr<TicketActor>, u64)>>>;

/// What a round works with.
#[derive(Clone)]
pub(super) struct Tools {
    pub workspace: WorkspaceId,
    pub journal: Journal,
    pub clock: Arc<Clock>,
    pub slots: Slots,
}

/// How a round ended.
pub(super) struct RoundEnd {
    pub ledger: Ledger,
    /// Decided in this round, in order.
    pub taken: Vec<Pending>,
    /// Not looked at: the round was full.
    pub rest: Vec<Pending>,
    pub outcome: Outcome,
}

pub(super) enum Outcome {
    Done(Done),
    /// Nothing was written; the world is as before. Try again after catching up.
    Again(Miss),
}

pub(super) struct Done {
    pub answers: Vec<Result<Ack, Refusal>>,
    pub events: Vec<(ScopeId, Vec<Arc<Event>>)>,
    /// Touched tickets as they stand now, with their versions; `None` for what is gone.
    pub tickets: Vec<(TicketId, Option<(Ticket, i64)>)>,
}

pub(super) enum Miss {
    Seen(Vec<SeenCommand>),
    Stale,
    Epoch,
    /// The database did not answer as it should; with a commit that was sent, its outcome may be unknown.
    Away {
        error: JournalError,
        outcome_unknown: bool,
    },
    /// The database objects to something in the batch.
    Refused(JournalError),
}

struct Round {
    tools: Tools,
    ledger: Ledger,
    builder: BatchBuilder,
    versions: HashMap<(ReadKind, Uuid), i64>,
    /// Where the tickets were that were lent.
    scopes: HashMap<Uuid, ScopeId>,
    lent: HashSet<TicketId>,
    undo: Vec<(ScopeId, Write)>,
    committed: bool,
}

/// Decides and commits. Never fails: what goes wrong is in the outcome, and the ledger comes back in any case.
pub(super) async fn run(tools: Tools, ledger: Ledger, waiting: Vec<Pending>, limit: usize) -> RoundEnd {
    let at = tools.clock.now();
    let builder = BatchBuilder::new(tools.workspace, at);
    let mut round = Round {
        tools,
        ledger,
        builder,
        versions: HashMap::new(),
        scopes: HashMap::new(),
        lent: HashSet::new(),
        undo: Vec::new(),
        committed: false,
    };
    // Footings before the batch: the world moves on while it is decided.
    let mut before = round.ledger.footings.clone();
    let mut taken = Vec::new();
    let mut rest = Vec::new();
    let home = round.tools.workspace.scope();
    // At once what all of them touch: read one by one, a round of comments on a slow database takes so long that
    // it is stale whenever it comes to its end.
    let mut failure = round.bring(touches_of(&round.ledger.world, waiting.iter().take(limit))).await.err();
    let mut waiting = waiting.into_iter();
    if failure.is_some() {
        rest.extend(waiting.by_ref());
    }
    let mut decided = HashSet::new();
    while let Some(pending) = waiting.next() {
        if !decided.insert(pending.order.id) {
            // Sent again before its first answer. A batch with both would be refused whole.
            rest.push(pending);
            continue;
        }
        if taken.len() >= limit || round.builder.bytes() > ROUND_BYTES {
            rest.push(pending);
            rest.extend(waiting);
            break;
        }
        let pending = match decide::piece(&round.ledger.world, &pending.order, at) {
            // The order waits: this batch ends with the step before it.
            Some(piece) => {
                let piece = Pending::unasked(pending.order.by, piece);
                rest.push(pending);
                rest.extend(waiting.by_ref());
                piece
            }
            None => pending,
        };
        if let Err(miss) = round.prepare(&pending.order, &mut before).await {
            failure = Some(miss);
            taken.push(pending);
            rest.extend(waiting);
            break;
        }
        let outcome = decide_one(&round.ledger.world, &pending.order, at);
        if let Err(refusal) = &outcome
            && refusal.is_passing()
        {
            let refusal = refusal.clone();
            pending.answer(Err(refusal));
            continue;
        }
        if let Ok(decision) = &outcome {
            round.take(decision);
        }
        let footing = |scope: ScopeId| before.get(&scope).copied().unwrap_or(Footing::nowhere());
        if let Some(home_footing) = before.get(&home) {
            round.builder.rely_on_config(home, *home_footing);
        }
        round.builder.push(&pending.order, pending.fingerprint, &outcome, footing);
        taken.push(pending);
    }
    if let Some(miss) = failure {
        let (ledger, _) = round.back();
        return RoundEnd { ledger, taken, rest, outcome: Outcome::Again(miss) };
    }
    round.commit(taken, rest).await
}

/// Decides. A command that makes it panic is refused, and asked again it is decided again; the others in the round do
/// not notice, and neither does the world, which is only read.
fn decide_one(world: &World, order: &Order, at: Instant) -> Result<decide::Decision, Refusal> {
    let decided = AssertUnwindSafe(|| {
        fail::point("decide");
        decide::decide(world, order, at)
    });
    catch_unwind(decided).unwrap_or_else(|_| Err(Refusal::new(RefusalCode::Internal, words::INTERNAL)))
}

/// What orders touch as things stand before any of them is decided.
fn touches_of<'a>(world: &World, orders: impl Iterator<Item = &'a Pending>) -> Touches {
    let mut all = Touches::default();
    for pending in orders {
        let Touches { tickets, activities, reactions } = decide::touches(world, &pending.order);
        all.tickets.extend(tickets);
        all.activities.extend(activities);
        all.reactions.extend(reactions);
        if all.tickets.len() >= TOUCHED_AHEAD {
            break;
        }
    }
    all
}

fn miss_of(error: JournalError) -> Miss {
    match error {
        JournalError::Away(_) => Miss::Away { error, outcome_unknown: false },
        JournalError::Refused(_) => Miss::Refused(error),
    }
}

impl Round {
    /// Brings what an order touches into the world.
    async fn prepare(&mut self, order: &Order, before: &mut HashMap<ScopeId, Footing>) -> Result<(), Miss> {
        let personal = personal_scope(self.tools.workspace, order.by);
        if !self.ledger.footings.contains_key(&personal) && self.knows(order.by) {
            let footing =
                self.tools.journal.open_personal_stream(self.tools.workspace, order.by).await.map_err(miss_of)?;
            if footing.seq > 0 {
                // Written at another node: none of it is in the world.
                return Err(Miss::Epoch);
            }
            self.ledger.footings.insert(personal, footing);
            before.insert(personal, footing);
        }
        let touches = decide::touches(&self.ledger.world, order);
        self.bring(touches).await
    }

    /// Brings rows into the world, in one read at most.
    async fn bring(&mut self, touches: Touches) -> Result<(), Miss> {
        let Touches { tickets, activities, reactions } = touches;
        let mut missing = Vec::new();
        for id in tickets {
            if self.lent.contains(&id) {
                continue;
            }
            self.lent.insert(id);
            let slot = self.tools.slots.borrow().get(&id).map(|(addr, _)| addr.clone());
            match slot {
                Some(addr) => match addr.send(Lend).await {
                    Ok(Some((ticket, version))) => self.lend(ticket, version),
                    _ => missing.push(id),
                },
                None => missing.push(id),
            }
        }
        let activities: Vec<_> =
            activities.into_iter().filter(|id| !self.versions.contains_key(&(ReadKind::Activity, id.0))).collect();
        let reactions: Vec<_> =
            reactions.into_iter().filter(|id| !self.versions.contains_key(&(ReadKind::Reaction, id.0))).collect();
        if missing.is_empty() && activities.is_empty() && reactions.is_empty() {
            return Ok(());
        }
        for id in &missing {
            self.note(ReadKind::Ticket, id.0, 0);
        }
        for id in &activities {
            self.note(ReadKind::Activity, id.0, 0);
        }
        for id in &reactions {
            self.note(ReadKind::Reaction, id.0, 0);
        }
        let known: Vec<TicketId> =
            missing.into_iter().filter(|id| self.ledger.world.index.get(*id).is_some()).collect();
        let loaded = self
            .tools
            .journal
            .load_tickets(self.tools.workspace, known, activities, reactions)
            .await
            .map_err(miss_of)?;
        for (activity, version) in loaded.activities {
            self.note(ReadKind::Activity, activity.id.0, version);
            self.ledger.world.activities.insert(activity.id, activity);
        }
        for (reaction, version) in loaded.reactions {
            self.note(ReadKind::Reaction, reaction.id.0, version);
            self.ledger.world.reactions.insert(reaction.id, reaction);
        }
        for (ticket, version) in loaded.tickets {
            // An activity's ticket comes along; it may have been lent before.
            if self.ledger.world.tickets.contains_key(&ticket.id) {
                continue;
            }
            // The row may be ahead of what is known here: then it has moved between private and shared, and what is
            // decided now would go where the ticket no longer is.
            let known = self.ledger.world.index.get(ticket.id).map(|entry| entry.scope);
            if known.is_some_and(|scope| scope != self.home_of(&ticket)) {
                return Err(Miss::Stale);
            }
            self.lent.insert(ticket.id);
            self.lend(ticket, version);
        }
        Ok(())
    }

    fn knows(&self, user: UserId) -> bool {
        self.ledger.world.members.contains_key(&user)
    }

    fn home_of(&self, ticket: &Ticket) -> ScopeId {
        let workspace = self.tools.workspace;
        if ticket.private { personal_scope(workspace, ticket.created_user_id) } else { workspace.scope() }
    }

    fn lend(&mut self, ticket: Ticket, version: i64) {
        self.scopes.insert(ticket.id.0, self.home_of(&ticket));
        self.note(ReadKind::Ticket, ticket.id.0, version);
        self.ledger.world.tickets.insert(ticket.id, ticket);
    }

    /// The first thing noted of a row that is there counts: it is what the database holds.
    fn note(&mut self, kind: ReadKind, id: Uuid, version: i64) {
        let known = self.versions.entry((kind, id)).or_insert(version);
        if *known == 0 {
            *known = version;
        }
    }

    /// Applies a decision, so that the next command sees it.
    fn take(&mut self, decision: &decide::Decision) {
        for (scope, write) in &decision.writes {
            let created = matches!((&write.before, &write.after), (None, Some(_)));
            if let (true, Some(entity)) = (created, &write.after)
                && let Some(kind) = read_kind(entity.kind())
            {
                // What is created must not be there yet, also for another node.
                self.versions.entry((kind, entity.id())).or_insert(0);
            }
            self.ledger.world.apply(*scope, write);
            self.undo.push((*scope, write.clone()));
        }
    }

    async fn commit(mut self, taken: Vec<Pending>, rest: Vec<Pending>) -> RoundEnd {
        if self.builder.is_empty() {
            let (ledger, _) = self.back();
            let outcome = Outcome::Done(Done { answers: Vec::new(), events: Vec::new(), tickets: Vec::new() });
            return RoundEnd { ledger, taken, rest, outcome };
        }
        for ((kind, id), version) in &self.versions {
            let scope = self.scopes.get(id).copied().filter(|_| *version > 0);
            self.builder.read(Read { kind: *kind, id: *id, version: *version, scope });
        }
        let builder =
            std::mem::replace(&mut self.builder, BatchBuilder::new(self.tools.workspace, self.tools.clock.now()));
        let batch = builder.finish();
        let miss = match self.tools.journal.commit(&batch).await {
            Ok(Committed::Done(before)) => {
                let before: HashMap<ScopeId, i64> = before.into_iter().collect();
                return self.done(&batch, &before, taken, rest);
            }
            Ok(Committed::Seen(seen)) => Miss::Seen(seen),
            Ok(Committed::Stale) => Miss::Stale,
            Ok(Committed::Epoch) => Miss::Epoch,
            Err(error) => match miss_of(error) {
                Miss::Away { error, .. } => Miss::Away { outcome_unknown: error.may_be_stored(), error },
                refused => refused,
            },
        };
        let (ledger, _) = self.back();
        RoundEnd { ledger, taken, rest, outcome: Outcome::Again(miss) }
    }

    fn done(
        mut self,
        batch: &crate::sync::Batch,
        before: &HashMap<ScopeId, i64>,
        taken: Vec<Pending>,
        rest: Vec<Pending>,
    ) -> RoundEnd {
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
                self.lent.insert(TicketId(*id));
            }
        }
        self.undo.clear();
        self.committed = true;
        let lent: Vec<TicketId> = self.lent.iter().copied().collect();
        let versions = std::mem::take(&mut self.versions);
        let (ledger, states) = self.back();
        let mut states: HashMap<TicketId, Ticket> = states.into_iter().map(|ticket| (ticket.id, ticket)).collect();
        let tickets = lent
            .into_iter()
            .map(|id| {
                let version = versions.get(&(ReadKind::Ticket, id.0)).copied().unwrap_or(0);
                (id, states.remove(&id).map(|ticket| (ticket, version)))
            })
            .collect();
        RoundEnd { ledger, taken, rest, outcome: Outcome::Done(Done { answers, events, tickets }) }
    }

    /// Takes back what was not committed, and gives the ledger back without what was lent to it.
    fn back(mut self) -> (Ledger, Vec<Ticket>) {
        while let Some((scope, write)) = self.undo.pop() {
            self.ledger.world.apply(scope, &write.reversed());
        }
        let world = &mut self.ledger.world;
        if !self.committed {
            for (scope, footing) in &self.ledger.footings {
                world.last_numbers.insert(*scope, footing.last_number);
            }
        }
        world.activities.clear();
        world.reactions.clear();
        let tickets = std::mem::take(&mut world.tickets).into_values().collect();
        (self.ledger, tickets)
    }
}

fn read_kind(kind: EntityKind) -> Option<ReadKind> {
    match kind {
        EntityKind::Ticket => Some(ReadKind::Ticket),
        EntityKind::Activity => Some(ReadKind::Activity),
        EntityKind::Reaction => Some(ReadKind::Reaction),
        _ => None,
    }
}
