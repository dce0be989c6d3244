//! Who is here. Never stored; gathered, and told at most ten times a second.

use std::collections::{HashMap, HashSet};
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
    /// Who wants to hear of a ticket's room without the delay of a full house.
    watchers: HashMap<TicketId, HashSet<Uuid>>,
    changed: bool,
    /// A change in a watched room waits.
    urgent: bool,
}

/// At most ten frames a second to a socket (PR2).
const AT_ONCE: Duration = Duration::from_millis(100);
/// A socket watches at most so many tickets.
const WATCHED: usize = 64;

impl Presence {
    pub(super) fn arrive(&mut self, connection: Uuid, user_id: UserId, since: Instant) {
        let member =
            PresenceMember { connection, user_id, ticket_id: None, field: None, state: PresenceState::Viewing, since };
        self.members.insert(connection, member);
        self.changed = true;
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        self.changed |= self.members.remove(&connection).is_some();
        self.watchers.retain(|_, watching| {
            watching.remove(&connection);
            !watching.is_empty()
        });
    }

    pub(super) fn watch(&mut self, connection: Uuid, ticket: TicketId, on: bool) {
        let watched = self.watchers.values().filter(|watching| watching.contains(&connection)).count();
        if on && self.members.contains_key(&connection) && watched < WATCHED {
            self.watchers.entry(ticket).or_default().insert(connection);
        } else if let Some(watching) = self.watchers.get_mut(&ticket) {
            watching.remove(&connection);
            if watching.is_empty() {
                self.watchers.remove(&ticket);
            }
        }
    }

    pub(super) fn update(&mut self, connection: Uuid, update: PresenceUpdate, at: Instant) {
        let Some(member) = self.members.get_mut(&connection) else { return };
        let field = update.field.filter(|field| field.len() <= 64);
        if (member.ticket_id, &member.field, member.state) != (update.ticket_id, &field, update.state) {
            let rooms = [member.ticket_id, update.ticket_id];
            self.urgent |= rooms.iter().flatten().any(|room| self.watchers.contains_key(room));
            member.ticket_id = update.ticket_id;
            member.field = field;
            member.state = update.state;
            member.since = at;
            self.changed = true;
        }
    }

    /// When the next frame is due, if anything is to be told: a full room costs its square, so it waits longer.
    pub(super) fn due(&self) -> Option<Duration> {
        let room = Duration::from_millis(2 * self.members.len() as u64);
        self.changed.then_some(if self.urgent { AT_ONCE } else { AT_ONCE + room })
    }

    /// The frame for everybody, if anything has changed. A ticket that not everybody may see is not named.
    pub(super) fn frame(&mut self, shared: impl Fn(TicketId) -> Option<ScopeId>, home: ScopeId) -> Option<ByteString> {
        self.urgent = false;
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
