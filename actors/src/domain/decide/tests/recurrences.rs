//! Repeating tickets: their rules, their next tickets, and where their rows live (RC1 to RC6).

use super::restricted::{SECRET, scope_of, with_secret};
use super::*;
use crate::domain::{change::Op, entity::Recurrence, kinds::recurrence::repeat::Repeat, world::World as Known};

fn set(ticket: Uuid, more: Value) -> Value {
    let mut command = json!({"kind": "recurrence.set", "ticketId": ticket, "period": "week", "interval": 1, "countedFrom": "dueDate"});
    command.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    command
}

fn rule(world: &Known, ticket: Uuid) -> Option<&Recurrence> {
    world.tables.recurrences.get(&Recurrence::id_of(TicketId(ticket)))
}

fn complete(fixture: &mut Fixture, by: UserId, ticket: Uuid) {
    fixture.patch(by, ticket, json!({"statusId": COMPLETED}));
}

/// What the server does after a ticket was completed, in the name of a person.
fn repeat(fixture: &mut Fixture, by: UserId, ticket: Uuid) -> Result<Decision, Refusal> {
    let texts = [(TicketId(ticket), "Every week.".to_owned())].into();
    let what = What::Repeat(Repeat { ticket_id: TicketId(ticket), texts });
    let order = Order { id: fixture.next(), by, narrowing: Narrowing::NONE, from: None, what };
    let decision = decide(&fixture.world, &order, fixture.now)?;
    fixture.take(&decision);
    Ok(decision)
}

/// The tickets that a decision makes.
fn made(decision: &Decision) -> Vec<Ticket> {
    let creates = decision.writes.iter().filter(|(_, write)| write.before.is_none());
    creates
        .filter_map(|(_, write)| match &write.after {
            Some(Entity::Ticket(ticket)) => Some((**ticket).clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn rc1_who_may_edit_a_ticket_makes_it_repeat_and_there_is_one_rule_a_ticket() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    for by in [VIEWER, COMMENTER] {
        assert_eq!(fixture.refused(by, set(ticket, json!({}))).0, RefusalCode::Forbidden);
    }
    assert_eq!(fixture.refused(GUEST, set(ticket, json!({}))).0, RefusalCode::NotFound);
    assert_eq!(fixture.refused(MEMBER, set(id(9), json!({}))).0, RefusalCode::NotFound);
    fixture.does(MEMBER, set(ticket, json!({"weekdays": [4, 1, 4]})));
    assert_eq!(rule(&fixture.world, ticket).map(|it| it.weekdays.clone()), Some(vec![1, 4]));
    fixture.does(
        ZOE,
        set(ticket, json!({"period": "month", "nth": -1, "weekdays": [5], "endsOn": "2031-01-01", "times": 9})),
    );
    let changed = rule(&fixture.world, ticket).expect("a rule");
    assert_eq!((changed.nth, changed.times, changed.created_user_id), (Some(-1), Some(9), MEMBER));
    fixture.does(ZOE, json!({"kind": "recurrence.remove", "ticketId": ticket}));
    assert!(rule(&fixture.world, ticket).is_none());
    complete(&mut fixture, MEMBER, ticket);
    assert_eq!(fixture.refused(MEMBER, set(ticket, json!({}))).0, RefusalCode::Conflict);
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": ticket}));
    assert_eq!(fixture.refused(MEMBER, set(ticket, json!({}))).0, RefusalCode::Conflict);
}

#[test]
fn rc1_a_rule_that_no_calendar_can_follow_is_refused_with_its_field() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for (bad, field) in [
        (json!({"interval": 0}), "interval"),
        (json!({"interval": 1000}), "interval"),
        (json!({"weekdays": [0]}), "weekdays"),
        (json!({"weekdays": [8]}), "weekdays"),
        (json!({"period": "day", "weekdays": [1]}), "weekdays"),
        (json!({"period": "month", "weekdays": [1]}), "weekdays"),
        (json!({"monthDay": 3}), "monthDay"),
        (json!({"period": "month", "monthDay": 32}), "monthDay"),
        (json!({"period": "month", "monthDay": 3, "nth": 1, "weekdays": [1]}), "monthDay"),
        (json!({"period": "month", "nth": 5, "weekdays": [1]}), "nth"),
        (json!({"period": "year", "nth": 0, "weekdays": [1]}), "nth"),
        (json!({"period": "year", "nth": 1}), "nth"),
        (json!({"nth": 1, "weekdays": [1]}), "nth"),
        (json!({"times": 0}), "times"),
    ] {
        let refusal = (RefusalCode::ValidationFailed, Some(field.to_owned()));
        assert_eq!(fixture.refused(MEMBER, set(ticket, bad.clone())), refusal, "{bad}");
    }
}

#[test]
fn rc5_the_next_ticket_has_the_fields_and_open_subtasks_with_later_dates_and_takes_the_rule_over() {
    let mut fixture = Fixture::with_commons();
    fixture.tickets(1..=5);
    let top = id(5);
    fixture.patch(
        MEMBER,
        id(1),
        json!({"parentTicketId": top, "lists": {"add": [LIST]}, "labels": {"add": [LABEL]}, "priority": "week",
        "assigneesIds": {"add": [ZOE]}, "reportBy": ADMIN, "startDate": "2030-04-29", "dueDate": "2030-05-01"}),
    );
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": id(1), "statusId": COMPLETED, "dueDate": "2030-04-30"}));
    fixture.patch(MEMBER, id(3), json!({"parentTicketId": id(2)}));
    fixture.patch(MEMBER, id(4), json!({"parentTicketId": id(1)}));
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(4)}));
    fixture.does(ZOE, set(id(1), json!({})));
    assert!(made(&repeat(&mut fixture, ZOE, id(1)).expect("decided")).is_empty(), "the ticket is open");
    complete(&mut fixture, MEMBER, id(1));
    let tickets = made(&repeat(&mut fixture, MEMBER, id(1)).expect("decided"));
    let [next, below, under] = tickets.as_slice() else { panic!("{} tickets", tickets.len()) };
    let dates = |ticket: &Ticket| [ticket.start_date, ticket.due_date].map(|it| it.map(|it| it.to_string()));
    assert_eq!(dates(next), [Some("2030-05-06".into()), Some("2030-05-08".into())]);
    assert_eq!(dates(below), [None, Some("2030-05-07".into())]);
    assert_eq!((next.title.as_str(), next.description.as_deref()), ("Ticket 1", Some("Every week.")));
    assert_eq!((next.created_user_id, next.report_by, &next.assignees_ids), (MEMBER, Some(ADMIN), &vec![ZOE]));
    assert_eq!((next.number, below.number, under.number), (6, 7, 8));
    assert_eq!(
        (next.parent_ticket_id, below.parent_ticket_id, under.parent_ticket_id),
        (Some(TicketId(top)), Some(next.id), Some(below.id))
    );
    assert!(!next.completed && !below.completed && next.status_id == fixture.status("Backlog").id);
    assert_eq!(fixture.at(top).subtasks_order, [TicketId(id(1)), next.id]);
    assert_eq!(fixture.lists_of(next.id.0), [LIST]);
    let taken = rule(&fixture.world, next.id.0).expect("the rule");
    assert_eq!((taken.occurrence, taken.created_user_id, rule(&fixture.world, id(1)).is_none()), (2, ZOE, true));
    assert!(made(&repeat(&mut fixture, MEMBER, id(1)).expect("decided")).is_empty(), "a second run makes none");
}

#[test]
fn rc5_two_nodes_that_decide_on_the_same_state_make_the_same_ticket() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"dueDate": "2030-05-01"}));
    fixture.does(MEMBER, set(ticket, json!({})));
    complete(&mut fixture, MEMBER, ticket);
    let before = fixture.world.clone();
    let one = made(&repeat(&mut fixture, MEMBER, ticket).expect("decided"));
    let after = std::mem::replace(&mut fixture.world, before);
    let other = made(&repeat(&mut fixture, MEMBER, ticket).expect("decided"));
    assert_eq!((one[0].id, one[0].due_date), (other[0].id, other[0].due_date));
    fixture.world = after;
    assert!(made(&repeat(&mut fixture, MEMBER, ticket).expect("decided")).is_empty());
}

#[test]
fn rc5_a_ticket_that_is_in_the_trash_open_again_or_ended_has_no_next_one() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=3);
    for n in 1..=3 {
        fixture.patch(MEMBER, id(n), json!({"dueDate": "2030-05-01"}));
        fixture.does(MEMBER, set(id(n), json!({"times": if n == 3 { 1 } else { 5 }})));
        complete(&mut fixture, MEMBER, id(n));
    }
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(1)}));
    fixture.patch(MEMBER, id(2), json!({"statusId": STARTED}));
    for n in 1..=3 {
        assert!(made(&repeat(&mut fixture, MEMBER, id(n)).expect("decided")).is_empty(), "{n}");
    }
    assert!([id(1), id(2)].iter().all(|it| rule(&fixture.world, *it).is_some()));
    assert!(rule(&fixture.world, id(3)).is_none(), "an ended rule goes");
}

#[test]
fn rc5_a_person_who_may_not_create_tickets_there_makes_none() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"dueDate": "2030-05-01"}));
    fixture.does(MEMBER, set(ticket, json!({})));
    complete(&mut fixture, MEMBER, ticket);
    for (by, code) in
        [(VIEWER, RefusalCode::Forbidden), (GUEST, RefusalCode::NotFound), (STRANGER, RefusalCode::NotFound)]
    {
        assert_eq!(repeat(&mut fixture, by, ticket).expect_err("refused").code, code);
    }
    assert_eq!(made(&repeat(&mut fixture, ZOE, ticket).expect("decided")).len(), 1);
}

#[test]
fn rc6_a_rule_moves_with_its_ticket_and_goes_with_it() {
    let mut fixture = with_secret();
    let ticket = fixture.ticket(1);
    let home = |fixture: &Fixture| fixture.world.home_of(EntityKind::Recurrence, Recurrence::id_of(TicketId(ticket)).0);
    fixture.does(MEMBER, set(ticket, json!({})));
    assert_eq!(home(&fixture), fixture.home());
    fixture.patch(MEMBER, ticket, json!({"lists": {"add": [SECRET]}}));
    assert_eq!(home(&fixture), scope_of(&fixture, SECRET));
    fixture.patch(MEMBER, ticket, json!({"lists": {"remove": [SECRET], "add": [LIST]}}));
    fixture.patch(MEMBER, ticket, json!({"private": true}));
    assert_eq!(home(&fixture), fixture.own(MEMBER));
    let own = fixture.own(MEMBER);
    let changes = fixture.does(MEMBER, set(ticket, json!({"interval": 2})));
    let rules: Vec<_> = changes.iter().filter(|(_, it)| it.entity == EntityKind::Recurrence).collect();
    assert!(matches!(rules.as_slice(), [(scope, it)] if *scope == own && it.op == Op::Update));
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": ticket}));
    fixture.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": ticket}));
    assert!(rule(&fixture.world, ticket).is_none());
}
