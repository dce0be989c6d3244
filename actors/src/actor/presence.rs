//! Who is here. Never stored; gathered, and told at most ten times a second.

use std::collections::HashMap;
use std::time::Duration;

use bytestring::ByteString;
use uuid::Uuid;

use crate::{
    domain::{
        date::Instant,
        ids::{ScopeId, TicketId, UserId},
    },
    wire::{NodeFrame, PresenceMember, PresenceState, PresenceUpdate},
};

/// The people on a workspace's sockets.
#[derive(Default)]
pub(super) struct Presence {
    members: HashMap<Uuid, PresenceMember>,
    changed: bool,
}

impl Presence {
    pub(super) fn arrive(&mut self, connection: Uuid, user_id: UserId, since: Instant) {
        let member =
            PresenceMember { connection, user_id, ticket_id: None, field: None, state: PresenceState::Viewing, since };
        self.members.insert(connection, member);
        self.changed = true;
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        self.changed |= self.members.remove(&connection).is_some();
    }

    pub(super) fn update(&mut self, connection: Uuid, update: PresenceUpdate, at: Instant) {
        let Some(member) = self.members.get_mut(&connection) else { return };
        let field = update.field.filter(|field| field.len() <= 64);
        if (member.ticket_id, &member.field, member.state) != (update.ticket_id, &field, update.state) {
            member.ticket_id = update.ticket_id;
            member.field = field;
            member.state = update.state;
            member.since = at;
            self.changed = true;
        }
    }

    /// How often changes are told: a full room costs its square.
    pub(super) fn pace(&self) -> Duration {
        Duration::from_millis(100 + 2 * self.members.len() as u64)
    }

    /// The frame for everybody, if anything has changed. A ticket that not everybody may see is not named.
    pub(super) fn frame(&mut self, shared: impl Fn(TicketId) -> Option<ScopeId>, home: ScopeId) -> Option<ByteString> {
        if !std::mem::take(&mut self.changed) {
            return None;
        }
        let mut members: Vec<PresenceMember> = self.members.values().cloned().collect();
        for member in &mut members {
            if member.ticket_id.is_some_and(|id| shared(id) != Some(home)) {
                member.ticket_id = None;
                member.field = None;
            }
        }
        members.sort_by_key(|member| (member.since, member.connection));
        Some(NodeFrame::Presence { members }.encode())
    }
}
