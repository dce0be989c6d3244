//! The effects of deleting statuses, lists, labels, tickets and comments.

use super::*;
use crate::domain::{change::Op, kinds::ticket::trash::Purge};

#[test]
fn a_status_goes_with_its_tickets_moved_and_never_to_itself() {
    let mut house = House::new();
    let ticket = house.ticket(1);
    house.patch(MEMBER, ticket, json!({"statusId": BLOCKED}));
    let delete = |to: &str| json!({"kind": "status.delete", "statusId": BLOCKED, "moveTo": to});
    assert_eq!(house.refused(ADMIN, delete(BLOCKED)), (RefusalCode::ValidationFailed, Some("moveTo".into())));
    assert_eq!(house.refused(ADMIN, delete(LIST)), (RefusalCode::NotFound, Some("moveTo".into())));
    house.does(ADMIN, delete(STARTED));
    assert_eq!(house.at(ticket).status_id, status_id(STARTED));
    assert!(!house.world.tables.statuses.contains_key(&status_id(BLOCKED)));
    assert_eq!(house.refused(ADMIN, delete(STARTED)), (RefusalCode::NotFound, Some("statusId".into())));
}

#[test]
fn a_status_in_use_keeps_its_category() {
    let mut house = House::new();
    let category = json!({"kind": "status.update", "statusId": BLOCKED, "patch": {"category": "completed"}});
    let ticket = house.ticket(1);
    house.patch(MEMBER, ticket, json!({"statusId": BLOCKED}));
    assert_eq!(house.refused(ADMIN, category.clone()), (RefusalCode::Conflict, Some("category".into())));
    house.patch(MEMBER, ticket, json!({"statusId": STARTED}));
    house.does(ADMIN, category);
}

#[test]
fn a_list_goes_with_its_tickets_taken_out_or_moved() {
    for (to, left) in [(None, vec![OTHER_LIST.to_owned()]), (Some(OTHER_LIST), vec![OTHER_LIST.to_owned()])] {
        let mut house = House::new();
        let (both, one) = (house.ticket(1), house.ticket(2));
        house.patch(MEMBER, both, json!({"lists": {"add": [LIST, OTHER_LIST]}}));
        house.patch(MEMBER, one, json!({"lists": {"add": [LIST]}}));
        house.does(MEMBER, json!({"kind": "list.delete", "listId": LIST, "moveTo": to}));
        assert_eq!(house.lists_of(both), left);
        assert_eq!(house.lists_of(one), to.map(str::to_owned).into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_label_goes_from_every_ticket_private_ones_of_others_included() {
    let mut house = House::new();
    let shared = house.ticket(1);
    house.patch(MEMBER, shared, json!({"labels": {"add": [LABEL]}}));
    house.does(
        ZOE,
        json!({"kind": "ticket.create", "ticketId": id(2), "title": "Hers", "private": true, "labels": [LABEL]}),
    );
    let changes = house.does(MEMBER, json!({"kind": "label.delete", "labelId": LABEL}));
    assert!(house.at(shared).labels.is_empty() && house.at(id(2)).labels.is_empty());
    let hers = house.own(ZOE);
    let told: Vec<&Change> = changes.iter().filter(|(scope, _)| *scope != hers).map(|(_, change)| change).collect();
    assert!(told.iter().all(|change| change.id != id(2)), "no other member hears of her ticket: {told:?}");
    let home = house.home();
    assert!(changes.iter().any(|(scope, change)| *scope == home && change.op == Op::Delete));
}

#[test]
fn only_a_trashed_ticket_can_be_deleted_and_its_relations_go_with_it() {
    let mut house = House::new();
    house.tickets(1..=4);
    house.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    house.patch(MEMBER, id(3), json!({"parentTicketId": id(2)}));
    house.does(MEMBER, json!({"kind": "link.create", "linkId": id(9), "linkKind": "blocks", "fromTicketId": id(2), "toTicketId": id(4)}));
    let delete = json!({"kind": "ticket.delete", "ticketId": id(2)});
    assert_eq!(house.refused(MEMBER, delete.clone()).0, RefusalCode::Conflict);
    house.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(2)}));
    assert_eq!(house.at(id(2)).trashed_by_user_id, Some(MEMBER));
    house.does(MEMBER, delete.clone());
    assert_eq!(house.at(id(3)).parent_ticket_id, None);
    assert!(house.at(id(1)).subtasks_order.is_empty());
    assert_eq!(house.world.index.links_of(TicketId(id(4))).count(), 0);
    assert_eq!(house.refused(MEMBER, delete).0, RefusalCode::NotFound);
    house.ticket(5);
    assert_eq!(house.at(id(5)).number, 5, "a number is never used again");
}

/// What the server's own delete of a ticket does, in the name of a person.
fn purge(house: &mut House, by: UserId, ticket: Uuid, trashed_before: Instant) -> Decision {
    let purge = Purge { ticket_id: TicketId(ticket), trashed_before };
    let order = Order { id: house.next(), by, from: None, what: What::Purge(purge) };
    let decision = decide(&house.world, &order, house.now).expect("a decision");
    house.take(&decision);
    decision
}

#[test]
fn tr1_the_server_deletes_a_ticket_that_was_in_the_trash_for_too_long_also_for_a_person_who_has_left() {
    let mut house = House::new();
    house.tickets(1..=3);
    house.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    house.patch(MEMBER, id(3), json!({"parentTicketId": id(2)}));
    house.does(ZOE, json!({"kind": "ticket.trash", "ticketId": id(2)}));
    house.does(OWNER, json!({"kind": "member.remove", "userId": ZOE}));
    let trashed = house.now;
    house.pass(60);
    let now = house.now;
    assert!(
        purge(&mut house, ZOE, id(2), trashed).writes.is_empty(),
        "it came into the trash at that instant, not before"
    );
    assert!(purge(&mut house, ZOE, id(1), now).writes.is_empty(), "it is not in the trash");
    assert!(!purge(&mut house, ZOE, id(2), now).writes.is_empty());
    assert!(!house.world.tables.tickets.contains_key(&TicketId(id(2))));
    assert_eq!(house.at(id(3)).parent_ticket_id, None);
    assert!(house.at(id(1)).subtasks_order.is_empty());
    assert!(purge(&mut house, ZOE, id(2), now).writes.is_empty(), "it has gone already");
}

#[test]
fn tr1_a_restored_ticket_stays() {
    let mut house = House::new();
    house.tickets(1..=1);
    house.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(1)}));
    house.does(MEMBER, json!({"kind": "ticket.restore", "ticketId": id(1)}));
    house.pass(60);
    let now = house.now;
    assert!(purge(&mut house, MEMBER, id(1), now).writes.is_empty());
    assert_eq!(house.at(id(1)).trashed_at, None);
}

#[test]
fn trash_and_restore_leave_everything_else_as_it_was() {
    let mut house = House::new();
    let ticket = house.ticket(1);
    house.patch(MEMBER, ticket, json!({"priority": "day", "lists": {"add": [LIST]}}));
    let before = house.at(ticket).clone();
    house.does(ZOE, json!({"kind": "tickets.trash", "ticketIds": [ticket, ticket]}));
    assert!(house.at(ticket).trashed_at.is_some());
    house.does(ZOE, json!({"kind": "tickets.restore", "ticketIds": [ticket]}));
    assert_eq!(house.at(ticket), &before);
}

#[test]
fn comments_are_counted_and_go_with_their_reactions() {
    let mut house = House::new();
    let ticket = house.ticket(1);
    for (n, by) in [(20, ZOE), (21, ZOE), (22, MEMBER)] {
        house.does(by, json!({"kind": "comment.create", "commentId": id(n), "ticketId": ticket, "message": "hm"}));
    }
    assert_eq!((house.at(ticket).comments, house.at(ticket).commented_by_user_ids.clone()), (3, vec![ZOE, MEMBER]));
    house.does(MEMBER, json!({"kind": "reaction.add", "activityId": id(20), "emoji": "👍"}));
    house.does(MEMBER, json!({"kind": "reaction.add", "activityId": id(20), "emoji": "👍"}));
    assert_eq!(house.world.tables.reactions.len(), 1, "the same reaction twice is one");
    house.does(ZOE, json!({"kind": "comment.delete", "commentId": id(20)}));
    assert_eq!((house.at(ticket).comments, house.world.tables.reactions.len()), (2, 0));
    let again = json!({"kind": "comment.create", "commentId": id(21), "ticketId": ticket, "message": "hm"});
    assert_eq!(house.refused(ZOE, again), (RefusalCode::AlreadyExists, Some("commentId".into())));
}
