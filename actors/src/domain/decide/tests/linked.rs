//! Tickets as values of tickets, which obey the rule of links (AT11).

use super::restricted::*;
use super::*;
use crate::domain::limits;

/// An attribute whose values are tickets.
const BASIS: &str = "00000000-0000-0000-0000-0000000000b1";

fn fixture() -> Fixture {
    let mut fixture = with_secret();
    fixture.does(ADMIN, basis());
    fixture
}

fn basis() -> Value {
    json!({"kind": "attribute.create", "attributeId": BASIS, "name": "Basis", "type": "linkedTasks"})
}

fn names(edit: Value) -> Value {
    json!({"fields": {BASIS: edit}})
}

/// The tickets that a ticket names.
fn named(fixture: &Fixture, ticket: Uuid) -> Value {
    json!(fixture.at(ticket).fields).get(BASIS).cloned().unwrap_or_default()
}

fn private_ticket(fixture: &mut Fixture, n: u32) -> Uuid {
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "Mine", "private": true}));
    id(n)
}

/// Deletes a ticket for good.
fn delete(fixture: &mut Fixture, ticket: Uuid) -> Vec<(ScopeId, Change)> {
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": ticket}));
    fixture.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": ticket}))
}

#[test]
fn at11_a_value_names_tickets_and_merges_like_a_set() {
    let mut fixture = fixture();
    fixture.tickets(1..=4);
    fixture.patch(MEMBER, id(1), names(json!([id(2), id(3), id(2)])));
    assert_eq!(named(&fixture, id(1)), json!([id(2), id(3)]));
    fixture.patch(ZOE, id(1), names(json!({"add": [id(4)], "remove": [id(2)]})));
    assert_eq!(named(&fixture, id(1)), json!([id(3), id(4)]));
    fixture.patch(ZOE, id(1), names(json!(null)));
    assert_eq!(named(&fixture, id(1)), json!(null));
    let new = json!({"kind": "ticket.create", "ticketId": id(5), "title": "New", "fields": {BASIS: [id(1)]}});
    fixture.does(MEMBER, new);
    assert_eq!(named(&fixture, id(5)), json!([id(1)]));
}

#[test]
fn at11_a_value_of_another_type_is_refused_with_the_name_of_the_attribute() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    for value in [json!("HAR-1"), json!(1), json!(true)] {
        let refusal =
            fixture.refusal(MEMBER, json!({"kind": "ticket.update", "ticketId": ticket, "patch": names(value)}));
        assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::ValidationFailed, Some("fields")));
        assert!(refusal.message.contains("Basis"), "{}", refusal.message);
    }
    let itself = fixture.patch_refused(MEMBER, ticket, names(json!([ticket])));
    assert_eq!(itself, (RefusalCode::ValidationFailed, Some("fields".into())));
    let default = json!({"kind": "attribute.update", "attributeId": BASIS, "patch": {"defaultValue": [ticket]}});
    assert_eq!(fixture.refused(ADMIN, default), (RefusalCode::ValidationFailed, Some("defaultValue".into())));
    let most: Vec<Uuid> = (1..=51).map(|n| fixture.ticket(100 + n)).collect();
    assert_eq!(fixture.patch_refused(MEMBER, ticket, names(json!(most))), itself);
}

#[test]
fn at11_a_ticket_names_tickets_of_its_own_home_and_one_of_a_restricted_list_names_open_ones_too() {
    let mut fixture = fixture();
    let (open, other) = (open_ticket(&mut fixture, 1), open_ticket(&mut fixture, 2));
    let (secret, beside) = (secret_ticket(&mut fixture, 3), secret_ticket(&mut fixture, 4));
    let (mine, own) = (private_ticket(&mut fixture, 5), private_ticket(&mut fixture, 6));
    for (ticket, value) in [(open, other), (secret, beside), (secret, open), (mine, own)] {
        fixture.patch(MEMBER, ticket, names(json!({"add": [value]})));
    }
    assert_eq!(named(&fixture, secret), json!([beside, open]));
    let refused = (RefusalCode::ValidationFailed, Some("fields".to_owned()));
    for (ticket, value) in [(open, secret), (open, mine), (secret, mine), (mine, open), (mine, secret)] {
        assert_eq!(fixture.patch_refused(MEMBER, ticket, names(json!({"add": [value]}))), refused, "{ticket} {value}");
    }
    let missing =
        fixture.refusal(ZOE, json!({"kind": "ticket.update", "ticketId": open, "patch": names(json!([id(99)]))}));
    for hidden in [secret, mine] {
        let command = json!({"kind": "ticket.update", "ticketId": open, "patch": names(json!([hidden]))});
        assert_eq!(fixture.refusal(ZOE, command), missing, "it answers like one that does not exist");
    }
}

#[test]
fn at11_a_ticket_that_is_deleted_for_good_leaves_all_values_also_those_that_the_person_does_not_see() {
    let mut fixture = fixture();
    let (gone, open, stays) =
        (open_ticket(&mut fixture, 1), open_ticket(&mut fixture, 2), open_ticket(&mut fixture, 3));
    let secret = secret_ticket(&mut fixture, 4);
    fixture.patch(MEMBER, open, names(json!([gone, stays])));
    fixture.patch(MEMBER, secret, names(json!([gone])));
    fixture.does(ADMIN, json!({"kind": "attribute.update", "attributeId": BASIS, "patch": {"required": true}}));
    fixture.does(ZOE, json!({"kind": "ticket.trash", "ticketId": gone}));
    assert_eq!(named(&fixture, secret), json!([gone]), "the trash gives it back");
    let decision = fixture.ask(ZOE, json!({"kind": "ticket.delete", "ticketId": gone})).expect("a decision");
    assert!(decision.relies_on_scopes && decision.moves, "a value that another node adds now would dangle");
    fixture.take(&decision);
    assert_eq!((named(&fixture, open), named(&fixture, secret)), (json!([stays]), json!(null)));
    assert!(fixture.world.index.naming(&[TicketId(gone)]).is_empty());
}

#[test]
fn at11_a_value_of_a_deleted_attribute_names_no_ticket_that_is_gone() {
    let mut fixture = fixture();
    fixture.tickets(1..=3);
    fixture.patch(MEMBER, id(1), names(json!([id(2), id(3)])));
    fixture.does(ADMIN, json!({"kind": "attribute.delete", "attributeId": BASIS}));
    delete(&mut fixture, id(2));
    fixture.does(ADMIN, basis());
    assert_eq!(named(&fixture, id(1)), json!([id(3)]));
}

#[test]
fn at11_a_ticket_that_moves_out_of_sight_leaves_values_and_loses_those_that_it_may_no_longer_have() {
    let mut fixture = fixture();
    let (moving, part, stays) = (fixture.ticket(1), fixture.ticket(2), fixture.ticket(3));
    fixture.patch(MEMBER, part, json!({"parentTicketId": moving}));
    fixture.patch(MEMBER, moving, names(json!([part, stays])));
    fixture.patch(MEMBER, part, names(json!([moving])));
    fixture.patch(MEMBER, stays, names(json!([moving, part])));
    // Into a restricted list: the ticket may name open ones, and no open one may name it.
    let changes = fixture.patch(MEMBER, moving, json!({"lists": {"add": [SECRET]}}));
    assert_eq!((named(&fixture, moving), named(&fixture, part)), (json!([part, stays]), json!([moving])));
    assert_eq!(named(&fixture, stays), json!(null));
    let mut told = changes.iter().filter(|(scope, _)| *scope == fixture.home());
    assert!(told.all(|(_, change)| change.entity != EntityKind::Activity), "no history in the workspace: {changes:?}");
    // And back: what lives in the list stays behind.
    let secret = secret_ticket(&mut fixture, 4);
    fixture.patch(MEMBER, moving, names(json!({"add": [secret]})));
    fixture.patch(MEMBER, moving, json!({"lists": {"add": [LIST], "remove": [SECRET]}}));
    assert_eq!(named(&fixture, moving), json!([part, stays]));
    // A private ticket names private tickets alone.
    fixture.patch(MEMBER, moving, json!({"private": true}));
    assert_eq!((named(&fixture, moving), named(&fixture, part)), (json!([part]), json!([moving])));
}

#[test]
fn at11_a_list_that_is_restricted_or_opened_cuts_the_values_between_its_tickets_and_others() {
    let mut fixture = fixture();
    let (inside, beside) = (open_ticket(&mut fixture, 1), open_ticket(&mut fixture, 2));
    let outside = fixture.ticket(3);
    fixture.patch(MEMBER, inside, names(json!([beside, outside])));
    fixture.patch(MEMBER, outside, names(json!([inside])));
    fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!((named(&fixture, inside), named(&fixture, outside)), (json!([beside, outside]), json!(null)));
    fixture.does(MEMBER, json!({"kind": "list.open", "listId": LIST}));
    assert_eq!(named(&fixture, inside), json!([beside, outside]));
}

#[test]
fn at11_the_history_names_tickets_of_the_same_home_alone() {
    let mut fixture = fixture();
    let open = open_ticket(&mut fixture, 1);
    let (secret, beside) = (secret_ticket(&mut fixture, 2), secret_ticket(&mut fixture, 3));
    let changes = fixture.patch(MEMBER, secret, names(json!([open, beside])));
    let noted = changes.iter().find(|(_, change)| change.entity == EntityKind::Activity).expect("a note");
    let data = noted.1.data.as_ref().expect("data");
    assert_eq!(data["data"]["added"], json!([beside]));
    let changes = fixture.patch(MEMBER, secret, names(json!({"remove": [open]})));
    assert!(changes.iter().all(|(_, change)| change.entity != EntityKind::Activity), "{changes:?}");
}

#[test]
fn at11_a_ticket_is_a_value_of_a_bounded_number_of_tickets_of_those_that_the_person_sees() {
    let mut fixture = fixture();
    let target = fixture.ticket(1);
    let most = u32::try_from(limits::NAMED_BY).expect("small");
    for n in 0..most {
        let list = if n == 0 { SECRET } else { LIST };
        let new = json!({"kind": "ticket.create", "ticketId": id(1_000 + n), "title": "T", "listIds": [list], "fields": {BASIS: [target]}});
        fixture.does(MEMBER, new);
    }
    fixture.ticket(2);
    assert_eq!(
        fixture.patch_refused(MEMBER, id(2), names(json!([target]))),
        (RefusalCode::TooMany, Some("fields".into()))
    );
    fixture.patch(ZOE, id(2), names(json!([target])));
}
