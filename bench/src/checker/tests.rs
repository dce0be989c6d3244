//! Tests of the checker: a good history holds, and each single fault breaks the invariant that it belongs to.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::check;
use crate::history::{Effect, Entry, Followed, History, Reading, Received};

const HOME: Uuid = Uuid::from_u128(1);
const EPOCH: Uuid = Uuid::from_u128(2);
const TICKET: Uuid = Uuid::from_u128(3);
const ANNE: Uuid = Uuid::from_u128(10);
const BOB: Uuid = Uuid::from_u128(11);

fn command(n: u128) -> Uuid {
    Uuid::from_u128(100 + n)
}

fn event(seq: i64) -> Received {
    Received { seq, command: command(seq as u128), sum: seq as u64 }
}

fn frame(socket: u32, from: i64, to: i64) -> Entry {
    Entry::Frame { at: 20, socket, scope: HOME, from, to, events: (from + 1..=to).map(event).collect() }
}

fn welcomed(client: u32, user: Uuid, socket: u32, from: i64, seq: i64) -> Entry {
    let scopes = vec![Followed { scope: HOME, epoch: EPOCH, seq, from, delta: true }];
    Entry::Welcomed { at: 10, client, user, socket, node: 0, scopes }
}

fn reading(seq: i64, sum: u64) -> BTreeMap<Uuid, Reading> {
    BTreeMap::from([(HOME, Reading { epoch: EPOCH, seq, sum })])
}

fn acked(n: u128, seq: i64) -> Entry {
    Entry::Acked { at: 30, client: 1, command: command(n), scope: HOME, seq }
}

fn snapshot(title: &str, comments: i64) -> Entry {
    let row: Map<String, Value> =
        json!({"title": title, "comments": comments}).as_object().cloned().unwrap_or_default();
    Entry::Snapshot { at: 50, node: 0, scopes: reading(4, 9), tickets: BTreeMap::from([(TICKET, row)]) }
}

fn journal(commands: [u128; 4]) -> Entry {
    let events = commands.into_iter().enumerate().map(|(place, n)| (place as i64 + 1, command(n))).collect();
    Entry::Journal { scope: HOME, epoch: EPOCH, head: 4, events }
}

/// Anne makes a ticket, renames it twice and comments. Bob reads, changes nodes in the middle, and is refused once.
fn good() -> Vec<Entry> {
    let set = |title: &str| Effect::Set { tickets: vec![TICKET], field: "title".into(), value: json!(title) };
    let effects = [
        Effect::Create { ticket: TICKET, title: "A".into() },
        set("B"),
        Effect::Comment { ticket: TICKET },
        set("C"),
        Effect::Other,
    ];
    let mut entries = vec![welcomed(1, ANNE, 1, 0, 0), welcomed(2, BOB, 2, 0, 0)];
    for (place, effect) in effects.into_iter().enumerate() {
        let client = if place == 4 { 2 } else { 1 };
        entries.push(Entry::Invoked { at: 11, client, command: command(place as u128 + 1), effect });
    }
    entries.extend([frame(1, 0, 2), acked(1, 1), acked(2, 2), frame(2, 0, 2)]);
    entries.push(Entry::Closed { at: 21, client: 2, socket: 2, code: None });
    entries.extend([
        welcomed(2, BOB, 3, 2, 4),
        frame(3, 2, 4),
        frame(1, 2, 3),
        frame(1, 3, 4),
        acked(3, 3),
        acked(4, 4),
    ]);
    entries.push(Entry::Refused { at: 31, client: 2, command: command(5), code: "not_found".into() });
    entries.push(Entry::Healed { at: 40 });
    for client in [1, 2] {
        entries.push(Entry::Settled { at: 45, client, scopes: reading(4, 9) });
    }
    entries.extend([snapshot("C", 1), journal([1, 2, 3, 4])]);
    entries
}

/// Changes the good history and returns the invariants that it breaks.
fn broken(change: impl FnOnce(&mut Vec<Entry>)) -> Vec<String> {
    let mut entries = good();
    change(&mut entries);
    check(&History { entries }).broken().into_iter().map(str::to_owned).collect()
}

fn replace(entries: &mut [Entry], old: &Entry, new: Entry) {
    let place = entries.iter().position(|entry| entry == old).expect("the good history has the entry");
    entries[place] = new;
}

#[test]
fn a_good_history_holds_and_its_figures_are_counted() {
    let verdict = check(&History { entries: good() });
    assert!(verdict.holds(), "{verdict}");
    let figures = verdict.figures;
    assert_eq!((figures.acked, figures.refused, figures.lost, figures.doubled), (4, 1, 0, 0));
    assert_eq!((figures.deliveries, figures.observers), (8, 3));
    assert_eq!(figures.convergence, (5, 5, 5));
    assert_eq!(figures.closes, BTreeMap::from([("cut".to_owned(), 1)]));
}

#[test]
fn inv1_an_acknowledged_edit_that_is_not_in_the_journal_is_lost() {
    assert_eq!(broken(|it| it.push(acked(77, 4))), ["INV-1"]);
}

#[test]
fn inv1_a_later_writer_whose_value_is_not_shown_is_lost() {
    assert_eq!(broken(|it| replace(it, &snapshot("C", 1), snapshot("B", 1))), ["INV-1"]);
}

#[test]
fn inv2_a_command_in_the_journal_twice_was_applied_twice() {
    let broken = broken(|it| replace(it, &journal([1, 2, 3, 4]), journal([1, 2, 3, 2])));
    assert!(broken.contains(&"INV-2".to_owned()), "{broken:?}");
}

#[test]
fn inv2_an_effect_that_shows_twice_was_applied_twice() {
    assert_eq!(broken(|it| replace(it, &snapshot("C", 1), snapshot("C", 2))), ["INV-2"]);
}

#[test]
fn inv2_two_acks_of_one_command_at_two_places_are_two_answers() {
    assert_eq!(broken(|it| it.push(acked(2, 4))), ["INV-2"]);
}

#[test]
fn inv3_a_refused_command_in_the_journal_is_a_violation() {
    let refused = Entry::Refused { at: 31, client: 1, command: command(4), code: "conflict".into() };
    assert_eq!(broken(|it| replace(it, &acked(4, 4), refused)), ["INV-3"]);
}

#[test]
fn inv4_a_frame_that_goes_back_is_an_inversion() {
    assert_eq!(broken(|it| it.push(frame(1, 2, 4))), ["INV-4"]);
}

#[test]
fn inv4_a_frame_with_a_gap_is_a_violation() {
    let holed = Entry::Frame { at: 20, socket: 3, scope: HOME, from: 2, to: 4, events: vec![event(4)] };
    assert_eq!(broken(|it| replace(it, &frame(3, 2, 4), holed)), ["INV-4"]);
}

#[test]
fn inv4_two_events_at_one_place_are_a_violation() {
    let other = Received { sum: 99, ..event(4) };
    let frame_of_another = Entry::Frame { at: 20, socket: 1, scope: HOME, from: 3, to: 4, events: vec![other] };
    assert_eq!(broken(|it| replace(it, &frame(1, 3, 4), frame_of_another)), ["INV-4"]);
}

#[test]
fn inv5_an_event_missing_in_the_journal_is_a_violation() {
    let ghost = |seq| Received { command: command(77), ..event(seq) };
    let both = |socket, from| Entry::Frame {
        at: 20,
        socket,
        scope: HOME,
        from,
        to: 4,
        events: (from + 1..=4).map(ghost).collect(),
    };
    let broken = broken(|it| {
        it.retain(|entry| *entry != frame(3, 2, 4));
        replace(it, &frame(1, 3, 4), both(1, 3));
    });
    assert_eq!(broken, ["INV-5"]);
}

#[test]
fn inv6_a_client_that_is_behind_or_ahead_has_not_converged() {
    let settled = Entry::Settled { at: 45, client: 2, scopes: reading(4, 9) };
    let behind = Entry::Settled { at: 45, client: 2, scopes: reading(3, 9) };
    let other = Entry::Settled { at: 45, client: 2, scopes: reading(4, 8) };
    assert_eq!(broken(|it| replace(it, &settled, behind)), ["INV-6"]);
    assert_eq!(broken(|it| replace(it, &settled, other)), ["INV-6"]);
}

#[test]
fn inv7_a_frame_beyond_the_cursor_leaves_a_gap() {
    assert_eq!(broken(|it| it.retain(|entry| *entry != frame(1, 2, 3))), ["INV-7"]);
}

#[test]
fn inv8_a_removed_member_receives_no_higher_seq() {
    let removed = |seq| Entry::Removed { at: 25, user: BOB, scope: HOME, seq };
    assert_eq!(broken(|it| it.push(removed(4))), Vec::<String>::new(), "the removal itself may be sent");
    assert_eq!(broken(|it| it.push(removed(3))), ["INV-8"]);
}

#[test]
fn inv8_an_ended_session_receives_nothing_after_its_time_limit() {
    let ended = |within| Entry::SessionEnded { at: 10, client: 1, within };
    assert_eq!(broken(|it| it.insert(0, ended(10))), Vec::<String>::new());
    assert_eq!(broken(|it| it.insert(0, ended(5))), ["INV-8"]);
}

#[test]
fn inv9_events_of_a_scope_that_was_not_welcomed_are_a_leak() {
    let foreign =
        Entry::Frame { at: 20, socket: 1, scope: Uuid::from_u128(55), from: 0, to: 1, events: vec![event(1)] };
    assert_eq!(broken(|it| it.push(foreign)), ["INV-9"]);
}

/// The rights of Anne, who always sees the scope, and of Bob.
fn rights(from: i64, to: Option<i64>) -> [Entry; 2] {
    let right = |user, from, to| Entry::Right { user, scope: HOME, from, to };
    [right(ANNE, 0, None), right(BOB, from, to)]
}

#[test]
fn inv8_events_after_a_right_was_lost_are_a_violation_in_each_scope() {
    assert_eq!(broken(|it| it.extend(rights(0, None))), Vec::<String>::new());
    // Bob received the fourth event, and still follows the scope in the end.
    assert_eq!(broken(|it| it.extend(rights(0, Some(3)))), ["INV-8", "INV-9"]);
    assert_eq!(broken(|it| it.extend(rights(0, Some(4)))), ["INV-9"], "the event that took the right may be sent");
}

#[test]
fn inv9_neither_a_cursor_nor_a_new_socket_begins_before_the_right_was_gained() {
    assert_eq!(broken(|it| it.extend(rights(1, None))), ["INV-9"]);
    let live = |from: i64| {
        broken(|it| {
            let scopes = vec![Followed { scope: HOME, epoch: EPOCH, seq: 0, from: 0, delta: false }];
            let welcome = Entry::Welcomed { at: 10, client: 2, user: BOB, socket: 2, node: 0, scopes };
            replace(it, &welcomed(2, BOB, 2, 0, 0), welcome);
            it.extend(rights(from, None));
        })
    };
    assert_eq!(live(0), Vec::<String>::new());
    assert_eq!(live(1), ["INV-9"]);
}

#[test]
fn inv9_a_scope_that_was_lost_on_the_socket_sends_nothing_more() {
    let unfollow = Entry::Unfollow { at: 12, socket: 1, scope: HOME };
    assert_eq!(broken(|it| it.insert(2, unfollow.clone())), ["INV-9"]);
    let follow = Entry::Follow { at: 12, socket: 1, scope: HOME, epoch: EPOCH, seq: 0 };
    assert_eq!(broken(|it| drop(it.splice(2..2, [unfollow, follow]))), Vec::<String>::new());
}

#[test]
fn inv10_a_snapshot_holds_its_readers_own_acked_edits() {
    let asked = Entry::Asked { at: 32, client: 1 };
    let adopted =
        |seq| Entry::Adopted { at: 33, client: 1, socket: 1, cursors: BTreeMap::from([(HOME, (EPOCH, seq))]) };
    assert_eq!(broken(|it| it.extend([asked.clone(), adopted(4)])), Vec::<String>::new());
    assert_eq!(broken(|it| it.extend([asked.clone(), adopted(3)])), ["INV-10"]);
    let early = |it: &mut Vec<Entry>| {
        it.insert(0, asked);
        it.push(adopted(3));
    };
    assert_eq!(broken(early), Vec::<String>::new(), "the snapshot was requested before the ack");
}

#[test]
fn inv13_a_command_without_an_answer_hangs_unless_its_client_is_gone() {
    let asked = Entry::Invoked { at: 12, client: 1, command: command(9), effect: Effect::Other };
    let gone = Entry::Abandoned { at: 13, client: 1, command: command(9) };
    assert_eq!(broken(|it| it.push(asked.clone())), ["INV-13"]);
    assert_eq!(broken(|it| it.extend([asked, gone])), Vec::<String>::new());
}

#[test]
fn a_count_above_its_maximum_is_a_violation() {
    let counted = |count| Entry::Counted { invariant: "INV-17".into(), words: "panics".into(), count, most: 0 };
    assert_eq!(broken(|it| it.push(counted(0))), Vec::<String>::new());
    assert_eq!(broken(|it| it.push(counted(1))), ["INV-17"]);
}

#[test]
fn inv20_a_restore_undoes_the_changes_after_the_backup_and_nothing_else() {
    let restored = |seq| Entry::Restored { at: 32, scope: HOME, seq };
    // The restore takes the acknowledged fifth event back, but must keep what the backup holds.
    assert_eq!(broken(|it| it.extend([acked(77, 5), restored(4)])), Vec::<String>::new());
    assert_eq!(broken(|it| it.extend([acked(77, 4), restored(4)])), ["INV-1"]);
    assert_eq!(broken(|it| it.extend([restored(4), acked(77, 5)])), ["INV-1"]);
    // A snapshot need not hold what the ended epoch had promised.
    let asked = Entry::Asked { at: 33, client: 1 };
    let adopted = Entry::Adopted { at: 34, client: 1, socket: 1, cursors: BTreeMap::from([(HOME, (EPOCH, 4))]) };
    assert_eq!(broken(|it| it.extend([acked(77, 5), restored(4), asked, adopted])), Vec::<String>::new());
}

#[test]
fn an_unfinished_history_does_not_hold() {
    assert_eq!(check(&History::default()).broken(), ["INV-5", "INV-6"]);
}
