//! The actor: its state, its messages, and how it begins and ends.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use actix::{Actor, ActorContext, ActorFutureExt, AsyncContext, Context, Handler, Recipient, WrapFuture};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{
    figures::TextFigures,
    open::{Elsewhere, Member, Open, Waiting},
    times::TextTimes,
};
use crate::{
    actor::messages::{FromText, FromTextKind, StopNow, ToText},
    bus::Bus,
    domain::{
        ids::{TicketId, WorkspaceId},
        rich_text::RichText,
    },
    journal::{Journal, JournalError, StoredText},
    wire::TextCode,
};

/// The arguments for starting a text.
pub(in crate::actor) struct TextOptions {
    pub workspace: WorkspaceId,
    pub ticket: TicketId,
    pub generation: u64,
    pub parent: Recipient<FromText>,
    pub journal: Journal,
    pub bus: Arc<dyn Bus>,
    pub figures: Arc<TextFigures>,
    pub times: TextTimes,
}

pub(in crate::actor) struct TextActor {
    pub(super) workspace: WorkspaceId,
    pub(super) ticket: TicketId,
    pub(super) generation: u64,
    parent: Recipient<FromText>,
    pub(super) journal: Journal,
    pub(super) bus: Arc<dyn Bus>,
    pub(super) figures: Arc<TextFigures>,
    pub(super) times: TextTimes,
    /// None until the first person may read the document, and after the end.
    pub(super) open: Option<Open>,
    /// Why the text has ended. Later messages get the same answer.
    pub(super) ended: Option<(TextCode, u32)>,
    pub(super) members: HashMap<Uuid, Member>,
    pub(super) elsewhere: Elsewhere,
    pub(super) waiting: Vec<Waiting>,
    pub(super) flush_is_planned: bool,
    /// Who waits for the description to be written.
    pub(super) writers: Vec<oneshot::Sender<()>>,
    /// How many messages were received.
    received: u64,
    idle_since: Instant,
    pub(super) is_writing: bool,
    /// After a failure to write the description, the next try.
    pub(super) write_after: Instant,
}

impl TextActor {
    pub(in crate::actor) fn new(options: TextOptions) -> Self {
        let TextOptions { workspace, ticket, generation, parent, journal, bus, figures, times } = options;
        figures.open.fetch_add(1, Ordering::Relaxed);
        let now = Instant::now();
        Self {
            workspace,
            ticket,
            generation,
            parent,
            journal,
            bus,
            figures,
            times,
            open: None,
            ended: None,
            members: HashMap::new(),
            elsewhere: Elsewhere::default(),
            waiting: Vec::new(),
            flush_is_planned: false,
            writers: Vec::new(),
            received: 0,
            idle_since: now,
            is_writing: false,
            write_after: now,
        }
    }

    pub(super) fn tell_parent(&self, kind: FromTextKind) {
        self.parent.do_send(FromText { ticket: self.ticket, generation: self.generation, kind });
    }

    pub(super) fn opened(&mut self, stored: Option<StoredText>) {
        match stored {
            Some(stored) => match Open::of(&stored) {
                Ok(open) => self.open = Some(open),
                Err(fault) => {
                    tracing::error!(ticket = %self.ticket, %fault, "a stored text cannot be read");
                    self.end(TextCode::Unavailable, 30_000);
                }
            },
            None => self.end(TextCode::NotFound, 0),
        }
    }

    /// The database did not answer. What was not acked is sent again by the pages.
    pub(super) fn fail(&mut self, error: &JournalError) {
        tracing::warn!(ticket = %self.ticket, %error, "a text was put away, because the database did not answer");
        TextFigures::count(&self.figures.failed, 1);
        self.end(TextCode::Unavailable, 1_000);
    }

    /// Sends all sockets away. The workspace then stops the actor.
    pub(super) fn end(&mut self, code: TextCode, wait_ms: u32) {
        if self.ended.is_some() {
            return;
        }
        self.ended = Some((code, wait_ms));
        self.open = None;
        self.waiting.clear();
        self.send_all_away(code, wait_ms);
        self.writers.clear();
        self.tell_parent(FromTextKind::Ended);
    }

    /// Does database work. No other message is handled before its answer.
    pub(super) fn then<T: 'static>(
        &self,
        work: impl Future<Output = T> + 'static,
        ctx: &mut Context<Self>,
        input: impl FnOnce(&mut Self, T, &mut Context<Self>) + 'static,
    ) {
        ctx.wait(work.into_actor(self).map(|answer, actor: &mut Self, ctx: &mut Context<Self>| {
            input(actor, answer, ctx);
        }));
    }

    /// The text has nothing to do, and may leave the stage.
    pub(super) fn tell_idle(&self) {
        self.tell_parent(FromTextKind::Idle { received: self.received });
    }

    fn tick(&mut self, ctx: &mut Context<Self>) {
        self.write_if_due(ctx);
        let at_work = !self.members.is_empty()
            || !self.waiting.is_empty()
            || !self.writers.is_empty()
            || self.open.as_ref().is_some_and(|open| open.unwritten.is_some());
        if at_work {
            self.idle_since = Instant::now();
        } else if self.idle_since.elapsed() >= self.times.idle {
            self.rest(ctx);
        }
    }
}

/// The document of a description, as it is stored first.
pub(super) fn first_document(description: &str) -> Vec<u8> {
    RichText::from_markdown(description).encode()
}

impl Actor for TextActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(16_384);
        ctx.run_interval(self.times.tick, |actor, ctx| actor.tick(ctx));
    }

    /// Also runs after a panic: the sockets must not wait for a text that is gone.
    fn stopped(&mut self, _: &mut Self::Context) {
        self.end(TextCode::Unavailable, 1_000);
        self.figures.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Handler<ToText> for TextActor {
    type Result = ();
    fn handle(&mut self, message: ToText, ctx: &mut Self::Context) {
        self.received += 1;
        if !matches!(message, ToText::Head(_) | ToText::CheckUser(_) | ToText::NodeGone(_)) {
            self.idle_since = Instant::now();
        }
        match message {
            ToText::Join(join) => self.join(join, ctx),
            ToText::Update { connection, number, update } => self.update(connection, number, update, ctx),
            ToText::Awareness { connection, state } => self.aware(connection, state),
            ToText::Leave { connection } => self.leave(connection),
            ToText::Note(note) => self.note(note, ctx),
            ToText::SeenElsewhere { node, connection, user, state } => {
                self.seen_elsewhere(node, connection, user, state);
            }
            ToText::NodeGone(node) => self.node_gone(node),
            ToText::CheckUser(user) => {
                if self.members.values().any(|member| member.user == user) {
                    self.check_rights(vec![user], ctx, |_, _| {});
                }
            }
            ToText::Head(head) => self.head(head, ctx),
            ToText::Write(reply) => {
                self.writers.push(reply);
                self.open_and_write(ctx);
            }
            ToText::Restore(restore) => self.restore(restore, ctx),
        }
    }
}

/// A message to itself: store the waiting updates.
#[derive(actix::Message)]
#[rtype(result = "()")]
pub(super) struct Flush;

impl Handler<Flush> for TextActor {
    type Result = ();
    fn handle(&mut self, _: Flush, ctx: &mut Self::Context) {
        self.flush_is_planned = false;
        self.flush(ctx);
    }
}

impl Handler<StopNow> for TextActor {
    type Result = ();
    fn handle(&mut self, _: StopNow, ctx: &mut Self::Context) {
        ctx.stop();
    }
}
