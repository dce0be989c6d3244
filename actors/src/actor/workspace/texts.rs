//! The texts of a workspace that are on stage, and the sockets that have joined them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actix::Addr;
use uuid::Uuid;

use crate::{
    actor::{
        messages::{StopNow, ToText},
        text::{TextActor, TextFigures},
    },
    domain::ids::{TicketId, UserId},
    text::TextTimes,
};

/// A text on stage.
pub(super) struct TextOnStage {
    pub addr: Addr<TextActor>,
    pub generation: u64,
    /// The number of messages that were sent to it.
    pub sent: u64,
}

/// The texts on stage. Only this holds their addresses, so a text leaves the stage without losing a message.
pub(super) struct Texts {
    pub on_stage: HashMap<TicketId, TextOnStage>,
    /// The texts that each socket has joined.
    pub joined: HashMap<Uuid, HashSet<TicketId>>,
    pub generation: u64,
    pub reading_heads: bool,
    pub figures: Arc<TextFigures>,
    pub times: TextTimes,
}

impl Texts {
    pub(super) fn new(figures: Arc<TextFigures>, times: TextTimes) -> Self {
        Self { on_stage: HashMap::new(), joined: HashMap::new(), generation: 0, reading_heads: false, figures, times }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.on_stage.is_empty()
    }

    /// Sends to a text, if it is on stage.
    pub(super) fn send(&mut self, ticket: TicketId, message: ToText) {
        if let Some(text) = self.on_stage.get_mut(&ticket) {
            text.sent += 1;
            text.addr.do_send(message);
        }
    }

    fn send_all(&mut self, message: impl Fn() -> ToText) {
        for text in self.on_stage.values_mut() {
            text.sent += 1;
            text.addr.do_send(message());
        }
    }

    pub(super) fn check_user(&mut self, user: UserId) {
        self.send_all(|| ToText::CheckUser(user));
    }

    pub(super) fn node_gone(&mut self, node: Uuid) {
        self.send_all(|| ToText::NodeGone(node));
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        for ticket in self.joined.remove(&connection).unwrap_or_default() {
            self.send(ticket, ToText::Leave { connection });
        }
    }

    pub(super) fn stop_all(&mut self) {
        for (_, text) in self.on_stage.drain() {
            text.addr.do_send(StopNow);
        }
    }

    pub(super) fn remove(&mut self, ticket: TicketId) {
        if let Some(text) = self.on_stage.remove(&ticket) {
            text.addr.do_send(StopNow);
        }
        self.joined.retain(|_, tickets| {
            tickets.remove(&ticket);
            !tickets.is_empty()
        });
    }
}
