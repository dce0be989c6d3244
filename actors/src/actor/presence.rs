//! Who is here. Never stored; gathered, and told at most ten times a second.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant as Tick};

use bytestring::ByteString;
use uuid::Uuid;

use crate::{
    domain::{
        date::Instant,
        ids::{ScopeId, TicketId, UserId},
    },
    wire::{NodeFrame, PresenceMember, PresenceState, PresenceUpdate},
};

/// The people on a workspace's sockets, here and at other nodes.
#[derive(Default)]
pub(super) struct Presence {
    members: HashMap<Uuid, PresenceMember>,
    /// By node, as each has last told.
    elsewhere: HashMap<Uuid, Elsewhere>,
    /// Other nodes are to be told who is here.
    untold: bool,
    /// Who wants to hear of a ticket's room without the delay of a full house.
    watchers: HashMap<TicketId, HashSet<Uuid>>,
    changed: bool,
    /// A change in a watched room waits.
    urgent: bool,
}

/// What another node has told.
struct Elsewhere {
    members: Vec<PresenceMember>,
    told: Tick,
}

/// How often a node says again who is with it: what the bus lost is made good then.
pub(super) const SAID_AGAIN: Duration = Duration::from_secs(5);
/// What has not been said again for so long no longer holds: within PR1's 15 s, whatever was lost.
const HOLDS: Duration = Duration::from_secs(12);
/// At most ten frames a second to a socket (PR2).
const AT_ONCE: Duration = Duration::from_millis(100);
/// At most so many people are named, those whose place changed last (PR2): a list of everybody for everybody is its
/// square, gigabytes in a workspace of 10,000, and longer than an outbox.
const NAMED: usize = 250;
/// A socket watches at most so many tickets.
const WATCHED: usize = 64;

impl Presence {
    pub(super) fn arrive(&mut self, connection: Uuid, user_id: UserId, since: Instant) {
        let member =
            PresenceMember { connection, user_id, ticket_id: None, field: None, state: PresenceState::Viewing, since };
        self.members.insert(connection, member);
        self.changed = true;
        self.untold = true;
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        if self.members.remove(&connection).is_some() {
            self.changed = true;
            self.untold = true;
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
        let field = update.field.filter(|field| field.len() <= 64);
        if (member.ticket_id, &member.field, member.state) != (update.ticket_id, &field, update.state) {
            let rooms = [member.ticket_id, update.ticket_id];
            self.urgent |= rooms.iter().flatten().any(|room| self.watchers.contains_key(room));
            member.ticket_id = update.ticket_id;
            member.field = field;
            member.state = update.state;
            member.since = at;
            self.changed = true;
            self.untold = true;
        }
    }

    /// Another node says who is with it, in place of what it said before.
    pub(super) fn take(&mut self, node: Uuid, members: Vec<PresenceMember>, now: Tick) {
        let before = self.elsewhere.get(&node).map_or(&[][..], |it| &it.members);
        if before != members {
            self.urgent |= !self.watchers.is_empty() && self.is_watched(before, &members);
            self.changed = true;
        }
        if members.is_empty() {
            self.elsewhere.remove(&node);
        } else {
            self.elsewhere.insert(node, Elsewhere { members, told: now });
        }
    }

    /// Whether what differs between two tellings concerns a room that somebody here watches.
    fn is_watched(&self, before: &[PresenceMember], after: &[PresenceMember]) -> bool {
        let known: HashMap<Uuid, &PresenceMember> = before.iter().map(|it| (it.connection, it)).collect();
        let kept: HashSet<Uuid> =
            after.iter().filter(|it| known.get(&it.connection) == Some(it)).map(|it| it.connection).collect();
        let differing = before.iter().chain(after).filter(|it| !kept.contains(&it.connection));
        differing.filter_map(|it| it.ticket_id).any(|room| self.watchers.contains_key(&room))
    }

    /// A node is gone, and whoever was with it.
    pub(super) fn forget(&mut self, node: Uuid) {
        self.changed |= self.elsewhere.remove(&node).is_some();
    }

    /// What was not said again for too long is forgotten, and what is so here is to be said again.
    pub(super) fn refresh(&mut self, now: Tick) {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|_, it| now.saturating_duration_since(it.told) < HOLDS);
        self.changed |= self.elsewhere.len() != before;
        self.say_again();
    }

    /// Others may not know who is here. They are right about nobody without being told.
    pub(super) fn say_again(&mut self) {
        self.untold |= !self.members.is_empty();
    }

    /// When the next frame is due, if anything is to be told: a full room costs its square, so it waits longer.
    pub(super) fn due(&self) -> Option<Duration> {
        let people = self.members.len() + self.elsewhere.values().map(|it| it.members.len()).sum::<usize>();
        let room = Duration::from_millis(2 * people as u64);
        (self.changed || self.untold).then_some(if self.urgent { AT_ONCE } else { AT_ONCE + room })
    }

    /// The frame for everybody here, if anything has changed.
    pub(super) fn frame(&mut self, shared: impl Fn(TicketId) -> Option<ScopeId>, home: ScopeId) -> Option<ByteString> {
        self.urgent = false;
        if !std::mem::take(&mut self.changed) {
            return None;
        }
        let everybody = self.members.values().chain(self.elsewhere.values().flat_map(|it| &it.members));
        let mut members = discreet(everybody, shared, home);
        members.sort_by_key(|member| (member.since, member.connection));
        Some(NodeFrame::Presence { members }.encode())
    }

    /// What other nodes are to be told of who is here, if anything.
    pub(super) fn tell(
        &mut self,
        shared: impl Fn(TicketId) -> Option<ScopeId>,
        home: ScopeId,
    ) -> Option<Vec<PresenceMember>> {
        std::mem::take(&mut self.untold).then(|| discreet(self.members.values(), shared, home))
    }
}

/// Those who are named, in no order.
fn latest<'a>(members: impl Iterator<Item = &'a PresenceMember>) -> Vec<&'a PresenceMember> {
    let mut members: Vec<_> = members.collect();
    if members.len() > NAMED {
        members.select_nth_unstable_by_key(NAMED, |member| Reverse((member.since, member.connection)));
        members.truncate(NAMED);
    }
    members
}

/// A ticket that not everybody may see is not named, nor more people than there is room for.
fn discreet<'a>(
    members: impl Iterator<Item = &'a PresenceMember>,
    shared: impl Fn(TicketId) -> Option<ScopeId>,
    home: ScopeId,
) -> Vec<PresenceMember> {
    latest(members)
        .into_iter()
        .cloned()
        .map(|mut member| {
            if member.ticket_id.is_some_and(|id| shared(id) != Some(home)) {
                member.ticket_id = None;
                member.field = None;
            }
            member
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::WorkspaceId;
    use time::OffsetDateTime;

    const HOME: WorkspaceId = WorkspaceId(Uuid::from_u128(1));
    const ROOM: TicketId = TicketId(Uuid::from_u128(2));

    fn member(connection: u128, room: Option<TicketId>) -> PresenceMember {
        PresenceMember {
            connection: Uuid::from_u128(connection),
            user_id: UserId(Uuid::from_u128(connection)),
            ticket_id: room,
            field: None,
            state: PresenceState::Viewing,
            since: Instant::new(OffsetDateTime::UNIX_EPOCH),
        }
    }

    /// The people that a frame names, where there is one; every ticket is everybody's.
    fn shown(presence: &mut Presence) -> Option<usize> {
        let frame = presence.frame(|_| Some(HOME.scope()), HOME.scope())?;
        Some(frame.matches("\"connection\"").count())
    }

    #[test]
    fn pr1_people_of_another_node_are_shown_until_it_says_otherwise_goes_or_falls_silent() {
        let start = Tick::now();
        let [one, other] = [Uuid::from_u128(10), Uuid::from_u128(11)];
        let mut presence = Presence::default();
        presence.take(one, vec![member(1, None), member(2, None)], start);
        presence.take(other, vec![member(3, None)], start);
        assert_eq!(shown(&mut presence), Some(3));
        presence.take(one, vec![member(1, None), member(2, None)], start);
        assert_eq!(shown(&mut presence), None, "the same again is no news");
        presence.take(one, vec![member(2, None)], start);
        assert_eq!(shown(&mut presence), Some(2));
        presence.forget(one);
        assert_eq!(shown(&mut presence), Some(1));
        presence.refresh(start + HOLDS / 2);
        assert_eq!(shown(&mut presence), None);
        presence.refresh(start + HOLDS);
        assert_eq!(shown(&mut presence), Some(0));
    }

    #[test]
    fn others_are_told_who_is_here_and_of_what_changes_but_not_of_themselves() {
        let shared = |_| Some(HOME.scope());
        let mut presence = Presence::default();
        presence.take(Uuid::from_u128(10), vec![member(1, None)], Tick::now());
        presence.say_again();
        assert_eq!(presence.tell(shared, HOME.scope()), None, "nobody is here");
        let here = Uuid::from_u128(7);
        presence.arrive(here, UserId(here), Instant::new(OffsetDateTime::UNIX_EPOCH));
        let told = presence.tell(shared, HOME.scope()).expect("news");
        assert_eq!(told.iter().map(|it| it.connection).collect::<Vec<_>>(), vec![here]);
        assert_eq!(presence.tell(shared, HOME.scope()), None);
        presence.leave(here);
        assert_eq!(presence.tell(shared, HOME.scope()), Some(Vec::new()));
    }

    #[test]
    fn what_happens_in_a_watched_room_at_another_node_is_shown_without_the_delay_of_a_full_house() {
        let node = Uuid::from_u128(10);
        let crowd = |room| (100..300).map(|n| member(n, room)).collect::<Vec<_>>();
        let watcher = Uuid::from_u128(7);
        let mut presence = Presence::default();
        presence.arrive(watcher, UserId(watcher), Instant::new(OffsetDateTime::UNIX_EPOCH));
        presence.watch(watcher, ROOM, true);
        presence.take(node, crowd(None), Tick::now());
        assert!(presence.due().expect("due") > AT_ONCE);
        presence.take(node, [crowd(None), vec![member(1, Some(ROOM))]].concat(), Tick::now());
        assert_eq!(presence.due(), Some(AT_ONCE));
    }

    #[test]
    fn pr2_in_a_crowd_those_are_named_whose_place_changed_last() {
        let shared = |_| Some(HOME.scope());
        let at = |seconds| Instant::new(OffsetDateTime::UNIX_EPOCH + Duration::from_secs(seconds));
        let mut presence = Presence::default();
        for n in 0..1_000 {
            let connection = Uuid::from_u128(u128::from(n));
            presence.arrive(connection, UserId(connection), at(n));
        }
        // Whoever came first moves last.
        let first = Uuid::from_u128(0);
        let here = PresenceUpdate { ticket_id: Some(ROOM), field: None, state: PresenceState::Editing };
        presence.update(first, here, at(2_000));
        let told = presence.tell(shared, HOME.scope()).expect("news");
        let named: HashSet<Uuid> = told.iter().map(|it| it.connection).collect();
        let newest = (1_000 - NAMED as u128 + 1..1_000).map(Uuid::from_u128).chain([first]).collect();
        assert_eq!(named, newest);
        assert_eq!(shown(&mut presence), Some(NAMED));
    }

    #[test]
    fn pr1_a_ticket_that_not_everybody_may_see_is_named_neither_here_nor_to_other_nodes() {
        let secret = |_| None;
        let here = Uuid::from_u128(7);
        let mut presence = Presence::default();
        presence.arrive(here, UserId(here), Instant::new(OffsetDateTime::UNIX_EPOCH));
        let editing =
            PresenceUpdate { ticket_id: Some(ROOM), field: Some("title".to_owned()), state: PresenceState::Editing };
        presence.update(here, editing, Instant::new(OffsetDateTime::UNIX_EPOCH));
        presence.take(Uuid::from_u128(10), vec![member(1, Some(ROOM))], Tick::now());
        let told = presence.tell(secret, HOME.scope()).expect("news");
        assert!(told.iter().all(|it| it.ticket_id.is_none() && it.field.is_none()));
        let frame = presence.frame(secret, HOME.scope()).expect("news");
        assert!(!frame.contains(&ROOM.to_string()) && !frame.contains("title"), "{frame}");
    }
}
