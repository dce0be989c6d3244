use super::schedule::AT_ONCE;
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

/// The time of the next frame.
fn next_turn(presence: &mut Presence, now: Tick) -> Tick {
    presence.plan(now).expect("something to tell")
}

/// How many people the next frame for all sockets names; `None` if no such frame is due. All people may see every
/// ticket.
fn shown(presence: &mut Presence) -> Option<usize> {
    let at = presence.plan(Tick::now())?;
    let frame = presence.people(1, |_| Some(HOME.scope())).frame(|_| true);
    let named = frame.matches("\"connection\"").count();
    (presence.audience(at)? == Audience::AllSockets).then_some(named)
}

/// The list that other nodes get when it is due.
fn sent(presence: &mut Presence, shared: impl Fn(TicketId) -> Option<ScopeId>) -> Option<Vec<PresenceMember>> {
    presence.plan(Tick::now())?;
    presence.tell(Tick::now() + Duration::from_secs(60), shared)
}

#[test]
fn pr1_people_of_another_node_are_shown_until_its_next_list_its_goodbye_or_its_silence() {
    let start = Tick::now();
    let [one, other] = [Uuid::from_u128(10), Uuid::from_u128(11)];
    let mut presence = Presence::default();
    presence.take(one, vec![member(1, None), member(2, None)], start);
    presence.take(other, vec![member(3, None)], start);
    assert_eq!(shown(&mut presence), Some(3));
    presence.take(one, vec![member(1, None), member(2, None)], start);
    assert_eq!(shown(&mut presence), None, "the same list again sends no frame");
    presence.take(one, vec![member(2, None)], start);
    assert_eq!(shown(&mut presence), Some(2));
    presence.forget(one);
    assert_eq!(shown(&mut presence), Some(1));
    presence.drop_expired(start + VALID_FOR / 2);
    assert_eq!(shown(&mut presence), None);
    presence.drop_expired(start + VALID_FOR);
    assert_eq!(shown(&mut presence), Some(0));
}

#[test]
fn pr1_people_of_a_lost_node_are_gone_in_time_also_in_a_crowd_and_one_lost_message_hides_no_person() {
    assert!(VALID_FOR + EXPIRY_CHECK_INTERVAL + LONGEST <= Duration::from_secs(15));
    assert!(VALID_FOR > 2 * REPEAT_INTERVAL + AT_ONCE + GATHER_FOR_OTHERS * MAX_NAMED as u32);
}

#[test]
fn other_nodes_get_the_people_here_and_changes_but_not_their_own_people() {
    let shared = |_| Some(HOME.scope());
    let mut presence = Presence::default();
    presence.take(Uuid::from_u128(10), vec![member(1, None)], Tick::now());
    presence.repeat_to_other_nodes();
    assert_eq!(sent(&mut presence, shared), None, "no person is here");
    let here = Uuid::from_u128(7);
    presence.arrive(here, UserId(here), Instant::new(OffsetDateTime::UNIX_EPOCH));
    let members = sent(&mut presence, shared).expect("news");
    assert_eq!(members.iter().map(|it| it.connection).collect::<Vec<_>>(), vec![here]);
    assert_eq!(sent(&mut presence, shared), None);
    presence.leave(here);
    assert_eq!(sent(&mut presence, shared), Some(Vec::new()));
}

#[test]
fn pr2_a_watcher_of_a_room_is_told_of_it_while_a_crowd_waits() {
    let [here, watcher] = [Uuid::from_u128(7), Uuid::from_u128(8)];
    let start = Tick::now();
    let mut presence = Presence::default();
    for connection in [here, watcher] {
        presence.arrive(connection, UserId(connection), Instant::new(OffsetDateTime::UNIX_EPOCH));
    }
    presence.watch(watcher, ROOM, true);
    let at = next_turn(&mut presence, start);
    assert_eq!(presence.audience(at), Some(Audience::AllSockets));
    let booked = Duration::from_secs(3);
    let rest = at + booked;
    presence.rest(&Audience::AllSockets, booked, at);
    sent(&mut presence, |_| None);

    let editing = PresenceUpdate { ticket_id: Some(ROOM), field: None, state: PresenceState::Editing };
    presence.update(here, editing, Instant::new(OffsetDateTime::UNIX_EPOCH));
    sent(&mut presence, |_| None);
    let soon = next_turn(&mut presence, at);
    assert!(soon < rest);
    assert_eq!(presence.audience(soon), Some(Audience::Watchers(HashSet::from([watcher]))));
    assert_eq!(next_turn(&mut presence, soon), rest);
    assert_eq!(presence.audience(rest), Some(Audience::AllSockets));
    assert_eq!(presence.plan(rest), None);
}

#[test]
fn a_change_in_a_watched_room_is_due_for_its_watchers_from_this_node_and_from_others() {
    let [node, here, watcher] = [10, 7, 8].map(Uuid::from_u128);
    let at = Instant::new(OffsetDateTime::UNIX_EPOCH);
    let mut presence = Presence::default();
    presence.arrive(here, UserId(here), at);
    presence.arrive(watcher, UserId(watcher), at);
    presence.watch(watcher, ROOM, true);
    let changed_rooms = |presence: &mut Presence| !std::mem::take(&mut presence.changed_rooms).is_empty();
    presence.take(node, vec![member(1, None)], Tick::now());
    assert!(!changed_rooms(&mut presence), "the room is empty");
    presence.take(node, vec![member(1, None), member(2, Some(ROOM))], Tick::now());
    assert!(changed_rooms(&mut presence), "a person at another node has come in");
    presence.take(node, vec![member(2, Some(ROOM))], Tick::now());
    assert!(!changed_rooms(&mut presence), "a person who was not in the room has gone");
    presence.take(node, Vec::new(), Tick::now());
    assert!(changed_rooms(&mut presence), "a person at another node has left the room");
    presence.update(here, PresenceUpdate { ticket_id: Some(ROOM), field: None, state: PresenceState::Typing }, at);
    assert!(changed_rooms(&mut presence), "a person at this node has come in");
    presence.leave(here);
    assert!(changed_rooms(&mut presence), "and has left");
}

#[test]
fn pr2_the_pause_grows_with_the_crowd_and_never_beyond_what_pr1_allows() {
    let start = Tick::now();
    for (people, rest) in [(1, AT_ONCE), (100, Duration::from_millis(300)), (10_000, LONGEST)] {
        let mut presence = Presence::default();
        presence.take(Uuid::from_u128(10), (1..=people).map(|n| member(n, None)).collect(), start);
        let at = next_turn(&mut presence, start);
        assert_eq!((at, presence.audience(at)), (start + AT_ONCE, Some(Audience::AllSockets)));
        presence.rest(&Audience::AllSockets, Duration::ZERO, at);
        presence.take(Uuid::from_u128(11), vec![member(0, None)], at);
        assert_eq!(next_turn(&mut presence, at), at + rest);
    }
}

#[test]
fn pr2_in_a_crowd_the_frame_names_the_people_whose_place_changed_last() {
    let shared = |_| Some(HOME.scope());
    let at = |seconds| Instant::new(OffsetDateTime::UNIX_EPOCH + Duration::from_secs(seconds));
    let mut presence = Presence::default();
    for n in 0..1_000 {
        let connection = Uuid::from_u128(u128::from(n));
        presence.arrive(connection, UserId(connection), at(n));
    }
    // The person who came first moves last.
    let first = Uuid::from_u128(0);
    let here = PresenceUpdate { ticket_id: Some(ROOM), field: None, state: PresenceState::Editing };
    presence.update(first, here, at(2_000));
    let members = sent(&mut presence, shared).expect("news");
    let named: HashSet<Uuid> = members.iter().map(|it| it.connection).collect();
    let newest = (1_000 - MAX_NAMED as u128 + 1..1_000).map(Uuid::from_u128).chain([first]).collect();
    assert_eq!(named, newest);
    assert_eq!(shown(&mut presence), Some(MAX_NAMED));
}

#[test]
fn pr2_a_frame_for_more_sockets_names_fewer_people() {
    let mut presence = Presence::default();
    presence.take(Uuid::from_u128(10), (0..1_000).map(|n| member(n, None)).collect(), Tick::now());
    let named = |ears| {
        let frame = presence.people(ears, |_| Some(HOME.scope())).frame(|_| true);
        frame.matches("\"connection\"").count()
    };
    assert_eq!([0, 1, 1_000, 2_000, 5_000, 100_000].map(named), [MAX_NAMED, MAX_NAMED, MAX_NAMED, 125, 50, 50]);
}

#[test]
fn pr1_a_ticket_that_some_may_not_see_is_named_neither_here_nor_to_other_nodes() {
    let secret = |_| None;
    let here = Uuid::from_u128(7);
    let mut presence = Presence::default();
    presence.arrive(here, UserId(here), Instant::new(OffsetDateTime::UNIX_EPOCH));
    let editing =
        PresenceUpdate { ticket_id: Some(ROOM), field: Some("title".to_owned()), state: PresenceState::Editing };
    presence.update(here, editing, Instant::new(OffsetDateTime::UNIX_EPOCH));
    presence.take(Uuid::from_u128(10), vec![member(1, Some(ROOM))], Tick::now());
    let members = sent(&mut presence, secret).expect("news");
    assert!(members.iter().all(|it| it.ticket_id.is_none() && it.field.is_none()));
    let frame = presence.people(1, secret).frame(|scope| scope == HOME.scope());
    assert!(!frame.contains(&ROOM.to_string()) && !frame.contains("title"), "{frame}");
}

#[test]
fn pr1_the_place_of_a_person_is_in_the_frames_for_followers_of_the_tickets_scope_only() {
    let list = ScopeId(Uuid::from_u128(20));
    let hidden = TicketId(Uuid::from_u128(3));
    let mut presence = Presence::default();
    presence.take(Uuid::from_u128(10), vec![member(11, Some(ROOM)), member(12, Some(hidden))], Tick::now());
    let people = presence.people(1, |ticket| Some(if ticket == hidden { list } else { HOME.scope() }));
    assert_eq!(people.scopes().len(), 2);
    for follows in [vec![], vec![HOME.scope()], vec![list], vec![list, HOME.scope()]] {
        let frame = people.frame(|scope| follows.contains(&scope));
        let named = [ROOM, hidden].map(|ticket| frame.contains(&ticket.to_string()));
        assert_eq!(named, [follows.contains(&HOME.scope()), follows.contains(&list)]);
        assert_eq!(frame.matches("\"connection\"").count(), 2, "everybody is present");
    }
}
