//! The state of a text, its inputs, and how it begins and ends.

use std::collections::BTreeMap;
use std::time::Duration;

use uuid::Uuid;

use super::{
    effect::{Counted, Effect, Question},
    host::{Failure, Host},
    input::Input,
    member::{Elsewhere, Member, Waiting},
    next::{Held, Next, Then, Writing},
    open::Open,
    queue::Queue,
    stored::StoredText,
    times::TextTimes,
};
use crate::{domain::ids::TicketId, wire::TextCode};

const COMPACT_AFTER: i64 = 100;
const FORMER_CLIENTS: usize = 2_000;

/// A text on stage. It holds nothing that is not stored.
pub struct TextCore<H: Host> {
    pub(super) ticket: TicketId,
    pub(super) times: TextTimes,
    /// None until the first person may read the document, and after the end.
    pub(super) open: Option<Open>,
    /// Why the text has ended. Later inputs get the same answer.
    pub(super) ended: Option<(TextCode, u32)>,
    pub(super) members: BTreeMap<Uuid, Member<H>>,
    pub(super) elsewhere: BTreeMap<Uuid, Elsewhere>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) flush_is_planned: bool,
    /// Who waits for the description to be written.
    pub(super) writers: Vec<H::Writer>,
    /// The description that is being written.
    pub(super) writing: Option<Writing>,
    /// No write of the description starts before this time.
    pub(super) write_after: Duration,
    /// After this many updates, a new snapshot is stored.
    pub(super) compact_after: i64,
    /// A document with more client ids loses its history when nobody has joined it (TX22).
    pub(super) former_clients: usize,
    /// Why the open question was asked.
    pub(super) next: Option<Next<H>>,
    /// What came while the question was open.
    held: Queue<H>,
    /// How many inputs were received.
    received: u64,
    idle_since: Duration,
    effects: Vec<Effect<H>>,
}

impl<H: Host> TextCore<H> {
    /// A text that is not open yet.
    pub fn new(ticket: TicketId, times: TextTimes, host: &H) -> Self {
        Self {
            ticket,
            times,
            open: None,
            ended: None,
            members: BTreeMap::new(),
            elsewhere: BTreeMap::new(),
            waiting: Vec::new(),
            flush_is_planned: false,
            writers: Vec::new(),
            writing: None,
            write_after: Duration::ZERO,
            compact_after: COMPACT_AFTER,
            former_clients: FORMER_CLIENTS,
            next: None,
            held: Queue::new(),
            received: 0,
            idle_since: host.now(),
            effects: Vec::new(),
        }
    }

    /// The same with other limits, for a simulation.
    pub fn with_bounds(self, compact_after: i64, former_clients: usize) -> Self {
        Self { compact_after, former_clients, ..self }
    }

    /// Takes an input.
    pub fn take(&mut self, input: Input<H>, host: &H) {
        self.hold(Held::Input(input), host);
    }

    /// Does this work at once, or after the open question is answered. So no other work comes between a question and its
    /// answer.
    pub(super) fn hold(&mut self, work: Held<H>, host: &H) {
        let waiting = match &work {
            Held::Input(Input::Update { connection, .. }) => self.members.get(connection).map(|it| it.waiting),
            _ => None,
        };
        self.held.push(work, waiting.unwrap_or_default());
        self.work_off(host);
    }

    /// Does the held work in its order, until there is a question again.
    pub(super) fn work_off(&mut self, host: &H) {
        while let Some(work) = if self.is_asking() { None } else { self.held.pop() } {
            match work {
                Held::Input(input) => self.handle(input, host),
                Held::TooMany { connection, number } => self.refuse_too_many(connection, number),
                Held::Flush => self.store_waiting(host),
                Held::WriteNoted(noted) => self.submit(noted),
                Held::WriteAnswered(answer) => self.described_by_node(answer, host),
            }
        }
    }

    fn handle(&mut self, input: Input<H>, host: &H) {
        self.received += 1;
        if !matches!(input, Input::Head(_) | Input::CheckUser(_) | Input::NodeGone(_)) {
            self.idle_since = host.now();
        }
        match input {
            Input::Join(join) => self.join(join),
            Input::Update { connection, number, update } => self.update(connection, number, update),
            Input::Awareness { connection, state } => self.aware(connection, state),
            Input::Leave { connection } => self.leave(connection),
            Input::Note(note) => self.note(note, host),
            Input::SeenElsewhere { node, connection, user, state } => {
                self.seen_elsewhere(node, connection, user, state);
            }
            Input::NodeGone(node) => self.node_gone(node),
            Input::CheckUser(user) => {
                if self.members.values().any(|member| member.user == user) {
                    self.check_rights(vec![user], Then::Nothing, host);
                }
            }
            Input::Head(head) => self.head(head, host),
            Input::Write(writer) => {
                self.writers.push(writer);
                self.open_and_write(host);
            }
            Input::Restore(restoring) => self.restore(restoring),
        }
    }

    /// Looks at what is due. The host calls this every [`TextTimes::tick`].
    pub fn tick(&mut self, host: &H) {
        if self.is_asking() {
            // The next tick looks again.
            return;
        }
        self.write_if_due(host);
        let at_work = !self.members.is_empty()
            || !self.waiting.is_empty()
            || !self.writers.is_empty()
            || self.open.as_ref().is_some_and(|open| open.unwritten.is_some());
        if at_work {
            self.idle_since = host.now();
        } else if host.now().saturating_sub(self.idle_since) >= self.times.idle {
            self.put_away(host);
        }
    }

    /// The effects since the last call, in their order.
    pub fn take_effects(&mut self) -> Vec<Effect<H>> {
        std::mem::take(&mut self.effects)
    }

    /// True while a question to the database is open. Inputs are taken, and wait.
    pub fn is_asking(&self) -> bool {
        self.next.is_some()
    }

    /// Sends everybody away, because the host stops.
    pub fn stop(&mut self, host: &H) {
        self.next = None;
        self.end(TextCode::Unavailable, 1_000);
        self.work_off(host);
    }

    pub(super) fn emit(&mut self, effect: Effect<H>) {
        self.effects.push(effect);
    }

    pub(super) fn count(&mut self, counted: Counted, by: usize) {
        self.emit(Effect::Count(counted, by));
    }

    /// Asks the database. No input is handled before its answer.
    pub(super) fn ask(&mut self, question: Question, next: Next<H>) {
        debug_assert!(!self.is_asking(), "two questions are open");
        self.next = Some(next);
        self.emit(Effect::Ask(question));
    }

    pub(super) fn opened(&mut self, stored: Option<StoredText>, host: &H) {
        match stored {
            Some(stored) => match Open::of(&stored, host.now()) {
                Ok(open) => self.open = Some(open),
                Err(fault) => {
                    tracing::error!(ticket = %self.ticket, %fault, "a stored text cannot be read");
                    self.end(TextCode::Unavailable, 30_000);
                }
            },
            None => self.end(TextCode::NotFound, 0),
        }
    }

    /// The database did not answer. The pages send unacked updates again.
    pub(super) fn fail(&mut self, failure: &Failure) {
        tracing::warn!(ticket = %self.ticket, error = %failure.why, "a text was put away, because the database did not answer");
        self.count(Counted::Failed, 1);
        self.end(TextCode::Unavailable, 1_000);
    }

    /// Sends all sockets away. The workspace then stops the text.
    pub(super) fn end(&mut self, code: TextCode, wait_ms: u32) {
        if self.ended.is_some() {
            return;
        }
        self.ended = Some((code, wait_ms));
        self.open = None;
        self.waiting.clear();
        self.send_all_away(code, wait_ms);
        self.release_writers();
        self.emit(Effect::Ended);
    }

    /// Tells the waiting jobs that the write is over.
    pub(super) fn release_writers(&mut self) {
        for writer in std::mem::take(&mut self.writers) {
            self.emit(Effect::WriteOver(writer));
        }
    }

    /// The text has nothing to do, and may leave the stage.
    pub(super) fn tell_idle(&mut self) {
        let received = self.received;
        self.emit(Effect::Idle { received });
    }
}
