//! Frames to the sockets of a text.

use bytes::Bytes;
use uuid::Uuid;

use super::{
    effect::{Effect, Sent},
    host::Host,
    state::TextCore,
};
use crate::{
    domain::ids::ScopeId,
    wire::{TextAnswer, TextCode},
};

impl<H: Host> TextCore<H> {
    /// Sends a frame to one socket.
    pub(super) fn send_to(&mut self, connection: Uuid, scope: Option<ScopeId>, frame: Bytes) {
        if let Some(member) = self.members.get(&connection) {
            let hub = member.hub.clone();
            self.emit(Effect::Send(hub, Sent { scope, to: vec![connection], frame, instead: None }));
        }
    }

    /// Sent in place of a frame to a socket that does not follow the scope of the ticket yet: its page joins again.
    pub(super) fn come_again(&self) -> Bytes {
        TextAnswer::Left { code: TextCode::Unavailable, wait_ms: 1_000 }.encode(self.ticket)
    }

    /// Sends an update to all sockets but one.
    pub(super) fn send_update(&mut self, but: Option<Uuid>, scope: ScopeId, update: &[u8]) {
        let frame = TextAnswer::Updated(update).encode(self.ticket);
        let instead = Some(self.come_again());
        self.send_to_others(but, scope, &frame, instead);
    }

    /// Sends a frame to all sockets but one. Only followers of the scope get it.
    pub(super) fn send_to_others(&mut self, but: Option<Uuid>, scope: ScopeId, frame: &Bytes, instead: Option<Bytes>) {
        let mut by_hub: Vec<(H::Hub, Vec<Uuid>)> = Vec::new();
        for (connection, member) in self.members.iter().filter(|(connection, _)| Some(**connection) != but) {
            match by_hub.iter_mut().find(|(hub, _)| *hub == member.hub) {
                Some((_, to)) => to.push(*connection),
                None => by_hub.push((member.hub.clone(), vec![*connection])),
            }
        }
        for (hub, to) in by_hub {
            let sent = Sent { scope: Some(scope), to, frame: frame.clone(), instead: instead.clone() };
            self.emit(Effect::Send(hub, sent));
        }
    }

    pub(super) fn send_all_away(&mut self, code: TextCode, wait_ms: u32) {
        for connection in self.members.keys().copied().collect::<Vec<_>>() {
            self.send_away(connection, code, wait_ms);
        }
    }

    pub(super) fn send_away(&mut self, connection: Uuid, code: TextCode, wait_ms: u32) {
        self.send_to(connection, None, TextAnswer::Left { code, wait_ms }.encode(self.ticket));
        self.leave(connection);
    }
}
