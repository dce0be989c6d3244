//! Where tickets live, and how they move between homes.

use super::restricted::*;
use super::*;
use crate::domain::change::Op;

fn home_of(fixture: &Fixture, ticket: Uuid) -> Option<ScopeId> {
    fixture.world.index.get(TicketId(ticket)).map(|entry| entry.scope)
}

fn into_secret() -> Value {
    json!({"lists": {"add": [SECRET], "remove": [LIST, OTHER_LIST]}})
}

fn link(n: u32, kind: &str, from: Uuid, to: Uuid) -> Value {
    json!({"kind": "link.create", "linkId": id(n), "linkKind": kind, "fromTicketId": from, "toTicketId": to})
}

#[test]
fn hm1_a_ticket_lives_in_the_scope_of_its_one_restricted_list_or_in_the_workspace() {
    let mut fixture = with_secret();
    let ticket = secret_ticket(&mut fixture, 1);
    let secret = scope_of(&fixture, SECRET);
    assert_eq!(home_of(&fixture, ticket), Some(secret));
    assert_eq!(fixture.at(ticket).number, 1, "the workspace numbers it");
    let part = json!({"kind": "ticket.create", "ticketId": id(2), "title": "Part", "parentTicketId": ticket});
    fixture.does(MEMBER, part);
    assert_eq!((home_of(&fixture, id(2)), fixture.at(id(2)).number), (Some(secret), 2), "a subtask in no list");
    let open = open_ticket(&mut fixture, 3);
    let lists = (RefusalCode::ValidationFailed, Some("lists".to_owned()));
    assert_eq!(fixture.patch_refused(MEMBER, open, json!({"lists": {"add": [SECRET]}})), lists);
    assert_eq!(fixture.patch_refused(MEMBER, ticket, json!({"lists": {"add": [LIST]}})), lists);
    for (private, both) in [(false, json!([LIST, SECRET])), (true, json!([SECRET]))] {
        let new =
            json!({"kind": "ticket.create", "ticketId": id(4), "title": "Both", "private": private, "listIds": both});
        assert_eq!(fixture.refused(MEMBER, new), lists);
    }
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": null}));
    assert_eq!(fixture.lists_of(id(2)), [SECRET], "it stays where it was");
}

#[test]
fn hm2_a_ticket_moves_with_everything_below_it_in_one_event() {
    let mut fixture = with_secret();
    let root = open_ticket(&mut fixture, 1);
    for (n, above, lists) in [(2, root, json!([OTHER_LIST])), (3, id(2), json!([]))] {
        fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "Part", "parentTicketId": above, "listIds": lists}));
    }
    let (home, secret) = (fixture.home(), scope_of(&fixture, SECRET));
    let there = fixture.patch(MEMBER, root, into_secret());
    let moved = |changes: &[(ScopeId, Change)]| {
        of(EntityKind::Ticket, changes).into_iter().map(|(scope, op, _)| (scope, op)).collect::<Vec<_>>()
    };
    assert_eq!(moved(&there), [(home, Op::Delete), (secret, Op::Create)].repeat(3));
    let created = there.iter().filter(|(_, change)| change.entity == EntityKind::Ticket && change.op == Op::Create);
    assert!(
        created.clone().all(|(_, change)| change.data.as_ref().is_some_and(|it| it.contains_key("statusId"))),
        "whole"
    );
    assert_eq!(
        [id(1), id(2), id(3)].map(|it| fixture.lists_of(it)),
        [vec![SECRET.to_owned()], vec![SECRET.to_owned()], vec![]]
    );
    assert_eq!([id(1), id(2), id(3)].map(|it| fixture.at(it).number), [1, 2, 3]);
    assert_eq!(fixture.at(id(3)).parent_ticket_id, Some(TicketId(id(2))));
    let back = fixture.patch(MEMBER, root, json!({"lists": {"add": [LIST], "remove": [SECRET]}}));
    assert_eq!(moved(&back), [(secret, Op::Delete), (home, Op::Create)].repeat(3));
    assert_eq!(fixture.lists_of(id(2)), [LIST]);
}

#[test]
fn hm2_a_subtask_alone_does_not_move_and_a_bulk_edit_moves_it_with_its_parent() {
    let mut fixture = with_secret();
    let root = open_ticket(&mut fixture, 1);
    let part =
        json!({"kind": "ticket.create", "ticketId": id(2), "title": "Part", "parentTicketId": root, "listIds": [LIST]});
    fixture.does(MEMBER, part);
    assert_eq!(fixture.patch_refused(MEMBER, id(2), into_secret()).0, RefusalCode::Conflict);
    let alone = json!({"kind": "ticket.move", "ticketId": id(2), "listId": SECRET});
    assert_eq!(fixture.refused(MEMBER, alone).0, RefusalCode::Conflict);
    let both = json!({"kind": "tickets.update", "ticketIds": [id(2), root], "patch": into_secret()});
    fixture.does(MEMBER, both);
    assert_eq!([root, id(2)].map(|it| home_of(&fixture, it)), [Some(scope_of(&fixture, SECRET)); 2]);
    let apart = json!({"lists": {"add": [LIST], "remove": [SECRET]}, "parentTicketId": null});
    fixture.patch(MEMBER, id(2), apart);
    assert_eq!((home_of(&fixture, id(2)), fixture.at(id(2)).parent_ticket_id), (Some(fixture.home()), None));
    assert!(fixture.at(root).subtasks_order.is_empty());
}

#[test]
fn hm2_a_person_moves_only_tickets_that_they_may_change_and_only_where_they_may_make_some() {
    let mut fixture = with_secret();
    let there = secret_ticket(&mut fixture, 1);
    fixture.does(MEMBER, share(GUEST, "edit"));
    let out = json!({"lists": {"remove": [SECRET]}});
    assert_eq!(
        fixture.patch_refused(GUEST, there, out).0,
        RefusalCode::Forbidden,
        "a guest does not see the workspace"
    );
    let role = json!({"kind": "role.create", "roleId": id(80), "name": "Own", "capabilities": ["read", "createTickets", "editOwnTickets"]});
    fixture.does(OWNER, role);
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": id(80)}));
    fixture.does(MEMBER, share(ZOE, "edit"));
    fixture.does(ZOE, json!({"kind": "ticket.create", "ticketId": id(2), "title": "Mine", "listIds": [LIST]}));
    let part = json!({"kind": "ticket.create", "ticketId": id(3), "title": "Part", "parentTicketId": id(2)});
    fixture.does(MEMBER, part);
    assert_eq!(fixture.patch_refused(ZOE, id(2), into_secret()).0, RefusalCode::Forbidden, "the part is MEMBER's");
    fixture.patch(MEMBER, id(3), json!({"assigneesIds": {"add": [ZOE]}}));
    fixture.does(MEMBER, share(ZOE, "comment"));
    assert_eq!(fixture.patch_refused(ZOE, id(2), into_secret()).0, RefusalCode::Forbidden, "a share of a low level");
    fixture.does(MEMBER, share(ZOE, "edit"));
    fixture.patch(ZOE, id(2), into_secret());
    assert_eq!(home_of(&fixture, id(3)), Some(scope_of(&fixture, SECRET)));
}

#[test]
fn hm2_a_bulk_edit_whose_tickets_have_too_many_subtasks_is_refused_and_not_deferred() {
    let mut fixture = with_secret();
    let roots = [1, 2].map(|n| open_ticket(&mut fixture, n));
    for n in 0..700 {
        let above = roots[n as usize % 2];
        let part =
            json!({"kind": "ticket.create", "ticketId": id(1_000 + n), "title": "Part", "parentTicketId": above});
        fixture.does(MEMBER, part);
    }
    let both = json!({"kind": "tickets.update", "ticketIds": roots, "patch": into_secret()});
    assert_eq!(fixture.refused(MEMBER, both).0, RefusalCode::TooMany);
}

#[test]
fn hm7_several_tickets_move_all_or_none_and_an_undo_is_decided_by_the_rights_of_its_moment() {
    let mut fixture = with_secret();
    let [first, root] = [1, 2].map(|n| open_ticket(&mut fixture, n));
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(3), "title": "Part", "parentTicketId": root}));
    let home = Some(fixture.home());
    for command in [
        json!({"kind": "tickets.update", "ticketIds": [first, id(3)], "patch": into_secret()}),
        json!({"kind": "tickets.move", "ticketIds": [first, id(3)], "listId": SECRET}),
    ] {
        assert_eq!(fixture.refused(MEMBER, command).0, RefusalCode::Conflict, "a subtask without its parent");
        assert_eq!([first, root, id(3)].map(|it| home_of(&fixture, it)), [home; 3]);
    }
    fixture.does(MEMBER, share(ZOE, "edit"));
    fixture.patch(ZOE, first, into_secret());
    fixture.does(MEMBER, json!({"kind": "share.remove", "listId": SECRET, "userId": ZOE}));
    let back = json!({"lists": {"add": [LIST], "remove": [SECRET]}});
    assert_eq!(fixture.patch_refused(ZOE, first, back.clone()).0, RefusalCode::NotFound);
    fixture.patch(MEMBER, first, back);
    assert_eq!(home_of(&fixture, first), home);
}

#[test]
fn hm2_no_more_than_an_event_of_tickets_moves() {
    let mut fixture = with_secret();
    let root = open_ticket(&mut fixture, 1);
    for n in 0..700 {
        let part = json!({"kind": "ticket.create", "ticketId": id(1_000 + n), "title": "Part", "parentTicketId": root});
        fixture.does(MEMBER, part);
    }
    assert_eq!(fixture.patch_refused(MEMBER, root, into_secret()).0, RefusalCode::TooMany);
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(1_000)}));
    fixture.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": id(1_000)}));
    fixture.patch(MEMBER, root, into_secret());
    assert_eq!(home_of(&fixture, id(1_699)), Some(scope_of(&fixture, SECRET)));
}

#[test]
fn hm2_tickets_that_are_put_into_a_list_of_another_home_leave_their_lists() {
    let mut fixture = with_secret();
    let there = secret_ticket(&mut fixture, 1);
    for n in [2, 3] {
        open_ticket(&mut fixture, n);
        fixture.patch(MEMBER, id(n), json!({"lists": {"add": [OTHER_LIST]}}));
    }
    fixture
        .does(MEMBER, json!({"kind": "tickets.move", "ticketIds": [id(3), id(2)], "listId": SECRET, "after": there}));
    let mut order: Vec<_> = [there, id(2), id(3)].map(|it| (fixture.at(it).lists[0].rank.clone(), it)).into();
    order.sort();
    assert_eq!(order.into_iter().map(|(_, it)| it).collect::<Vec<_>>(), [there, id(3), id(2)]);
    assert_eq!(fixture.lists_of(id(2)), [SECRET]);
    fixture.does(MEMBER, json!({"kind": "ticket.move", "ticketId": id(2), "listId": LIST}));
    assert_eq!((home_of(&fixture, id(2)), fixture.lists_of(id(2))), (Some(fixture.home()), vec![LIST.to_owned()]));
}

#[test]
fn hm3_people_who_do_not_see_the_new_home_are_unassigned_and_cannot_be_assigned_there() {
    let mut fixture = with_secret();
    fixture.does(MEMBER, share(GUEST, "view"));
    let ticket = open_ticket(&mut fixture, 1);
    fixture.patch(MEMBER, ticket, json!({"assigneesIds": {"add": [ZOE, MEMBER]}, "reportBy": ADMIN}));
    fixture.patch(MEMBER, ticket, into_secret());
    assert_eq!((fixture.at(ticket).assignees_ids.clone(), fixture.at(ticket).report_by), (vec![MEMBER], None));
    fixture.patch(MEMBER, ticket, json!({"assigneesIds": {"add": [GUEST]}}));
    let refused = fixture.patch_refused(MEMBER, ticket, json!({"assigneesIds": {"add": [ZOE]}}));
    assert_eq!(refused, (RefusalCode::Conflict, Some("assigneesIds".into())));
    fixture.patch(MEMBER, ticket, json!({"lists": {"add": [LIST], "remove": [SECRET]}}));
    assert_eq!(fixture.at(ticket).assignees_ids, [MEMBER], "the guest does not see the workspace");
}

#[test]
fn hm4_the_history_of_a_move_is_in_the_new_home_alone_and_names_no_restricted_list() {
    let mut fixture = with_secret();
    let ticket = open_ticket(&mut fixture, 1);
    let (home, secret) = (fixture.home(), scope_of(&fixture, SECRET));
    for (patch, at, data) in [
        (into_secret(), secret, json!({"added": [], "removed": []})),
        (json!({"lists": {"add": [LIST], "remove": [SECRET]}}), home, json!({"added": [LIST], "removed": []})),
    ] {
        let changes = fixture.patch(MEMBER, ticket, patch);
        let notes: Vec<_> = changes.iter().filter(|(_, change)| change.entity == EntityKind::Activity).collect();
        assert_eq!(notes.len(), 1);
        assert_eq!((notes[0].0, &notes[0].1.data.as_ref().expect("whole")["data"]), (at, &data));
    }
}

#[test]
fn hm5_only_relates_and_duplicates_tie_an_open_ticket_to_a_restricted_one_and_the_list_has_the_link() {
    let mut fixture = with_secret();
    let (there, open) = (secret_ticket(&mut fixture, 1), open_ticket(&mut fixture, 2));
    let field = (RefusalCode::ValidationFailed, Some("toTicketId".to_owned()));
    assert_eq!(fixture.refused(MEMBER, link(80, "blocks", open, there)), field);
    let secret = scope_of(&fixture, SECRET);
    for (n, kind) in [(81, "relates"), (82, "duplicates")] {
        let changes = fixture.does(MEMBER, link(n, kind, open, there));
        assert_eq!(of(EntityKind::Link, &changes), [(secret, Op::Create, id(n))]);
        assert_eq!(changes.len(), 1, "no history names a ticket of another home");
    }
    fixture.does(MEMBER, json!({"kind": "list.create", "listId": id(64), "name": "Other", "restricted": true}));
    let other = json!({"kind": "ticket.create", "ticketId": id(3), "title": "Other", "listIds": [id(64)]});
    fixture.does(MEMBER, other);
    assert_eq!(fixture.refused(MEMBER, link(83, "relates", there, id(3))), field);
    // What ZOE does not see neither counts nor stands in the way.
    assert_eq!(fixture.refused(ZOE, json!({"kind": "link.delete", "linkId": id(81)})).0, RefusalCode::NotFound);
    let parent = fixture.patch_refused(MEMBER, open, json!({"parentTicketId": there}));
    assert_eq!(parent, (RefusalCode::ValidationFailed, Some("parentTicketId".into())));
}

#[test]
fn hm5_the_links_of_a_moved_or_deleted_ticket_follow_it_or_go_also_those_that_nobody_here_sees() {
    let mut fixture = with_secret();
    let (there, open, other) =
        (secret_ticket(&mut fixture, 1), open_ticket(&mut fixture, 2), open_ticket(&mut fixture, 3));
    fixture.does(MEMBER, link(81, "relates", open, there));
    fixture.does(MEMBER, link(82, "blocks", open, other));
    fixture.does(MEMBER, link(83, "duplicates", open, other));
    let (home, secret) = (fixture.home(), scope_of(&fixture, SECRET));
    let links = |changes: &[(ScopeId, Change)]| {
        let mut links = of(EntityKind::Link, changes);
        links.sort_by_key(|(_, _, id)| *id);
        links
    };
    let changes = fixture.patch(MEMBER, open, into_secret());
    assert_eq!(
        links(&changes),
        [(home, Op::Delete, id(82)), (home, Op::Delete, id(83)), (secret, Op::Create, id(83)),]
    );
    let back = fixture.patch(MEMBER, open, json!({"lists": {"add": [LIST], "remove": [SECRET]}}));
    assert_eq!(links(&back), [(secret, Op::Delete, id(83)), (home, Op::Create, id(83))]);
    fixture.does(ZOE, json!({"kind": "ticket.trash", "ticketId": open}));
    let gone = fixture.does(ZOE, json!({"kind": "ticket.delete", "ticketId": open}));
    assert_eq!(links(&gone), [(secret, Op::Delete, id(81)), (home, Op::Delete, id(83))]);
}

#[test]
fn hm6_a_shared_ticket_keeps_its_number_in_every_home_also_while_it_is_private() {
    let mut fixture = with_secret();
    let mine = json!({"kind": "ticket.create", "ticketId": id(9), "title": "Mine", "private": true});
    fixture.does(MEMBER, mine);
    let ticket = open_ticket(&mut fixture, 1);
    for (patch, number) in [
        (into_secret(), 1),
        (json!({"private": true}), -1),
        (json!({"private": false}), 1),
        (json!({"private": true}), -1),
        (json!({"private": false, "lists": {"add": [SECRET]}}), 1),
    ] {
        fixture.patch(MEMBER, ticket, patch.clone());
        assert_eq!(fixture.at(ticket).number, number, "{patch}");
    }
    fixture.patch(MEMBER, ticket, json!({"private": true}));
    let taken = fixture.world.index.by_number(fixture.home(), 1);
    assert_eq!(taken, Some(TicketId(ticket)), "the number stays taken");
    assert_eq!(fixture.at(id(9)).number, 1, "a ticket that was always private has a number of its own");
    fixture.patch(MEMBER, id(9), json!({"private": false}));
    assert_eq!(fixture.at(id(9)).number, 2);
}
