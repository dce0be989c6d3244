//! The actor: its state, and the messages that it receives.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorContext, AsyncContext, Context, Handler, Recipient, SpawnHandle};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{
    board::PresenceBoard,
    host::{Tickets, Tools, WorkspaceOptions},
    texts::Texts,
};
use crate::{
    actor::messages::{
        FromNode, FromWorkspace, FromWorkspaceKind, JoinRequest, Leave, StopNow, TicketIdle, ToHub, ToWorkspace,
    },
    bus::{Bus, BusMessage},
    domain::{
        ids::{UserId, WorkspaceId},
        refusal::Refusal,
    },
    workspace::{Effect, Join, QUEUED_COMMANDS, WorkspaceCore},
};

/// A workspace leaves the stage after this many ticks without work.
const IDLE_TICKS: u32 = 30;
/// How often the database is asked where the open texts stand (TX15).
const TEXT_HEADS: Duration = Duration::from_secs(1);

/// A hub with its number of sockets of this workspace.
pub(super) struct HubOfSockets {
    pub hub: Recipient<ToHub>,
    pub sockets: usize,
}

pub(in crate::actor) struct WorkspaceActor {
    pub(super) id: WorkspaceId,
    generation: u64,
    pub(super) registry: Recipient<FromWorkspace>,
    pub(super) bus: Arc<dyn Bus>,
    pub(super) tools: Tools,
    pub(super) core: WorkspaceCore<Tools>,
    /// Kept for its capacity, so that no list is allocated for each message.
    spare_effects: Vec<Effect<Tools>>,
    /// Messages that came before the workspace was loaded.
    early: Vec<ToWorkspace>,
    pub(super) hubs: HashMap<usize, HubOfSockets>,
    /// Connections with the number of their hub.
    pub(super) sockets: HashMap<Uuid, (usize, UserId)>,
    pub(super) presence: PresenceBoard,
    pub(super) texts: Texts,
    pub(super) gap_timer: Option<SpawnHandle>,
    quiet: Vec<oneshot::Sender<()>>,
    /// How many messages of this node were received.
    received: u64,
    idle: Duration,
    idle_ticks: u32,
}

impl WorkspaceActor {
    pub(in crate::actor) fn new(options: WorkspaceOptions) -> Self {
        let WorkspaceOptions {
            id,
            generation,
            registry,
            journal,
            bus,
            bandwidth,
            clock,
            idle,
            text_figures,
            text_times,
        } = options;
        Self {
            id,
            generation,
            registry,
            bus,
            tools: Tools { workspace: id, journal, clock, tickets: Tickets::default() },
            core: WorkspaceCore::new(id),
            spare_effects: Vec::new(),
            early: Vec::new(),
            hubs: HashMap::new(),
            sockets: HashMap::new(),
            presence: PresenceBoard::new(bandwidth),
            texts: Texts::new(text_figures, text_times),
            gap_timer: None,
            quiet: Vec::new(),
            received: 0,
            idle,
            idle_ticks: 0,
        }
    }

    /// Performs effects until the core has no more.
    pub(super) fn perform(&mut self, ctx: &mut Context<Self>) {
        let mut effects = std::mem::take(&mut self.spare_effects);
        loop {
            self.core.swap_effects(&mut effects);
            if effects.is_empty() {
                break;
            }
            for effect in effects.drain(..) {
                self.perform_one(effect, ctx);
            }
        }
        self.spare_effects = effects;
        if !self.quiet.is_empty() && self.core.is_quiet() {
            for reply in self.quiet.drain(..) {
                let _ = reply.send(());
            }
        }
    }

    fn receive(&mut self, message: ToWorkspace, ctx: &mut Context<Self>) {
        match message {
            ToWorkspace::Submit { order, reply } => self.core.submit(order, reply, &self.tools),
            ToWorkspace::Enter { user, reply } => self.core.enter(user, reply),
            ToWorkspace::Join(mut request) => {
                let (connection, user) = (request.entry.connection, request.entry.user);
                let cursors = std::mem::take(&mut request.cursors);
                self.core.join(Join { connection, user, cursors, socket: request });
            }
            ToWorkspace::Leave { connection } => {
                self.leave(connection);
                self.plan_presence(ctx);
            }
            ToWorkspace::Watch { connection, ticket, on } => self.presence.people.watch(connection, ticket, on),
            ToWorkspace::Presence { connection, update } => {
                self.presence.people.update(connection, update, self.tools.clock.now());
                self.plan_presence(ctx);
            }
            ToWorkspace::FromNode(FromNode { node, message, .. }) => self.receive_from_node(node, message, ctx),
            ToWorkspace::Text { connection, frame } => self.text(connection, frame, ctx),
            ToWorkspace::WriteText { ticket, reply } => self.write_text(ticket, reply, ctx),
            ToWorkspace::RestoreText { ticket, restore } => self.restore_text(ticket, restore, ctx),
            ToWorkspace::Missed => self.ask_who_is_present(ctx),
            ToWorkspace::NodeGone(node) => {
                self.presence.people.forget(node);
                self.texts.node_gone(node);
                self.plan_presence(ctx);
            }
            ToWorkspace::Heads(heads) => self.core.heads(heads),
            ToWorkspace::Quiet(reply) => self.quiet.push(reply),
        }
    }

    fn receive_from_node(&mut self, node: Uuid, message: BusMessage, ctx: &mut Context<Self>) {
        match message {
            BusMessage::Advanced { scope, epoch, from, to, commons, events, .. } => {
                self.core.advanced(scope, epoch, (from, to), commons, events, &self.tools);
            }
            BusMessage::Present { members, .. } => self.presence_of_node(node, members, ctx),
            BusMessage::WhoIsPresent { .. } => {
                self.presence.people.repeat_to_other_nodes();
                self.plan_presence(ctx);
            }
            message @ (BusMessage::Text(_) | BusMessage::TextSeen { .. }) => self.text_of_node(node, message),
            BusMessage::SessionEnded { .. } | BusMessage::Alive { .. } | BusMessage::Goodbye => {}
        }
    }

    fn leave(&mut self, connection: Uuid) {
        self.core.leave(connection);
        self.texts.leave(connection);
        self.presence.people.leave(connection);
        if let Some((place, _)) = self.sockets.remove(&connection)
            && let Some(hub) = self.hubs.get_mut(&place)
        {
            // If the socket's own `Leave` reached the hub before the welcome, the hub still holds the socket. This
            // `Leave` is sent after the welcome.
            hub.hub.do_send(ToHub::Leave(Leave { connection }));
            hub.sockets -= 1;
            if hub.sockets == 0 {
                self.hubs.remove(&place);
            }
        }
    }

    /// Handles the messages that came before the workspace was loaded.
    pub(super) fn receive_early(&mut self, ctx: &mut Context<Self>) {
        for message in std::mem::take(&mut self.early) {
            self.receive(message, ctx);
        }
    }

    /// Refuses the messages that came before the workspace could be loaded.
    pub(super) fn refuse_early(&mut self, retry_after_ms: u64) {
        for message in std::mem::take(&mut self.early) {
            refuse(message, retry_after_ms);
        }
    }

    fn tick(&mut self) {
        let at_work = self.core.is_busy() || !self.sockets.is_empty() || !self.texts.is_empty();
        if at_work && !self.core.is_missing() {
            self.idle_ticks = 0;
            return;
        }
        self.idle_ticks += 1;
        if self.core.is_missing() || self.idle_ticks >= IDLE_TICKS {
            let (generation, received) = (self.generation, self.received);
            let kind = FromWorkspaceKind::Passivate { generation, received };
            self.registry.do_send(FromWorkspace { id: self.id, kind });
        }
    }

    pub(super) fn stop_tickets(&self) {
        for ticket in self.tools.tickets.borrow_mut().drain() {
            ticket.do_send(StopNow);
        }
    }
}

/// Refuses a message to its sender. Returns the message if no sender waits.
fn refuse(message: ToWorkspace, retry_after_ms: u64) -> Option<ToWorkspace> {
    let refusal = Refusal::away(retry_after_ms);
    match message {
        ToWorkspace::Submit { reply, .. } => drop(reply.send(Err(refusal))),
        ToWorkspace::Enter { reply, .. } => drop(reply.send(Err(refusal))),
        ToWorkspace::Join(request) => {
            let JoinRequest { reply, .. } = *request;
            drop(reply.send(Err(refusal)));
        }
        other => return Some(other),
    }
    None
}

impl Actor for WorkspaceActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(16_384);
        self.perform(ctx);
        ctx.run_interval(TEXT_HEADS, |actor, ctx| actor.read_text_heads(ctx));
        ctx.run_interval(self.idle / IDLE_TICKS, |actor, _| actor.tick());
        self.keep_presence(ctx);
    }

    /// Also runs after a panic. The workspace actor that is then started does not know these sockets, so they would get
    /// no more events. A workspace that leaves the stage when idle has no sockets.
    fn stopped(&mut self, _: &mut Self::Context) {
        self.texts.stop_all();
        self.restart_all_sockets();
    }
}

impl Handler<ToWorkspace> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, message: ToWorkspace, ctx: &mut Self::Context) {
        if message.is_of_this_node() {
            self.received += 1;
            self.idle_ticks = 0;
        }
        if self.core.is_blank() {
            let message = match self.core.retry_after_ms(&self.tools) {
                Some(retry_after_ms) => refuse(message, retry_after_ms),
                None => Some(message),
            };
            // Early messages are no longer in the mailbox, so they need a limit of their own.
            if self.early.len() < QUEUED_COMMANDS {
                self.early.extend(message);
            }
            return;
        }
        self.receive(message, ctx);
        self.perform(ctx);
    }
}

impl Handler<TicketIdle> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, message: TicketIdle, _: &mut Self::Context) {
        let TicketIdle { id, generation } = message;
        if let Some(ticket) = self.tools.tickets.borrow_mut().remove_generation(id, generation) {
            ticket.do_send(StopNow);
        }
    }
}

impl Handler<StopNow> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, _: StopNow, ctx: &mut Self::Context) {
        self.stop_tickets();
        self.texts.stop_all();
        ctx.stop();
    }
}
