//! Sprints: their states, the tickets in them, and what completing one does.

use super::{records::parsed, *};
use crate::domain::ids::{SprintId, WorkspaceId};

fn fixture() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.records();
    fixture
}

fn sprint(fixture: &Fixture, id: &str) -> Value {
    json!(fixture.world.tables.sprints[&parsed::<SprintId>(id)])
}

fn of(fixture: &Fixture, ticket: Uuid) -> Value {
    json!(fixture.at(ticket).sprint_id)
}

#[test]
fn sp1_a_sprint_has_a_unique_name_a_goal_and_days_in_order() {
    let mut fixture = fixture();
    let update = |patch: Value| json!({"kind": "sprint.update", "sprintId": FIRST_SPRINT, "patch": patch});
    fixture.does(
        MEMBER,
        update(json!({"name": "One", "goal": " Sail. ", "startDate": "2030-03-01", "endDate": "2030-03-14"})),
    );
    let first = sprint(&fixture, FIRST_SPRINT);
    assert_eq!([&first["name"], &first["goal"], &first["state"]], ["One", "Sail.", "planned"]);
    for (patch, code, field) in [
        (json!({"name": "NEXT"}), RefusalCode::AlreadyExists, "name"),
        (json!({"goal": "x".repeat(1001)}), RefusalCode::PayloadTooLarge, "goal"),
        (json!({"endDate": "2030-02-28"}), RefusalCode::ValidationFailed, "endDate"),
        (json!({"startDate": "2030-03-15"}), RefusalCode::ValidationFailed, "endDate"),
    ] {
        assert_eq!(fixture.refused(MEMBER, update(patch)), (code, Some(field.into())));
    }
    let taken = json!({"kind": "sprint.create", "sprintId": FIRST_SPRINT, "name": "Third"});
    assert_eq!(fixture.refused(MEMBER, taken), (RefusalCode::AlreadyExists, Some("sprintId".into())));
    assert_eq!(fixture.refused(GUEST, update(json!({"name": "Mine"}))).0, RefusalCode::Forbidden);
}

#[test]
fn sp2_a_sprint_keeps_its_start_when_it_is_completed_and_reopened_and_several_are_active_at_once() {
    let mut fixture = fixture();
    let mut to = |sprint_id: &str, state: &str| {
        fixture.now = Instant::new(fixture.now.get() + time::Duration::hours(1));
        fixture.does(MEMBER, json!({"kind": "sprint.update", "sprintId": sprint_id, "patch": {"state": state}}));
        let row = sprint(&fixture, sprint_id);
        (json!(fixture.now), row["startedAt"].clone(), row["completedAt"].clone())
    };
    let (start, started, completed) = to(FIRST_SPRINT, "active");
    assert_eq!((&started, completed), (&start, Value::Null));
    let (at, started, _) = to(NEXT_SPRINT, "active");
    assert_eq!(started, at);
    let (end, started, completed) = to(FIRST_SPRINT, "completed");
    assert_eq!((started, completed), (start.clone(), end));
    let (_, started, completed) = to(FIRST_SPRINT, "active");
    assert_eq!((started, completed), (start, Value::Null));
    let (_, started, completed) = to(FIRST_SPRINT, "planned");
    assert_eq!((started, completed), (Value::Null, Value::Null));
}

#[test]
fn sp3_a_ticket_is_in_one_sprint_at_most() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    for (patch, left) in [
        (json!({"sprintId": FIRST_SPRINT}), json!(FIRST_SPRINT)),
        (json!({"sprintId": NEXT_SPRINT}), json!(NEXT_SPRINT)),
        (json!({"title": "Other"}), json!(NEXT_SPRINT)),
        (json!({"sprintId": null}), json!(null)),
    ] {
        fixture.patch(MEMBER, ticket, patch);
        assert_eq!(of(&fixture, ticket), left);
    }
    let new = json!({"kind": "ticket.create", "ticketId": id(2), "title": "New", "sprintId": FIRST_SPRINT});
    fixture.does(MEMBER, new);
    assert_eq!(of(&fixture, id(2)), json!(FIRST_SPRINT));
}

#[test]
fn sp4_completing_a_sprint_moves_its_open_tickets_alone_and_in_one_event() {
    for to in [json!(NEXT_SPRINT), json!(null)] {
        let mut fixture = fixture();
        let canceled = id(300);
        fixture.does(
            ADMIN,
            json!({"kind": "status.create", "statusId": canceled, "name": "Given up", "category": "canceled"}),
        );
        for (n, status) in [(11, json!(STARTED)), (12, json!(COMPLETED)), (13, json!(canceled)), (14, json!(STARTED))] {
            let new = json!({"kind": "ticket.create", "ticketId": id(n), "title": "A ticket", "statusId": status, "sprintId": FIRST_SPRINT, "private": n == 14});
            fixture.does(if n == 14 { ZOE } else { MEMBER }, new);
        }
        let complete = json!({"kind": "sprint.complete", "sprintId": FIRST_SPRINT, "moveTo": to});
        let changes = fixture.does(ADMIN, complete);
        let own = fixture.own(ZOE);
        assert!(changes.iter().all(|(scope, change)| *scope == own || change.id != id(14)), "{changes:?}");
        let left = [11, 12, 13, 14].map(|n| of(&fixture, id(n)));
        assert_eq!(left, [to.clone(), json!(FIRST_SPRINT), json!(FIRST_SPRINT), to]);
        assert_eq!(sprint(&fixture, FIRST_SPRINT)["state"], "completed");
    }
}

#[test]
fn sp5_tickets_move_to_another_sprint_that_is_not_completed() {
    let mut fixture = fixture();
    fixture.does(MEMBER, json!({"kind": "sprint.update", "sprintId": NEXT_SPRINT, "patch": {"state": "completed"}}));
    for kind in ["sprint.complete", "sprint.delete"] {
        for (to, code) in [
            (FIRST_SPRINT, RefusalCode::ValidationFailed),
            (NEXT_SPRINT, RefusalCode::ValidationFailed),
            (SPRING, RefusalCode::NotFound),
        ] {
            let command = json!({"kind": kind, "sprintId": FIRST_SPRINT, "moveTo": to});
            assert_eq!(fixture.refused(MEMBER, command), (code, Some("moveTo".into())), "{kind} {to}");
        }
        let unknown = json!({"kind": kind, "sprintId": SPRING});
        assert_eq!(fixture.refused(MEMBER, unknown), (RefusalCode::NotFound, Some("sprintId".into())), "{kind}");
    }
}

#[test]
fn sp6_tickets_of_a_deleted_sprint_go_to_the_replacement_or_to_none() {
    for to in [json!(NEXT_SPRINT), json!(null)] {
        let mut fixture = fixture();
        let ticket = fixture.ticket(1);
        fixture.patch(MEMBER, ticket, json!({"sprintId": FIRST_SPRINT, "statusId": COMPLETED}));
        fixture.does(MEMBER, json!({"kind": "sprint.delete", "sprintId": FIRST_SPRINT, "moveTo": to}));
        assert_eq!(of(&fixture, ticket), to);
        assert!(!fixture.world.tables.sprints.contains_key(&parsed::<SprintId>(FIRST_SPRINT)));
    }
}

#[test]
fn sp7_the_estimate_is_an_attribute_with_numbers() {
    let mut fixture = fixture();
    fixture.sides();
    let estimate = id(301);
    fixture
        .does(OWNER, json!({"kind": "attribute.create", "attributeId": estimate, "name": "Points", "type": "number"}));
    let update = |to: Value| json!({"kind": "workspace.update", "patch": {"estimateId": to}});
    for to in [json!(SIDES), json!(id(302)), json!(WorkspaceId(id(303)))] {
        let refused = fixture.refused(OWNER, update(to));
        assert_eq!(refused, (RefusalCode::ValidationFailed, Some("estimateId".into())));
    }
    fixture.does(OWNER, update(json!(estimate)));
    assert_eq!(json!(fixture.world.workspace.estimate_id), json!(estimate));
    fixture.does(OWNER, update(json!(null)));
    assert_eq!(fixture.world.workspace.estimate_id, None);
}
