//! The actor: turns messages into inputs of the core.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use actix::{Actor, ActorContext, AsyncContext, Context, Handler, Recipient};

use super::{figures::TextFigures, host::NodeHost, question::Place};
use crate::{
    actor::messages::{FromText, StopNow, TextJoin, TextRestoring, ToText},
    bus::Bus,
    domain::ids::{TicketId, WorkspaceId},
    journal::Journal,
    text::{Input, Join, Restoring, TextCore, TextTimes},
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
    pub(super) core: TextCore<NodeHost>,
    pub(super) host: NodeHost,
    pub(super) place: Place,
    pub(super) generation: u64,
    pub(super) parent: Recipient<FromText>,
    pub(super) bus: Arc<dyn Bus>,
    pub(super) figures: Arc<TextFigures>,
    times: TextTimes,
}

impl TextActor {
    pub(in crate::actor) fn new(options: TextOptions) -> Self {
        let TextOptions { workspace, ticket, generation, parent, journal, bus, figures, times } = options;
        figures.open.fetch_add(1, Ordering::Relaxed);
        let host = NodeHost::new();
        Self {
            core: TextCore::new(ticket, times, &host),
            host,
            place: Place { journal, workspace, ticket },
            generation,
            parent,
            bus,
            figures,
            times,
        }
    }
}

fn input_of(message: ToText) -> Input<NodeHost> {
    match message {
        ToText::Join(TextJoin { connection, user, hub, epoch, state_vector }) => {
            Input::Join(Join { connection, user, hub, epoch, state_vector })
        }
        ToText::Update { connection, number, update } => Input::Update { connection, number, update },
        ToText::Awareness { connection, state } => Input::Awareness { connection, state },
        ToText::Leave { connection } => Input::Leave { connection },
        ToText::Note(note) => Input::Note(note),
        ToText::SeenElsewhere { node, connection, user, state } => {
            Input::SeenElsewhere { node, connection, user, state }
        }
        ToText::NodeGone(node) => Input::NodeGone(node),
        ToText::CheckUser(user) => Input::CheckUser(user),
        ToText::Head(head) => Input::Head(head),
        ToText::Write(reply) => Input::Write(reply),
        ToText::Restore(TextRestoring { user, narrowing, text, at, reply }) => {
            Input::Restore(Restoring { user, narrowing, text, at, reply })
        }
    }
}

impl Actor for TextActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(16_384);
        ctx.run_interval(self.times.tick, |actor, ctx| {
            actor.core.tick(&actor.host);
            actor.perform(ctx);
        });
    }

    /// Also runs after a panic: the sockets must not wait for a text that is gone.
    fn stopped(&mut self, ctx: &mut Self::Context) {
        self.core.stop(&self.host);
        self.perform(ctx);
        self.figures.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Handler<ToText> for TextActor {
    type Result = ();
    fn handle(&mut self, message: ToText, ctx: &mut Self::Context) {
        self.core.take(input_of(message), &self.host);
        self.perform(ctx);
    }
}

/// A message to itself: store the waiting updates.
#[derive(actix::Message)]
#[rtype(result = "()")]
pub(super) struct Flush;

impl Handler<Flush> for TextActor {
    type Result = ();
    fn handle(&mut self, _: Flush, ctx: &mut Self::Context) {
        self.core.flush(&self.host);
        self.perform(ctx);
    }
}

impl Handler<StopNow> for TextActor {
    type Result = ();
    fn handle(&mut self, _: StopNow, ctx: &mut Self::Context) {
        ctx.stop();
    }
}
