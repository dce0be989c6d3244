//! The binary frames of sockets, and what the texts of the workspace tell it.

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{actor::WorkspaceActor, texts::TextOnStage};
use crate::{
    actor::{
        messages::{FromText, FromTextKind, TextJoin, TextRestoring, TextTo, ToHub, ToText},
        text::{TextActor, TextOptions},
    },
    bus::{BusMessage, TextUpdates},
    domain::ids::TicketId,
    text::Note,
    wire::{TextAnswer, TextCode, TextFrame, TextRequest},
};

/// The texts that one socket may have joined.
const TEXTS_OF_A_SOCKET: usize = 16;

impl WorkspaceActor {
    /// Brings a text on stage, unless it is there.
    fn open_text(&mut self, ticket: TicketId, ctx: &mut Context<Self>) {
        // The address of a text that has failed is closed.
        if self.texts.on_stage.get(&ticket).is_some_and(|text| text.addr.connected()) {
            return;
        }
        self.texts.generation += 1;
        let generation = self.texts.generation;
        let options = TextOptions {
            workspace: self.tools.workspace,
            ticket,
            generation,
            parent: ctx.address().recipient(),
            journal: self.tools.journal.clone(),
            bus: self.bus.clone(),
            figures: self.texts.figures.clone(),
            times: self.texts.times,
        };
        let addr = TextActor::new(options).start();
        self.texts.on_stage.insert(ticket, TextOnStage { addr, generation, sent: 0 });
    }

    /// A binary frame of a socket.
    pub(super) fn text(&mut self, connection: Uuid, frame: TextFrame, ctx: &mut Context<Self>) {
        let TextFrame { ticket, is_description, request } = frame;
        let Some((place, user)) = self.sockets.get(&connection).copied() else { return };
        let Some(hub) = self.hubs.get(&place).map(|it| it.hub.clone()) else { return };
        let refuse = |number, code| {
            let frame = TextAnswer::Refused { number, code, wait_ms: 0 }.encode(ticket);
            hub.do_send(ToHub::Text(TextTo { scope: None, to: vec![connection], frame, instead: None }));
        };
        if !is_description {
            return match request {
                TextRequest::Join { .. } => refuse(0, TextCode::NotFound),
                TextRequest::Update { number, .. } => refuse(number, TextCode::NotFound),
                TextRequest::Awareness(_) | TextRequest::Leave => {}
            };
        }
        let has_joined = self.texts.joined.get(&connection).is_some_and(|it| it.contains(&ticket));
        match request {
            TextRequest::Join { epoch, state_vector } => {
                let joined = self.texts.joined.entry(connection).or_default();
                if joined.len() >= TEXTS_OF_A_SOCKET && !has_joined {
                    return refuse(0, TextCode::TooMany);
                }
                joined.insert(ticket);
                self.open_text(ticket, ctx);
                let join = TextJoin { connection, user, hub, epoch, state_vector };
                self.texts.send(ticket, ToText::Join(join));
            }
            TextRequest::Update { number, update } if has_joined => {
                self.texts.send(ticket, ToText::Update { connection, number, update });
            }
            // The text has ended, and has already sent `left` to this socket.
            TextRequest::Update { number, .. } => refuse(number, TextCode::Conflict),
            TextRequest::Awareness(state) if has_joined => {
                self.texts.send(ticket, ToText::Awareness { connection, state });
            }
            TextRequest::Leave if has_joined => {
                if let Some(joined) = self.texts.joined.get_mut(&connection) {
                    joined.remove(&ticket);
                }
                self.texts.send(ticket, ToText::Leave { connection });
            }
            TextRequest::Awareness(_) | TextRequest::Leave => {}
        }
    }

    pub(super) fn write_text(&mut self, ticket: TicketId, reply: oneshot::Sender<()>, ctx: &mut Context<Self>) {
        self.open_text(ticket, ctx);
        self.texts.send(ticket, ToText::Write(reply));
    }

    pub(super) fn restore_text(&mut self, ticket: TicketId, restore: TextRestoring, ctx: &mut Context<Self>) {
        self.open_text(ticket, ctx);
        self.texts.send(ticket, ToText::Restore(restore));
    }

    /// A message of another node about a text. A text that is not on stage reads it from the database when it opens.
    pub(super) fn text_of_node(&mut self, node: Uuid, message: BusMessage) {
        let decoded = |text: &String| BASE64_STANDARD.decode(text).ok();
        match message {
            BusMessage::Text(text) => {
                let TextUpdates { ticket, epoch, scope, first, updates, .. } = *text;
                let readable: Option<Vec<Vec<u8>>> = updates.iter().map(decoded).collect();
                let note = Note { epoch, scope, first, updates: readable.unwrap_or_default() };
                self.texts.send(ticket, ToText::Note(note));
            }
            BusMessage::TextSeen { ticket, connection, user_id, state, .. } => {
                if let Some(state) = decoded(&state) {
                    let state = state.into();
                    self.texts.send(ticket, ToText::SeenElsewhere { node, connection, user: user_id, state });
                }
            }
            _ => {}
        }
    }

    /// Reads where the open documents stand in the database.
    pub(super) fn read_text_heads(&mut self, ctx: &mut Context<Self>) {
        if self.texts.is_empty() || std::mem::replace(&mut self.texts.reading_heads, true) {
            return;
        }
        let asked: Vec<(TicketId, u64)> =
            self.texts.on_stage.iter().map(|(ticket, text)| (*ticket, text.generation)).collect();
        let tickets = asked.iter().map(|(ticket, _)| *ticket).collect();
        let (journal, workspace) = (self.tools.journal.clone(), self.tools.workspace);
        let read = async move { journal.text_heads(workspace, tickets).await };
        ctx.spawn(read.into_actor(self).map(move |heads, actor: &mut Self, _| {
            actor.texts.reading_heads = false;
            let Ok(heads) = heads else { return };
            for (ticket, generation) in asked {
                let head = heads.iter().find(|head| head.ticket == ticket).copied();
                // A text that has come back meanwhile reads the database itself.
                if actor.texts.on_stage.get(&ticket).is_some_and(|text| text.generation == generation) {
                    actor.texts.send(ticket, ToText::Head(head));
                }
            }
        }));
    }
}

impl Handler<FromText> for WorkspaceActor {
    type Result = ();
    fn handle(&mut self, message: FromText, ctx: &mut Self::Context) {
        let FromText { ticket, generation, kind } = message;
        let text = self.texts.on_stage.get(&ticket).filter(|text| text.generation == generation);
        match kind {
            // If messages are still on their way, the text stays.
            FromTextKind::Idle { received } => {
                if text.is_some_and(|text| text.sent == received) {
                    self.texts.remove(ticket);
                }
            }
            FromTextKind::Ended => {
                if text.is_some() {
                    self.texts.remove(ticket);
                }
            }
            FromTextKind::Submit { order, reply } => {
                self.core.submit(order, reply, &self.tools);
                self.perform(ctx);
            }
        }
    }
}
