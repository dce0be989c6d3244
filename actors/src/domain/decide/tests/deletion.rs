//! The effects of deleting statuses, lists, labels, tickets and comments.

use super::*;
use crate::domain::{change::Op, kinds::ticket::trash::Purge};

#[test]
fn a_status_goes_with_its_tickets_moved_and_never_to_itself() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"statusId": BLOCKED}));
    let delete = |to: &str| json!({"kind": "status.delete", "statusId": BLOCKED, "moveTo": to});
    assert_eq!(fixture.refused(ADMIN, delete(BLOCKED)), (RefusalCode::ValidationFailed, Some("moveTo".into())));
    assert_eq!(fixture.refused(ADMIN, delete(LIST)), (RefusalCode::NotFound, Some("moveTo".into())));
    fixture.does(ADMIN, delete(STARTED));
    assert_eq!(fixture.at(ticket).status_id, status_id(STARTED));
    assert!(!fixture.world.tables.statuses.contains_key(&status_id(BLOCKED)));
    assert_eq!(fixture.refused(ADMIN, delete(STARTED)), (RefusalCode::NotFound, Some("statusId".into())));
}

#[test]
fn a_status_in_use_keeps_its_category() {
    let mut fixture = Fixture::new();
    let category = json!({"kind": "status.update", "statusId": BLOCKED, "patch": {"category": "completed"}});
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"statusId": BLOCKED}));
    assert_eq!(fixture.refused(ADMIN, category.clone()), (RefusalCode::Conflict, Some("category".into())));
    fixture.patch(MEMBER, ticket, json!({"statusId": STARTED}));
    fixture.does(ADMIN, category);
}

#[test]
fn a_list_goes_with_its_tickets_taken_out_or_moved() {
    for (to, left) in [(None, vec![OTHER_LIST.to_owned()]), (Some(OTHER_LIST), vec![OTHER_LIST.to_owned()])] {
        let mut fixture = Fixture::new();
        let (both, one) = (fixture.ticket(1), fixture.ticket(2));
        fixture.patch(MEMBER, both, json!({"lists": {"add": [LIST, OTHER_LIST]}}));
        fixture.patch(MEMBER, one, json!({"lists": {"add": [LIST]}}));
        fixture.does(MEMBER, json!({"kind": "list.delete", "listId": LIST, "moveTo": to}));
        assert_eq!(fixture.lists_of(both), left);
        assert_eq!(fixture.lists_of(one), to.map(str::to_owned).into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_label_goes_from_every_ticket_private_ones_of_others_included() {
    let mut fixture = Fixture::new();
    let shared = fixture.ticket(1);
    fixture.patch(MEMBER, shared, json!({"labels": {"add": [LABEL]}}));
    fixture.does(
        ZOE,
        json!({"kind": "ticket.create", "ticketId": id(2), "title": "Hers", "private": true, "labels": [LABEL]}),
    );
    let changes = fixture.does(MEMBER, json!({"kind": "label.delete", "labelId": LABEL}));
    assert!(fixture.at(shared).labels.is_empty() && fixture.at(id(2)).labels.is_empty());
    let hers = fixture.own(ZOE);
    let told: Vec<&Change> = changes.iter().filter(|(scope, _)| *scope != hers).map(|(_, change)| change).collect();
    assert!(told.iter().all(|change| change.id != id(2)), "no other member hears of her ticket: {told:?}");
    let home = fixture.home();
    assert!(changes.iter().any(|(scope, change)| *scope == home && change.op == Op::Delete));
}

#[test]
fn only_a_trashed_ticket_can_be_deleted_and_its_relations_go_with_it() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=4);
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    fixture.patch(MEMBER, id(3), json!({"parentTicketId": id(2)}));
    fixture.does(MEMBER, json!({"kind": "link.create", "linkId": id(9), "linkKind": "blocks", "fromTicketId": id(2), "toTicketId": id(4)}));
    let delete = json!({"kind": "ticket.delete", "ticketId": id(2)});
    assert_eq!(fixture.refused(MEMBER, delete.clone()).0, RefusalCode::Conflict);
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(2)}));
    assert_eq!(fixture.at(id(2)).trashed_by_user_id, Some(MEMBER));
    fixture.does(MEMBER, delete.clone());
    assert_eq!(fixture.at(id(3)).parent_ticket_id, None);
    assert!(fixture.at(id(1)).subtasks_order.is_empty());
    assert_eq!(fixture.world.index.links_of(TicketId(id(4))).count(), 0);
    assert_eq!(fixture.refused(MEMBER, delete).0, RefusalCode::NotFound);
    fixture.ticket(5);
    assert_eq!(fixture.at(id(5)).number, 5, "a number is never used again");
}

/// What the server's own delete of a ticket does, in the name of a person.
fn purge(fixture: &mut Fixture, by: UserId, ticket: Uuid, trashed_before: Instant) -> Decision {
    let purge = Purge { ticket_id: TicketId(ticket), trashed_before };
    let order = Order { id: fixture.next(), by, narrowing: Narrowing::NONE, from: None, what: What::Purge(purge) };
    let decision = decide(&fixture.world, &order, fixture.now).expect("a decision");
    fixture.take(&decision);
    decision
}

#[test]
fn tr1_the_server_deletes_a_ticket_that_was_in_the_trash_for_too_long_also_for_a_person_who_has_left() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=3);
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    fixture.patch(MEMBER, id(3), json!({"parentTicketId": id(2)}));
    fixture.does(ZOE, json!({"kind": "ticket.trash", "ticketId": id(2)}));
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": ZOE}));
    let trashed = fixture.now;
    fixture.pass(60);
    let now = fixture.now;
    assert!(
        purge(&mut fixture, ZOE, id(2), trashed).writes.is_empty(),
        "it came into the trash at that instant, not before"
    );
    assert!(purge(&mut fixture, ZOE, id(1), now).writes.is_empty(), "it is not in the trash");
    assert!(!purge(&mut fixture, ZOE, id(2), now).writes.is_empty());
    assert!(!fixture.world.tables.tickets.contains_key(&TicketId(id(2))));
    assert_eq!(fixture.at(id(3)).parent_ticket_id, None);
    assert!(fixture.at(id(1)).subtasks_order.is_empty());
    assert!(purge(&mut fixture, ZOE, id(2), now).writes.is_empty(), "it has gone already");
}

#[test]
fn tr1_a_restored_ticket_stays() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=1);
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(1)}));
    fixture.does(MEMBER, json!({"kind": "ticket.restore", "ticketId": id(1)}));
    fixture.pass(60);
    let now = fixture.now;
    assert!(purge(&mut fixture, MEMBER, id(1), now).writes.is_empty());
    assert_eq!(fixture.at(id(1)).trashed_at, None);
}

#[test]
fn trash_and_restore_leave_everything_else_as_it_was() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"priority": "day", "lists": {"add": [LIST]}}));
    let before = fixture.at(ticket).clone();
    fixture.does(ZOE, json!({"kind": "tickets.trash", "ticketIds": [ticket, ticket]}));
    assert!(fixture.at(ticket).trashed_at.is_some());
    fixture.does(ZOE, json!({"kind": "tickets.restore", "ticketIds": [ticket]}));
    assert_eq!(fixture.at(ticket), &before);
}

#[test]
fn comments_are_counted_and_go_with_their_reactions() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for (n, by) in [(20, ZOE), (21, ZOE), (22, MEMBER)] {
        fixture.does(by, json!({"kind": "comment.create", "commentId": id(n), "ticketId": ticket, "message": "hm"}));
    }
    assert_eq!((fixture.at(ticket).comments, fixture.at(ticket).commented_by_user_ids.clone()), (3, vec![ZOE, MEMBER]));
    fixture.does(MEMBER, json!({"kind": "reaction.add", "activityId": id(20), "emoji": "👍"}));
    fixture.does(MEMBER, json!({"kind": "reaction.add", "activityId": id(20), "emoji": "👍"}));
    assert_eq!(fixture.world.tables.reactions.len(), 1, "the same reaction twice is one");
    fixture.does(ZOE, json!({"kind": "comment.delete", "commentId": id(20)}));
    assert_eq!((fixture.at(ticket).comments, fixture.world.tables.reactions.len()), (2, 0));
    let again = json!({"kind": "comment.create", "commentId": id(21), "ticketId": ticket, "message": "hm"});
    assert_eq!(fixture.refused(ZOE, again), (RefusalCode::AlreadyExists, Some("commentId".into())));
}
