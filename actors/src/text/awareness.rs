//! Carets and selections of people. They are never stored, and only those of editors are sent.

use bytes::Bytes;
use uuid::Uuid;

use super::{effect::Effect, host::Host, member::Elsewhere, sockets::SOCKETS, state::TextCore};
use crate::{domain::ids::UserId, wire::TextAnswer};

impl<H: Host> TextCore<H> {
    pub(super) fn aware(&mut self, connection: Uuid, state: Bytes) {
        let Some(member) = self.members.get_mut(&connection).filter(|member| member.may_edit()) else { return };
        member.state = state.clone();
        let user = member.user;
        self.tell_seen(connection, user, &state);
    }

    pub(super) fn tell_seen(&mut self, connection: Uuid, user: UserId, state: &Bytes) {
        self.show(connection, user, state);
        self.emit(Effect::PublishSeen { connection, user, state: state.clone() });
    }

    fn show(&mut self, connection: Uuid, user: UserId, state: &Bytes) {
        if let Some(scope) = self.open.as_ref().map(|open| open.scope) {
            let frame = TextAnswer::Seen { connection, user, state }.encode(self.ticket);
            self.send_to_others(Some(connection), scope, &frame, None);
        }
    }

    /// Shows a new socket who is here already.
    pub(super) fn show_others(&mut self, to: Uuid) {
        let Some(scope) = self.open.as_ref().map(|open| open.scope) else { return };
        let here = self.members.iter().map(|(connection, member)| (*connection, member.user, &member.state));
        let elsewhere = self.elsewhere.iter().map(|(connection, there)| (*connection, there.user, &there.state));
        let others = here.chain(elsewhere).filter(|(connection, _, state)| *connection != to && !state.is_empty());
        let frames: Vec<Bytes> = others
            .map(|(connection, user, state)| TextAnswer::Seen { connection, user, state }.encode(self.ticket))
            .collect();
        for frame in frames {
            self.send_to(to, Some(scope), frame);
        }
    }

    pub(super) fn seen_elsewhere(&mut self, node: Uuid, connection: Uuid, user: UserId, state: Bytes) {
        if state.is_empty() {
            self.elsewhere.remove(&connection);
        } else if self.elsewhere.len() < SOCKETS || self.elsewhere.contains_key(&connection) {
            self.elsewhere.insert(connection, Elsewhere { node, user, state: state.clone() });
        }
        self.show(connection, user, &state);
    }

    pub(super) fn node_gone(&mut self, node: Uuid) {
        let gone = self.elsewhere.iter().filter(|(_, there)| there.node == node);
        let gone: Vec<(Uuid, UserId)> = gone.map(|(connection, there)| (*connection, there.user)).collect();
        for (connection, user) in gone {
            self.elsewhere.remove(&connection);
            self.show(connection, user, &Bytes::new());
        }
    }
}
