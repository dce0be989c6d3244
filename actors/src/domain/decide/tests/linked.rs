//! Tickets as values of tickets, which obey the rule of links (AT11).

use super::restricted::*;
use super::*;
use crate::domain::limits;

/// An attribute whose values are tickets.
const BASIS: &str = "00000000-0000-0000-0000-0000000000b1";

fn house() -> House {
    let mut house = with_secret();
    house.does(ADMIN, basis());
    house
}

fn basis() -> Value {
    json!({"kind": "attribute.create", "attributeId": BASIS, "name": "Basis", "type": "linkedTasks"})
}

fn names(edit: Value) -> Value {
    json!({"fields": {BASIS: edit}})
}

/// The tickets that a ticket names.
fn named(house: &House, ticket: Uuid) -> Value {
    json!(house.at(ticket).fields).get(BASIS).cloned().unwrap_or_default()
}

fn private_ticket(house: &mut House, n: u32) -> Uuid {
    house.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "Mine", "private": true}));
    id(n)
}

/// Deletes a ticket for good.
fn delete(house: &mut House, ticket: Uuid) -> Vec<(ScopeId, Change)> {
    house.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": ticket}));
    house.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": ticket}))
}

#[test]
fn at11_a_value_names_tickets_and_merges_like_a_set() {
    let mut house = house();
    house.tickets(1..=4);
    house.patch(MEMBER, id(1), names(json!([id(2), id(3), id(2)])));
    assert_eq!(named(&house, id(1)), json!([id(2), id(3)]));
    house.patch(ZOE, id(1), names(json!({"add": [id(4)], "remove": [id(2)]})));
    assert_eq!(named(&house, id(1)), json!([id(3), id(4)]));
    house.patch(ZOE, id(1), names(json!(null)));
    assert_eq!(named(&house, id(1)), json!(null));
    let new = json!({"kind": "ticket.create", "ticketId": id(5), "title": "New", "fields": {BASIS: [id(1)]}});
    house.does(MEMBER, new);
    assert_eq!(named(&house, id(5)), json!([id(1)]));
}

#[test]
fn at11_a_value_of_another_type_is_refused_with_the_name_of_the_attribute() {
    let mut house = house();
    let ticket = house.ticket(1);
    for value in [json!("HAR-1"), json!(1), json!(true)] {
        let refusal =
            house.refusal(MEMBER, json!({"kind": "ticket.update", "ticketId": ticket, "patch": names(value)}));
        assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::ValidationFailed, Some("fields")));
        assert!(refusal.message.contains("Basis"), "{}", refusal.message);
    }
    let itself = house.patch_refused(MEMBER, ticket, names(json!([ticket])));
    assert_eq!(itself, (RefusalCode::ValidationFailed, Some("fields".into())));
    let default = json!({"kind": "attribute.update", "attributeId": BASIS, "patch": {"defaultValue": [ticket]}});
    assert_eq!(house.refused(ADMIN, default), (RefusalCode::ValidationFailed, Some("defaultValue".into())));
    let most: Vec<Uuid> = (1..=51).map(|n| house.ticket(100 + n)).collect();
    assert_eq!(house.patch_refused(MEMBER, ticket, names(json!(most))), itself);
}

#[test]
fn at11_a_ticket_names_tickets_of_its_own_home_and_one_of_a_restricted_list_names_open_ones_too() {
    let mut house = house();
    let (open, other) = (open_ticket(&mut house, 1), open_ticket(&mut house, 2));
    let (secret, beside) = (secret_ticket(&mut house, 3), secret_ticket(&mut house, 4));
    let (mine, own) = (private_ticket(&mut house, 5), private_ticket(&mut house, 6));
    for (ticket, value) in [(open, other), (secret, beside), (secret, open), (mine, own)] {
        house.patch(MEMBER, ticket, names(json!({"add": [value]})));
    }
    assert_eq!(named(&house, secret), json!([beside, open]));
    let refused = (RefusalCode::ValidationFailed, Some("fields".to_owned()));
    for (ticket, value) in [(open, secret), (open, mine), (secret, mine), (mine, open), (mine, secret)] {
        assert_eq!(house.patch_refused(MEMBER, ticket, names(json!({"add": [value]}))), refused, "{ticket} {value}");
    }
    let missing =
        house.refusal(ZOE, json!({"kind": "ticket.update", "ticketId": open, "patch": names(json!([id(99)]))}));
    for hidden in [secret, mine] {
        let command = json!({"kind": "ticket.update", "ticketId": open, "patch": names(json!([hidden]))});
        assert_eq!(house.refusal(ZOE, command), missing, "it answers like one that does not exist");
    }
}

#[test]
fn at11_a_ticket_that_is_deleted_for_good_leaves_all_values_also_those_that_the_person_does_not_see() {
    let mut house = house();
    let (gone, open, stays) = (open_ticket(&mut house, 1), open_ticket(&mut house, 2), open_ticket(&mut house, 3));
    let secret = secret_ticket(&mut house, 4);
    house.patch(MEMBER, open, names(json!([gone, stays])));
    house.patch(MEMBER, secret, names(json!([gone])));
    house.does(ADMIN, json!({"kind": "attribute.update", "attributeId": BASIS, "patch": {"required": true}}));
    house.does(ZOE, json!({"kind": "ticket.trash", "ticketId": gone}));
    assert_eq!(named(&house, secret), json!([gone]), "the trash gives it back");
    let decision = house.ask(ZOE, json!({"kind": "ticket.delete", "ticketId": gone})).expect("a decision");
    assert!(decision.relies_on_scopes && decision.moves, "a value that another node adds now would dangle");
    house.take(&decision);
    assert_eq!((named(&house, open), named(&house, secret)), (json!([stays]), json!(null)));
    assert!(house.world.index.naming(&[TicketId(gone)]).is_empty());
}

#[test]
fn at11_a_value_of_a_deleted_attribute_names_no_ticket_that_is_gone() {
    let mut house = house();
    house.tickets(1..=3);
    house.patch(MEMBER, id(1), names(json!([id(2), id(3)])));
    house.does(ADMIN, json!({"kind": "attribute.delete", "attributeId": BASIS}));
    delete(&mut house, id(2));
    house.does(ADMIN, basis());
    assert_eq!(named(&house, id(1)), json!([id(3)]));
}

#[test]
fn at11_a_ticket_that_moves_out_of_sight_leaves_values_and_loses_those_that_it_may_no_longer_have() {
    let mut house = house();
    let (moving, part, stays) = (house.ticket(1), house.ticket(2), house.ticket(3));
    house.patch(MEMBER, part, json!({"parentTicketId": moving}));
    house.patch(MEMBER, moving, names(json!([part, stays])));
    house.patch(MEMBER, part, names(json!([moving])));
    house.patch(MEMBER, stays, names(json!([moving, part])));
    // Into a restricted list: the ticket may name open ones, and no open one may name it.
    let changes = house.patch(MEMBER, moving, json!({"lists": {"add": [SECRET]}}));
    assert_eq!((named(&house, moving), named(&house, part)), (json!([part, stays]), json!([moving])));
    assert_eq!(named(&house, stays), json!(null));
    let mut told = changes.iter().filter(|(scope, _)| *scope == house.home());
    assert!(told.all(|(_, change)| change.entity != EntityKind::Activity), "no history in the workspace: {changes:?}");
    // And back: what lives in the list stays behind.
    let secret = secret_ticket(&mut house, 4);
    house.patch(MEMBER, moving, names(json!({"add": [secret]})));
    house.patch(MEMBER, moving, json!({"lists": {"add": [LIST], "remove": [SECRET]}}));
    assert_eq!(named(&house, moving), json!([part, stays]));
    // A private ticket names private tickets alone.
    house.patch(MEMBER, moving, json!({"private": true}));
    assert_eq!((named(&house, moving), named(&house, part)), (json!([part]), json!([moving])));
}

#[test]
fn at11_a_list_that_is_restricted_or_opened_cuts_the_values_between_its_tickets_and_others() {
    let mut house = house();
    let (inside, beside) = (open_ticket(&mut house, 1), open_ticket(&mut house, 2));
    let outside = house.ticket(3);
    house.patch(MEMBER, inside, names(json!([beside, outside])));
    house.patch(MEMBER, outside, names(json!([inside])));
    house.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!((named(&house, inside), named(&house, outside)), (json!([beside, outside]), json!(null)));
    house.does(MEMBER, json!({"kind": "list.open", "listId": LIST}));
    assert_eq!(named(&house, inside), json!([beside, outside]));
}

#[test]
fn at11_the_history_names_tickets_of_the_same_home_alone() {
    let mut house = house();
    let open = open_ticket(&mut house, 1);
    let (secret, beside) = (secret_ticket(&mut house, 2), secret_ticket(&mut house, 3));
    let changes = house.patch(MEMBER, secret, names(json!([open, beside])));
    let noted = changes.iter().find(|(_, change)| change.entity == EntityKind::Activity).expect("a note");
    let data = noted.1.data.as_ref().expect("data");
    assert_eq!(data["data"]["added"], json!([beside]));
    let changes = house.patch(MEMBER, secret, names(json!({"remove": [open]})));
    assert!(changes.iter().all(|(_, change)| change.entity != EntityKind::Activity), "{changes:?}");
}

#[test]
fn at11_a_ticket_is_a_value_of_a_bounded_number_of_tickets_of_those_that_the_person_sees() {
    let mut house = house();
    let target = house.ticket(1);
    let most = u32::try_from(limits::NAMED_BY).expect("small");
    for n in 0..most {
        let list = if n == 0 { SECRET } else { LIST };
        let new = json!({"kind": "ticket.create", "ticketId": id(1_000 + n), "title": "T", "listIds": [list], "fields": {BASIS: [target]}});
        house.does(MEMBER, new);
    }
    house.ticket(2);
    assert_eq!(
        house.patch_refused(MEMBER, id(2), names(json!([target]))),
        (RefusalCode::TooMany, Some("fields".into()))
    );
    house.patch(ZOE, id(2), names(json!([target])));
}
