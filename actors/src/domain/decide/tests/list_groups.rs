//! Groups of lists (GR1 to GR4), the settings of a list, and archived lists (AR1 to AR4).

use super::*;
use crate::domain::{
    change::Op,
    ids::{GroupId, ListId},
    kinds::{group::Group, list::List},
};

const WORK: u32 = 201;
const HOME: u32 = 202;
const DEEP: u32 = 203;
const DEEPER: u32 = 204;

fn create(group: u32, name: &str, parent: Option<u32>) -> Value {
    json!({"kind": "group.create", "groupId": id(group), "name": name, "parentGroupId": parent.map(id)})
}

fn into(list: &str, group: Option<u32>) -> Value {
    json!({"kind": "list.move", "listId": list, "groupId": group.map(id)})
}

fn put(group: u32, parent: Option<u32>) -> Value {
    json!({"kind": "group.move", "groupId": id(group), "parentGroupId": parent.map(id)})
}

fn group(fixture: &Fixture, n: u32) -> &Group {
    &fixture.world.tables.groups[&GroupId(id(n))]
}

fn list<'h>(fixture: &'h Fixture, list: &str) -> &'h List {
    &fixture.world.tables.lists[&ListId(list.parse().expect("an id"))]
}

fn archive(list: &str) -> Value {
    json!({"kind": "list.archive", "listId": list})
}

/// A workspace with the group WORK in which HOME stands.
fn fixture() -> Fixture {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(WORK, "Work", None));
    fixture.does(MEMBER, create(HOME, "Home", Some(WORK)));
    fixture
}

#[test]
fn gr1_groups_live_with_the_workspace_take_the_right_to_edit_lists_and_are_hidden_from_guests() {
    let mut fixture = fixture();
    assert_eq!(fixture.world.home_of(EntityKind::Group, id(WORK)), fixture.home());
    assert_eq!(
        (group(&fixture, HOME).name.as_str(), group(&fixture, HOME).parent_group_id),
        ("Home", Some(GroupId(id(WORK))))
    );
    let rename = json!({"kind": "group.update", "groupId": id(WORK), "patch": {"name": "Job", "color": "teal"}});
    let delete = json!({"kind": "group.delete", "groupId": id(WORK)});
    for command in [create(DEEP, "Deep", None), rename.clone(), put(WORK, None), delete.clone()] {
        for by in [VIEWER, COMMENTER] {
            assert_eq!(fixture.refused(by, command.clone()).0, RefusalCode::Forbidden, "{command}");
        }
        assert_eq!(
            fixture.refused(GUEST, command.clone()).0,
            fixture.refused(GUEST, create(99, "x", None)).0,
            "{command}"
        );
    }
    let mut missing = rename.clone();
    missing["groupId"] = json!(id(299));
    assert_eq!(fixture.refused(MEMBER, missing), (RefusalCode::NotFound, Some("groupId".into())));
    fixture.does(ZOE, rename);
    assert_eq!(group(&fixture, WORK).name, "Job");
    assert_eq!(fixture.refused(ZOE, create(DEEP, " job ", None)), (RefusalCode::AlreadyExists, Some("name".into())));
    assert_eq!(fixture.refused(ZOE, create(WORK, "New", None)), (RefusalCode::AlreadyExists, Some("groupId".into())));
}

#[test]
fn gr2_groups_nest_three_levels_deep_and_never_inside_themselves() {
    let mut fixture = fixture();
    fixture.does(MEMBER, create(DEEP, "Deep", Some(HOME)));
    let parent = Some("parentGroupId".to_owned());
    assert_eq!(
        fixture.refused(MEMBER, create(DEEPER, "Deeper", Some(DEEP))),
        (RefusalCode::ValidationFailed, parent.clone())
    );
    assert_eq!(fixture.refused(MEMBER, create(DEEPER, "Deeper", Some(299))), (RefusalCode::NotFound, parent.clone()));
    for inner in [WORK, HOME, DEEP] {
        assert_eq!(fixture.refused(MEMBER, put(WORK, Some(inner))), (RefusalCode::Cycle, parent.clone()));
    }
    fixture.does(MEMBER, create(DEEPER, "Deeper", None));
    assert_eq!(fixture.refused(MEMBER, put(WORK, Some(DEEPER))), (RefusalCode::ValidationFailed, parent));
    fixture.does(MEMBER, put(HOME, Some(DEEPER)));
    assert_eq!(group(&fixture, HOME).parent_group_id, Some(GroupId(id(DEEPER))));
    // Without a group in the command, a group changes only its place in the order.
    fixture.does(MEMBER, json!({"kind": "group.move", "groupId": id(HOME), "after": id(WORK)}));
    assert_eq!(group(&fixture, HOME).parent_group_id, Some(GroupId(id(DEEPER))));
    fixture.does(MEMBER, put(HOME, None));
    assert_eq!(group(&fixture, HOME).parent_group_id, None);
}

#[test]
fn gr3_a_list_stands_in_one_group_or_in_none_and_the_person_must_see_the_group() {
    let mut fixture = fixture();
    fixture.does(MEMBER, into(LIST, Some(HOME)));
    assert_eq!(list(&fixture, LIST).group_id, Some(GroupId(id(HOME))));
    fixture.does(MEMBER, json!({"kind": "list.move", "listId": LIST, "after": OTHER_LIST}));
    assert_eq!(list(&fixture, LIST).group_id, Some(GroupId(id(HOME))));
    fixture.does(MEMBER, into(LIST, None));
    assert_eq!(list(&fixture, LIST).group_id, None);
    assert_eq!(fixture.refused(MEMBER, into(LIST, Some(299))), (RefusalCode::NotFound, Some("groupId".into())));
    let new = |n: u32, group: u32| json!({"kind": "list.create", "listId": id(n), "name": "New", "icon": "rocket", "description": " Up. ", "groupId": id(group)});
    assert_eq!(fixture.refused(MEMBER, new(60, 299)), (RefusalCode::NotFound, Some("groupId".into())));
    fixture.does(MEMBER, new(60, HOME));
    let made = list(&fixture, &id(60).to_string());
    assert_eq!((made.group_id, made.description.as_str()), (Some(GroupId(id(HOME))), "Up."));
}

#[test]
fn gr3_a_guest_with_a_share_of_a_list_meets_no_group() {
    let mut fixture = fixture();
    fixture.does(MEMBER, into(LIST, Some(HOME)));
    fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(list(&fixture, LIST).group_id, Some(GroupId(id(HOME))));
    fixture.does(MEMBER, json!({"kind": "share.set", "listId": LIST, "userId": GUEST, "level": "edit"}));
    assert!(!fixture.world.shows(GUEST, EntityKind::Group, id(HOME)));
    let [known, unknown] = [HOME, 299].map(|n| fixture.ask(GUEST, into(LIST, Some(n))).map_err(|it| it.to_string()));
    assert_eq!(known.expect_err("a refusal"), unknown.expect_err("a refusal"));
}

#[test]
fn gr4_what_stands_in_a_deleted_group_moves_up_in_one_event_and_a_restricted_list_of_others_is_not_touched() {
    let mut fixture = fixture();
    fixture.does(MEMBER, create(DEEP, "Deep", Some(HOME)));
    for it in [LIST, OTHER_LIST] {
        fixture.does(MEMBER, into(it, Some(HOME)));
    }
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": OTHER_LIST}));
    let changes = fixture.does(MEMBER, json!({"kind": "group.delete", "groupId": id(HOME)}));
    let home = fixture.home();
    assert!(changes.iter().all(|(scope, _)| *scope == home), "{changes:?}");
    let ops: Vec<Op> = changes.iter().map(|(_, change)| change.op).collect();
    assert_eq!(ops, [Op::Update, Op::Update, Op::Delete]);
    let work = Some(GroupId(id(WORK)));
    assert_eq!((group(&fixture, DEEP).parent_group_id, list(&fixture, LIST).group_id), (work, work));
    assert_eq!(list(&fixture, OTHER_LIST).group_id, Some(GroupId(id(HOME))));
}

#[test]
fn a_list_has_an_icon_and_a_description_of_a_few_sentences() {
    let mut fixture = Fixture::with_commons();
    let update = |patch: Value| json!({"kind": "list.update", "listId": LIST, "patch": patch});
    fixture.does(MEMBER, update(json!({"icon": "rocket", "description": " Tiles and gutters. "})));
    assert_eq!(
        (list(&fixture, LIST).icon.is_some(), list(&fixture, LIST).description.as_str()),
        (true, "Tiles and gutters.")
    );
    fixture.does(MEMBER, update(json!({"icon": null, "description": ""})));
    assert_eq!((list(&fixture, LIST).icon, list(&fixture, LIST).description.as_str()), (None, ""));
    for (patch, code, field) in [
        (json!({"icon": "house of cards"}), RefusalCode::ValidationFailed, "icon"),
        (json!({"description": null}), RefusalCode::ValidationFailed, "description"),
        (json!({"description": "x".repeat(1_001)}), RefusalCode::PayloadTooLarge, "description"),
    ] {
        let (found, at) = fixture.refused(MEMBER, update(patch.clone()));
        assert_eq!((found, at.unwrap_or_default().ends_with(field)), (code, true), "{patch}");
    }
}

#[test]
fn ar1_archiving_takes_the_right_to_edit_lists_and_a_repeated_command_changes_nothing() {
    let mut fixture = Fixture::with_commons();
    for by in [VIEWER, COMMENTER] {
        assert_eq!(fixture.refused(by, archive(LIST)).0, RefusalCode::Forbidden);
    }
    assert_eq!(fixture.refused(GUEST, archive(LIST)).0, fixture.refused(GUEST, archive(&id(299).to_string())).0);
    fixture.does(MEMBER, archive(LIST));
    let since = list(&fixture, LIST).archived_at;
    assert!(since.is_some());
    fixture.pass(60);
    assert!(fixture.does(MEMBER, archive(LIST)).is_empty());
    assert_eq!(list(&fixture, LIST).archived_at, since);
    fixture.does(MEMBER, json!({"kind": "list.unarchive", "listId": LIST}));
    assert_eq!(list(&fixture, LIST).archived_at, None);
    assert!(fixture.does(MEMBER, json!({"kind": "list.unarchive", "listId": LIST})).is_empty());
}

#[test]
fn ar2_no_ticket_comes_into_an_archived_list() {
    let mut fixture = Fixture::with_commons();
    fixture.ticket(1);
    fixture.does(MEMBER, archive(LIST));
    let new = json!({"kind": "ticket.create", "ticketId": id(2), "title": "New", "listIds": [LIST]});
    let add = json!({"kind": "ticket.update", "ticketId": id(1), "patch": {"lists": {"add": [LIST]}}});
    let lists = (RefusalCode::Conflict, Some("lists".to_owned()));
    assert_eq!(fixture.refused(MEMBER, new), lists);
    assert_eq!(fixture.refused(MEMBER, add), lists);
    let list_id = (RefusalCode::Conflict, Some("listId".to_owned()));
    assert_eq!(fixture.refused(MEMBER, json!({"kind": "ticket.move", "ticketId": id(1), "listId": LIST})), list_id);
    assert_eq!(fixture.refused(MEMBER, json!({"kind": "tickets.move", "ticketIds": [id(1)], "listId": LIST})), list_id);
    let delete = json!({"kind": "list.delete", "listId": OTHER_LIST, "moveTo": LIST});
    assert_eq!(fixture.refused(MEMBER, delete), (RefusalCode::Conflict, Some("moveTo".into())));
}

#[test]
fn ar3_the_tickets_of_archived_lists_rest_unless_another_list_of_theirs_is_in_use() {
    let mut fixture = Fixture::with_commons();
    fixture.tickets([1, 2, 3]);
    fixture.patch(MEMBER, id(1), json!({"lists": {"add": [LIST]}}));
    fixture.patch(MEMBER, id(2), json!({"lists": {"add": [LIST, OTHER_LIST]}}));
    fixture.does(MEMBER, archive(LIST));
    let update = |n: u32| json!({"kind": "ticket.update", "ticketId": id(n), "patch": {"title": "Other"}});
    let trash = |n: u32| json!({"kind": "ticket.trash", "ticketId": id(n)});
    let out = |n: u32| json!({"kind": "ticket.move", "ticketId": id(n), "listId": OTHER_LIST});
    let rank = |n: u32| json!({"kind": "subtask.move", "ticketId": id(n)});
    for command in [update(1), trash(1), out(1), rank(1)] {
        assert_eq!(fixture.refused(MEMBER, command.clone()).0, RefusalCode::Conflict, "{command}");
    }
    fixture.does(MEMBER, update(2));
    fixture.does(MEMBER, update(3));
    // People may still talk about a ticket at rest, and link others to it.
    fixture.does(ZOE, json!({"kind": "comment.create", "commentId": id(40), "ticketId": id(1), "message": "Why?"}));
    fixture.does(
        ZOE,
        json!({"kind": "link.create", "linkId": id(41), "linkKind": "relates", "fromTicketId": id(3), "toTicketId": id(1)}),
    );
    // Deleting what a ticket at rest names rewrites the ticket.
    fixture.does(OWNER, json!({"kind": "label.delete", "labelId": LABEL}));
    fixture.does(MEMBER, json!({"kind": "list.unarchive", "listId": LIST}));
    fixture.does(MEMBER, update(1));
}

#[test]
fn ar4_an_archived_list_can_still_be_renamed_moved_shared_and_deleted() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, archive(LIST));
    fixture.does(MEMBER, json!({"kind": "list.update", "listId": LIST, "patch": {"name": "Old roof"}}));
    fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    assert!(list(&fixture, LIST).archived_at.is_some());
    fixture.does(MEMBER, json!({"kind": "list.open", "listId": LIST}));
    assert!(list(&fixture, LIST).archived_at.is_some());
    fixture.does(MEMBER, json!({"kind": "list.delete", "listId": LIST}));
}
