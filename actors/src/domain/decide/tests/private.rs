//! Private tickets: in their creator's scope, and nowhere else.

use super::*;
use crate::domain::change::Op;

fn private_ticket(fixture: &mut Fixture, n: u32) -> Uuid {
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "Secret", "private": true}));
    id(n)
}

#[test]
fn ev3_a_private_ticket_lives_in_its_creators_scope_and_is_numbered_there() {
    let mut fixture = Fixture::new();
    fixture.ticket(1);
    fixture.ticket(2);
    let changes =
        fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(3), "title": "Secret", "private": true}));
    let own = fixture.own(MEMBER);
    assert!(changes.iter().all(|(scope, _)| *scope == own), "nothing of it anywhere else: {changes:?}");
    assert_eq!(fixture.at(id(3)).number, 1);
    assert_eq!(fixture.at(id(2)).number, 2);
    for change in [
        json!({"title": "Still secret"}),
        json!({"assigneesIds": {"add": [ZOE]}, "labels": {"add": [LABEL]}, "lists": {"add": [LIST]}}),
    ] {
        assert!(fixture.patch(MEMBER, id(3), change).iter().all(|(scope, _)| *scope == own));
    }
}

#[test]
fn c14_another_members_private_ticket_answers_like_one_that_does_not_exist() {
    let mut fixture = Fixture::new();
    let secret = private_ticket(&mut fixture, 1);
    let missing = id(2);
    let shared = fixture.ticket(3);
    fixture.does(MEMBER, json!({"kind": "comment.create", "commentId": id(40), "ticketId": secret, "message": "psst"}));
    let commands = |ticket: Uuid, comment: Uuid| {
        vec![
            json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "x"}}),
            json!({"kind": "tickets.update", "ticketIds": [shared, ticket], "patch": {"title": "x"}}),
            json!({"kind": "ticket.trash", "ticketId": ticket}),
            json!({"kind": "ticket.restore", "ticketId": ticket}),
            json!({"kind": "ticket.delete", "ticketId": ticket}),
            json!({"kind": "tickets.trash", "ticketIds": [shared, ticket]}),
            json!({"kind": "ticket.move", "ticketId": ticket, "listId": LIST}),
            json!({"kind": "ticket.move", "ticketId": shared, "listId": LIST, "after": ticket}),
            json!({"kind": "tickets.move", "ticketIds": [shared, ticket], "listId": LIST}),
            json!({"kind": "tickets.move", "ticketIds": [shared], "listId": LIST, "after": ticket}),
            json!({"kind": "subtask.move", "ticketId": ticket}),
            json!({"kind": "ticket.update", "ticketId": shared, "patch": {"parentTicketId": ticket}}),
            json!({"kind": "link.create", "linkId": id(9), "linkKind": "blocks", "fromTicketId": shared, "toTicketId": ticket}),
            json!({"kind": "link.create", "linkId": id(9), "linkKind": "relates", "fromTicketId": ticket, "toTicketId": shared}),
            json!({"kind": "comment.create", "commentId": id(9), "ticketId": ticket, "message": "hm"}),
            json!({"kind": "comment.update", "commentId": comment, "message": "hm"}),
            json!({"kind": "comment.delete", "commentId": comment}),
            json!({"kind": "reaction.add", "activityId": comment, "emoji": "👀"}),
        ]
    };
    for (there, nowhere) in commands(secret, id(40)).into_iter().zip(commands(missing, id(41))) {
        for by in [ZOE, ADMIN, OWNER] {
            let refusal = fixture.refusal(by, there.clone());
            assert_eq!(refusal.code, RefusalCode::NotFound, "{there}");
            assert_eq!(refusal, fixture.refusal(by, nowhere.clone()), "{there}");
        }
    }
}

#[test]
fn ev3_a_ticket_that_changes_sides_leaves_one_scope_and_arrives_whole_in_the_other() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"priority": "week", "labels": {"add": [LABEL]}}));
    let (home, own) = (fixture.home(), fixture.own(MEMBER));
    let tickets = |changes: Vec<(ScopeId, Change)>| {
        changes.into_iter().filter(|(_, change)| change.entity == EntityKind::Ticket).collect::<Vec<_>>()
    };
    for (private, from, to, number) in [(true, home, own, -1), (false, own, home, 1), (true, home, own, -1)] {
        let changes = tickets(fixture.patch(MEMBER, ticket, json!({"private": private})));
        let ops: Vec<(ScopeId, Op)> = changes.iter().map(|(scope, change)| (*scope, change.op)).collect();
        assert_eq!(ops, vec![(from, Op::Delete), (to, Op::Create)]);
        assert_eq!(changes[0].1.data, None, "who loses it learns nothing but that");
        let whole = changes[1].1.data.as_ref().expect("whole");
        assert_eq!(whole["labels"], json!([LABEL]));
        assert_eq!(fixture.at(ticket).number, number, "it keeps the number of the workspace");
    }
}

#[test]
fn hm6_in_a_workspace_without_commons_a_ticket_that_changes_sides_is_numbered_anew() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for (private, number) in [(true, 1), (false, 2), (true, 2)] {
        fixture.patch(MEMBER, ticket, json!({"private": private}));
        assert_eq!(fixture.at(ticket).number, number);
    }
}

#[test]
fn only_its_creator_makes_a_ticket_private_and_all_that_is_below_it_comes_along() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=4);
    assert_eq!(
        fixture.patch_refused(ZOE, id(1), json!({"private": true})),
        (RefusalCode::Forbidden, Some("private".into()))
    );
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    assert_eq!(fixture.patch_refused(MEMBER, id(2), json!({"private": true})).0, RefusalCode::Conflict, "not alone");
    for (n, kind, to) in [(8, "blocks", 2), (9, "relates", 3)] {
        fixture.does(MEMBER, json!({"kind": "link.create", "linkId": id(n), "linkKind": kind, "fromTicketId": id(1), "toTicketId": id(to)}));
    }
    fixture.patch(MEMBER, id(1), json!({"private": true}));
    assert!([id(1), id(2)].iter().all(|it| fixture.at(*it).private), "with its subtask");
    let own = fixture.own(MEMBER);
    assert_eq!(fixture.world.index.link(id(8).into()).map(|(scope, _)| *scope), Some(own));
    assert!(fixture.world.index.link(id(9).into()).is_none(), "a private ticket and a shared one are not linked");
    fixture.does(ZOE, json!({"kind": "ticket.create", "ticketId": id(5), "title": "Zoe's", "parentTicketId": id(4)}));
    assert_eq!(
        fixture.patch_refused(MEMBER, id(4), json!({"private": true})).0,
        RefusalCode::Forbidden,
        "Zoe's would go"
    );
    let several = json!({"kind": "tickets.update", "ticketIds": [id(3)], "patch": {"private": true}});
    assert_eq!(fixture.refused(MEMBER, several), (RefusalCode::ValidationFailed, Some("private".into())));
}

#[test]
fn a_private_ticket_and_a_shared_one_are_never_tied_together() {
    let mut fixture = Fixture::new();
    let secret = private_ticket(&mut fixture, 1);
    let shared = fixture.ticket(2);
    assert_eq!(
        fixture.patch_refused(MEMBER, shared, json!({"parentTicketId": secret})),
        (RefusalCode::ValidationFailed, Some("parentTicketId".into())),
    );
    let link = json!({"kind": "link.create", "linkId": id(9), "linkKind": "relates", "fromTicketId": secret, "toTicketId": shared});
    assert_eq!(fixture.refused(MEMBER, link), (RefusalCode::ValidationFailed, Some("toTicketId".into())));
}
