//! completedIn, delayedFor and inProgressFor, for every path through the statuses.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::*;

/// Seconds to wait, then the status to enter.
type Step = (i64, &'static str);

const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

struct Row {
    way: &'static [Step],
    due: Option<&'static str>,
    completed_in: Option<i64>,
    delayed_for: Option<i64>,
    in_progress_for: i64,
    in_progress: bool,
}

/// Created on 2030-05-01 at 12:00 UTC.
const TABLE: &[Row] = &[
    Row { way: &[], due: None, completed_in: None, delayed_for: None, in_progress_for: 0, in_progress: false },
    Row {
        way: &[(10, STARTED)],
        due: None,
        completed_in: None,
        delayed_for: None,
        in_progress_for: 0,
        in_progress: true,
    },
    Row {
        way: &[(10, STARTED), (90, BLOCKED)],
        due: None,
        completed_in: None,
        delayed_for: None,
        in_progress_for: 90,
        in_progress: false,
    },
    Row {
        way: &[(10, STARTED), (90, COMPLETED)],
        due: None,
        completed_in: Some(100),
        delayed_for: None,
        in_progress_for: 90,
        in_progress: false,
    },
    Row {
        way: &[(10, STARTED), (90, CANCELED), (50, STARTED), (7, COMPLETED)],
        due: None,
        completed_in: Some(157),
        delayed_for: None,
        in_progress_for: 97,
        in_progress: false,
    },
    // Completed and reopened: no longer completed, and the time in progress goes on.
    Row {
        way: &[(10, COMPLETED), (5, STARTED)],
        due: Some("2030-05-01"),
        completed_in: None,
        delayed_for: None,
        in_progress_for: 0,
        in_progress: true,
    },
    // Completed a second time: the second time counts.
    Row {
        way: &[(10, COMPLETED), (5, STARTED), (20, COMPLETED)],
        due: None,
        completed_in: Some(35),
        delayed_for: None,
        in_progress_for: 20,
        in_progress: false,
    },
    // The due date lasts until its last second.
    Row {
        way: &[(12 * HOUR - 1, COMPLETED)],
        due: Some("2030-05-01"),
        completed_in: Some(12 * HOUR - 1),
        delayed_for: Some(0),
        in_progress_for: 0,
        in_progress: false,
    },
    Row {
        way: &[(12 * HOUR + 1, COMPLETED)],
        due: Some("2030-05-01"),
        completed_in: Some(12 * HOUR + 1),
        delayed_for: Some(1),
        in_progress_for: 0,
        in_progress: false,
    },
    Row {
        way: &[(12 * HOUR + 3 * DAY, COMPLETED)],
        due: Some("2030-05-02"),
        completed_in: Some(12 * HOUR + 3 * DAY),
        delayed_for: Some(2 * DAY),
        in_progress_for: 0,
        in_progress: false,
    },
    Row {
        way: &[(HOUR, CANCELED)],
        due: Some("2030-04-01"),
        completed_in: None,
        delayed_for: None,
        in_progress_for: 0,
        in_progress: false,
    },
];

#[test]
fn the_durations_follow_every_way_through_the_statuses() {
    for (number, row) in TABLE.iter().enumerate() {
        let mut fixture = Fixture::new();
        let ticket = fixture.ticket(1);
        fixture.patch(MEMBER, ticket, json!({"dueDate": row.due}));
        for (seconds, status) in row.way {
            fixture.pass(*seconds);
            fixture.patch(ZOE, ticket, json!({"statusId": status}));
        }
        let it = fixture.at(ticket);
        assert_eq!(it.completed_in, row.completed_in, "row {number}: completedIn");
        assert_eq!(it.delayed_for, row.delayed_for, "row {number}: delayedFor");
        assert_eq!(it.in_progress_for, row.in_progress_for, "row {number}: inProgressFor");
        assert_eq!(it.in_progress_since.is_some(), row.in_progress, "row {number}: inProgressSince");
        assert_eq!(it.completed, row.completed_in.is_some(), "row {number}: completed");
        assert_eq!(it.completed_by_user_id, row.completed_in.map(|_| ZOE), "row {number}: who completed it");
        assert_eq!(it.completed_at.is_some(), it.completed, "row {number}: when");
    }
}

#[test]
fn the_previous_status_is_the_one_before() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    let first = fixture.at(ticket).status_id;
    fixture.patch(MEMBER, ticket, json!({"statusId": STARTED}));
    assert_eq!(fixture.at(ticket).previous_status_id, Some(first));
    fixture.patch(MEMBER, ticket, json!({"statusId": COMPLETED}));
    assert_eq!(fixture.at(ticket).previous_status_id, Some(status_id(STARTED)));
}

#[test]
fn moving_the_due_date_of_a_completed_ticket_moves_its_delay() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.pass(2 * DAY);
    fixture.patch(MEMBER, ticket, json!({"statusId": COMPLETED, "dueDate": "2030-05-01"}));
    assert_eq!(fixture.at(ticket).delayed_for, Some(36 * HOUR));
    fixture.patch(MEMBER, ticket, json!({"dueDate": "2030-05-03"}));
    assert_eq!(fixture.at(ticket).delayed_for, Some(0));
    fixture.patch(MEMBER, ticket, json!({"dueDate": null}));
    assert_eq!(fixture.at(ticket).delayed_for, None);
}

#[test]
fn a_ticket_can_be_born_in_progress_or_completed() {
    let mut fixture = Fixture::new();
    for (n, status, started, completed_in) in [(1, STARTED, true, None), (2, COMPLETED, false, Some(0))] {
        fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "Born", "statusId": status}));
        let it = fixture.at(id(n));
        assert_eq!((it.in_progress_since.is_some(), it.completed_in), (started, completed_in));
        assert_eq!(it.previous_status_id, None);
    }
}

#[test]
fn deleting_a_status_moves_its_tickets_as_a_member_would() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"statusId": STARTED}));
    fixture.pass(60);
    fixture.does(ADMIN, json!({"kind": "status.delete", "statusId": STARTED, "moveTo": COMPLETED}));
    let it = fixture.at(ticket);
    assert_eq!((it.status_id, it.in_progress_for, it.completed_in), (status_id(COMPLETED), 60, Some(60)));
    assert_eq!(it.completed_by_user_id, Some(ADMIN));
}

/// The expected durations, recounted from the whole way: from the seconds at which the ticket entered each status.
fn recount(way: &[(i64, &str)], due_in: Option<i64>) -> (Option<i64>, Option<i64>, i64) {
    let mut way = way.to_vec();
    way.dedup_by_key(|(_, status)| *status);
    let in_progress = way.windows(2).filter(|two| two[0].1 == STARTED).map(|two| two[1].0 - two[0].0).sum();
    let completed = way.last().filter(|(_, status)| *status == COMPLETED).map(|(at, _)| *at);
    let delayed = completed.zip(due_in).map(|(at, due)| (at - due).max(0));
    (completed, delayed, in_progress)
}

#[test]
fn the_durations_equal_a_recount_of_any_way_through_the_statuses() {
    for seed in 0..500 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut fixture = Fixture::new();
        let ticket = fixture.ticket(1);
        let due = random.random_bool(0.7).then(|| random.random_range(1..8));
        fixture.patch(MEMBER, ticket, json!({"dueDate": due.map(|day| format!("2030-05-0{day}"))}));
        // The ticket was created at noon, and the due date lasts until midnight.
        let due_in = due.map(|day| (day - 1) * DAY + 12 * HOUR);
        let (mut at, mut way) = (0, Vec::new());
        for _ in 0..random.random_range(0..12) {
            let seconds = random.random_range(0..DAY);
            let status = [STARTED, BLOCKED, COMPLETED, CANCELED][random.random_range(0..4)];
            fixture.pass(seconds);
            fixture.patch(ZOE, ticket, json!({"statusId": status}));
            at += seconds;
            way.push((at, status));
            let it = fixture.at(ticket);
            let counted = (it.completed_in, it.delayed_for, it.in_progress_for);
            assert_eq!(counted, recount(&way, due_in), "seed {seed}: {way:?}, due {due:?}");
        }
    }
}
