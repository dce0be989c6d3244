//! Presence: the people who are connected to a workspace. Presence is never stored. Changes are collected and sent at
//! most ten times a second, and less often in a crowded workspace.

mod bandwidth;
mod people;
mod schedule;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant as Tick};

use uuid::Uuid;

pub(super) use bandwidth::Bandwidth;
pub(super) use people::People;
use schedule::{Due, LONGEST, Schedule};

use crate::{
    domain::{
        date::Instant,
        ids::{ScopeId, TicketId, UserId},
        limits,
    },
    wire::{PresenceMember, PresenceState, PresenceUpdate},
};

/// The people on a workspace's sockets, here and at other nodes.
#[derive(Default)]
pub(super) struct Presence {
    members: HashMap<Uuid, PresenceMember>,
    /// The people at each other node, as that node last sent them.
    elsewhere: HashMap<Uuid, Elsewhere>,
    /// True if the other nodes do not have the present list of people of this node yet.
    unsent: bool,
    /// The sockets that get changes in a ticket's room without the delay of a crowded workspace.
    watchers: HashMap<TicketId, HashSet<Uuid>>,
    changed: bool,
    /// Watched rooms in which presence has changed.
    changed_rooms: HashSet<TicketId>,
    schedule: Schedule,
}

/// The sockets that are due for a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Audience {
    AllSockets,
    Watchers(HashSet<Uuid>),
}

/// The people at another node.
struct Elsewhere {
    members: Vec<PresenceMember>,
    received: Tick,
}

/// The time after which a node repeats its list of people, in case the bus has lost the last one.
pub(super) const REPEAT_INTERVAL: Duration = Duration::from_secs(4);
/// A list that was not repeated for this long is stale. In this time one repetition may be lost, and the next may be
/// delayed by 0.6 s of gathering. Together with the check and the longest wait in a crowd, this stays within the 15 s
/// of PR1.
const VALID_FOR: Duration = Duration::from_secs(9);
/// How often lists are checked for being stale.
pub(super) const EXPIRY_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// A frame names at most this many people: those whose place changed last (PR2). Naming all people to all people would
/// take the square of their number: gigabytes in a workspace of 10,000, and more than an outbox holds.
const MAX_NAMED: usize = 250;
/// For more than 1,000 sockets, a frame names fewer people. This bounds the bytes of one round of frames, and the time
/// that it keeps a thread busy.
const MAX_NAMES_SENT: usize = 1_000 * MAX_NAMED;
/// A frame names at least this many people, if there are so many.
const MIN_NAMED: usize = 50;
/// After a frame for all sockets, changes are gathered for this long for each person who is here.
const GATHER: Duration = Duration::from_millis(3);
/// Changes for other nodes are gathered for this long for each person who is named.
const GATHER_FOR_OTHERS: Duration = Duration::from_millis(2);
/// A socket watches at most this many tickets.
const WATCHED: usize = 64;

impl Presence {
    pub(super) fn arrive(&mut self, connection: Uuid, user_id: UserId, since: Instant) {
        let member =
            PresenceMember { connection, user_id, ticket_id: None, field: None, state: PresenceState::Viewing, since };
        self.members.insert(connection, member);
        self.changed = true;
        self.unsent = true;
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        if let Some(member) = self.members.remove(&connection) {
            self.mark_rooms([member.ticket_id]);
            self.changed = true;
            self.unsent = true;
        }
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
        let field = update.field.filter(|field| limits::is_presence_field(field));
        if (member.ticket_id, &member.field, member.state) != (update.ticket_id, &field, update.state) {
            let rooms = [member.ticket_id, update.ticket_id];
            member.ticket_id = update.ticket_id;
            member.field = field;
            member.state = update.state;
            member.since = at;
            self.mark_rooms(rooms);
            self.changed = true;
            self.unsent = true;
        }
    }

    fn mark_rooms(&mut self, rooms: impl IntoIterator<Item = Option<TicketId>>) {
        self.changed_rooms.extend(rooms.into_iter().flatten().filter(|room| self.watchers.contains_key(room)));
    }

    /// Another node sends its people. The list replaces the earlier one of this node.
    pub(super) fn take(&mut self, node: Uuid, members: Vec<PresenceMember>, now: Tick) {
        let before = self.elsewhere.remove(&node).map_or_else(Vec::new, |it| it.members);
        if before != members {
            if !self.watchers.is_empty() {
                self.mark_rooms(
                    differing(&before, &members).filter_map(|it| it.ticket_id).map(Some).collect::<Vec<_>>(),
                );
            }
            self.changed = true;
        }
        if !members.is_empty() {
            self.elsewhere.insert(node, Elsewhere { members, received: now });
        }
    }

    /// Forgets a node that is gone, and the people on it.
    pub(super) fn forget(&mut self, node: Uuid) {
        self.changed |= self.elsewhere.remove(&node).is_some();
    }

    /// Forgets lists that were not repeated for too long.
    pub(super) fn drop_expired(&mut self, now: Tick) {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|_, it| now.saturating_duration_since(it.received) < VALID_FOR);
        self.changed |= self.elsewhere.len() != before;
    }

    /// Sends the people here to other nodes again, which may not know them. If there are none, no message is sent.
    pub(super) fn repeat_to_other_nodes(&mut self) {
        self.unsent |= !self.members.is_empty();
    }

    /// Returns when the next frame is due, or `None` if there is nothing to send.
    pub(super) fn plan(&mut self, now: Tick) -> Option<Tick> {
        if self.changed {
            self.schedule.want(Due::AllSockets, now);
        }
        if !self.changed_rooms.is_empty() {
            self.schedule.want(Due::Watchers, now);
        }
        if self.unsent {
            self.schedule.want_others(now, GATHER_FOR_OTHERS * self.members.len().min(MAX_NAMED) as u32);
        }
        self.schedule.next()
    }

    /// The sockets that are due for a frame now. Sockets that only watch a room get the people of the whole workspace
    /// too.
    pub(super) fn audience(&mut self, now: Tick) -> Option<Audience> {
        let due = self.schedule.take(now)?;
        let rooms = std::mem::take(&mut self.changed_rooms);
        match due {
            Due::AllSockets => std::mem::take(&mut self.changed).then_some(Audience::AllSockets),
            Due::Watchers => {
                let watching: HashSet<Uuid> =
                    rooms.iter().filter_map(|room| self.watchers.get(room)).flatten().copied().collect();
                (!watching.is_empty()).then_some(Audience::Watchers(watching))
            }
        }
    }

    /// Schedules the pause after a frame: its audience gets no other frame while this frame uses the bandwidth. The
    /// cost of a frame grows with the square of the number of people.
    pub(super) fn rest(&mut self, audience: &Audience, pause: Duration, now: Tick) {
        let people = self.members.len() + self.elsewhere.values().map(|it| it.members.len()).sum::<usize>();
        let gather = GATHER.saturating_mul(people.try_into().unwrap_or(u32::MAX)).min(LONGEST);
        match audience {
            Audience::AllSockets => self.schedule.rest(Due::AllSockets, now + pause.max(gather)),
            Audience::Watchers(_) => self.schedule.rest(Due::Watchers, now + pause),
        }
    }

    /// The people whom the next frame names, if it goes to this many sockets.
    pub(super) fn people(&self, sockets: usize, place: impl Fn(TicketId) -> Option<ScopeId>) -> People {
        let people = self.members.values().chain(self.elsewhere.values().flat_map(|it| &it.members));
        let named = (MAX_NAMES_SENT / sockets.max(1)).clamp(MIN_NAMED, MAX_NAMED);
        People::of(latest(people, named), place)
    }

    /// The list of people to send to other nodes now; `None` if nothing is due. Other nodes know who follows the tickets'
    /// scopes.
    pub(super) fn tell(
        &mut self,
        now: Tick,
        place: impl Fn(TicketId) -> Option<ScopeId>,
    ) -> Option<Vec<PresenceMember>> {
        let due = self.schedule.take_others(now) && std::mem::take(&mut self.unsent);
        due.then(|| People::of(latest(self.members.values(), MAX_NAMED), place).seen(|_| true))
    }
}

/// The people who are in only one of the two lists, or who have changed their place between the lists.
fn differing<'a>(
    before: &'a [PresenceMember],
    after: &'a [PresenceMember],
) -> impl Iterator<Item = &'a PresenceMember> {
    let known: HashMap<Uuid, &PresenceMember> = before.iter().map(|it| (it.connection, it)).collect();
    let kept: HashSet<Uuid> =
        after.iter().filter(|it| known.get(&it.connection) == Some(it)).map(|it| it.connection).collect();
    before.iter().chain(after).filter(move |it| !kept.contains(&it.connection))
}

/// The people whose place changed last, at most `named` of them, in no order.
fn latest<'a>(members: impl Iterator<Item = &'a PresenceMember>, named: usize) -> Vec<&'a PresenceMember> {
    let mut members: Vec<_> = members.collect();
    if members.len() > named {
        members.select_nth_unstable_by_key(named, |member| Reverse((member.since, member.connection)));
        members.truncate(named);
    }
    members
}

#[cfg(test)]
mod tests;
