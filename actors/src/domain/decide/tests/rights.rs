//! Rights: every kind of command by every kind of person.

use std::collections::BTreeSet;

use super::*;
use crate::domain::{
    capability::Capability::{self, *},
    change::Write,
    entity::{Activity, ActivityKind, Entity, MemberState},
    ids::{ActivityId, RoleId},
    kinds::role::BuiltIn,
};

const ROLE: Uuid = Uuid::from_u128(0x1_0000_0080);

/// A command of each kind that the fixture allows, and the capability that it takes. `ROLE` is a role without holders.
pub(super) fn every_kind() -> Vec<(Value, Capability)> {
    let (ticket, other, child, comment) = (id(1), id(2), id(3), id(40));
    vec![
        (json!({"kind": "workspace.update", "patch": {"name": "Hut"}}), UpdateWorkspace),
        (json!({"kind": "workCalendar.update", "patch": {"weekdays": {"add": ["sunday"]}}}), UpdateWorkspace),
        (json!({"kind": "member.setRole", "userId": ZOE, "role": "guest"}), ManageMembers),
        (json!({"kind": "member.deactivate", "userId": ZOE}), ManageMembers),
        (json!({"kind": "member.restore", "userId": ZOE}), ManageMembers),
        (json!({"kind": "role.create", "roleId": id(96), "name": "Triage", "capabilities": ["read"]}), ManageRoles),
        (json!({"kind": "role.update", "roleId": ROLE, "patch": {"name": "Painter"}}), ManageRoles),
        (json!({"kind": "role.delete", "roleId": ROLE, "moveTo": "guest"}), ManageRoles),
        (json!({"kind": "status.create", "statusId": id(90), "name": "New", "category": "started"}), ManageStatuses),
        (json!({"kind": "status.update", "statusId": STARTED, "patch": {"name": "At it"}}), ManageStatuses),
        (json!({"kind": "status.move", "statusId": STARTED}), ManageStatuses),
        (json!({"kind": "status.delete", "statusId": CANCELED, "moveTo": STARTED}), ManageStatuses),
        (json!({"kind": "list.create", "listId": id(91), "name": "Attic"}), CreateLists),
        (json!({"kind": "list.update", "listId": LIST, "patch": {"color": "pink"}}), EditLists),
        (json!({"kind": "list.move", "listId": LIST}), EditLists),
        (json!({"kind": "list.delete", "listId": LIST}), DeleteLists),
        (json!({"kind": "list.restrict", "listId": LIST}), RestrictLists),
        (json!({"kind": "list.archive", "listId": LIST}), EditLists),
        (json!({"kind": "list.unarchive", "listId": LIST}), EditLists),
        (json!({"kind": "group.create", "groupId": id(91), "name": "Home"}), EditLists),
        (json!({"kind": "group.update", "groupId": id(90), "patch": {"name": "Job"}}), EditLists),
        (json!({"kind": "group.move", "groupId": id(90)}), EditLists),
        (json!({"kind": "group.delete", "groupId": id(90)}), EditLists),
        (
            json!({"kind": "savedView.create", "savedViewId": id(95), "name": "Late", "personal": false, "listId": LIST, "layout": "kanban", "filter": "due <= today", "groupBy": "status", "sortBy": "due", "descending": false, "columns": ["status"]}),
            EditLists,
        ),
        (
            json!({"kind": "baseline.create", "baselineId": id(95), "name": "Plan", "personal": false, "listId": LIST}),
            EditLists,
        ),
        (
            json!({"kind": "template.create", "templateId": id(96), "name": "Check", "listId": LIST, "tickets": [{"title": "Check"}]}),
            EditLists,
        ),
        (json!({"kind": "template.update", "templateId": id(89), "patch": {"name": "Other"}}), EditLists),
        (json!({"kind": "template.delete", "templateId": id(89)}), EditLists),
        (json!({"kind": "label.create", "labelId": id(92), "name": "dry"}), ManageLabels),
        (json!({"kind": "label.update", "labelId": LABEL, "patch": {"name": "damp"}}), ManageLabels),
        (json!({"kind": "label.delete", "labelId": LABEL}), ManageLabels),
        (
            json!({"kind": "attribute.create", "attributeId": id(97), "name": "Estimate", "type": "number"}),
            ManageAttributes,
        ),
        (json!({"kind": "attribute.update", "attributeId": SIDES, "patch": {"name": "Walls"}}), ManageAttributes),
        (json!({"kind": "attribute.move", "attributeId": SIDES, "after": null}), ManageAttributes),
        (json!({"kind": "attribute.delete", "attributeId": SIDES}), ManageAttributes),
        (json!({"kind": "option.create", "optionId": id(98), "attributeId": SIDES, "name": "East"}), ManageAttributes),
        (json!({"kind": "option.update", "optionId": NORTH, "patch": {"color": "red"}}), ManageAttributes),
        (json!({"kind": "option.move", "optionId": NORTH, "after": null}), ManageAttributes),
        (json!({"kind": "option.delete", "optionId": NORTH}), ManageAttributes),
        (
            json!({"kind": "labelSet.create", "attributeId": id(87), "labelSetId": id(98), "name": "Size"}),
            ManageAttributes,
        ),
        (
            json!({"kind": "labelSet.update", "attributeId": id(87), "labelSetId": id(88), "patch": {"single": true}}),
            ManageAttributes,
        ),
        (
            json!({"kind": "labelSet.move", "attributeId": id(87), "labelSetId": id(88), "after": null}),
            ManageAttributes,
        ),
        (
            json!({"kind": "labelSet.moveLabel", "attributeId": id(87), "labelSetId": id(88), "labelId": LABEL, "after": null}),
            ManageAttributes,
        ),
        (json!({"kind": "labelSet.delete", "attributeId": id(87), "labelSetId": id(88)}), ManageAttributes),
        (json!({"kind": "systemAttribute.set", "key": "labels", "patch": {"name": "Tags"}}), ManageAttributes),
        (json!({"kind": "taskType.create", "taskTypeId": id(97), "name": "Story"}), ManageAttributes),
        (json!({"kind": "taskType.update", "taskTypeId": BUG, "patch": {"name": "Fault"}}), ManageAttributes),
        (json!({"kind": "taskType.move", "taskTypeId": EPIC, "after": null}), ManageAttributes),
        (json!({"kind": "taskType.delete", "taskTypeId": BUG, "moveTo": EPIC}), ManageAttributes),
        (json!({"kind": "component.create", "componentId": id(97), "name": "Client"}), ManageLabels),
        (json!({"kind": "component.update", "componentId": PARSER, "patch": {"name": "Reader"}}), ManageLabels),
        (json!({"kind": "component.delete", "componentId": PARSER}), ManageLabels),
        (json!({"kind": "fixVersion.create", "fixVersionId": id(97), "name": "Winter"}), ManageLabels),
        (json!({"kind": "fixVersion.update", "fixVersionId": SPRING, "patch": {"state": "released"}}), ManageLabels),
        (json!({"kind": "fixVersion.delete", "fixVersionId": SPRING, "moveTo": AUTUMN}), ManageLabels),
        (json!({"kind": "sprint.create", "sprintId": id(97), "name": "Third"}), ManageLabels),
        (json!({"kind": "sprint.update", "sprintId": FIRST_SPRINT, "patch": {"state": "active"}}), ManageLabels),
        (json!({"kind": "sprint.complete", "sprintId": FIRST_SPRINT, "moveTo": NEXT_SPRINT}), ManageLabels),
        (json!({"kind": "sprint.delete", "sprintId": FIRST_SPRINT, "moveTo": NEXT_SPRINT}), ManageLabels),
        (json!({"kind": "ticket.create", "ticketId": id(93), "title": "New"}), CreateTickets),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Other"}}), EditTickets),
        (json!({"kind": "tickets.update", "ticketIds": [ticket, other], "patch": {"priority": "day"}}), EditTickets),
        (json!({"kind": "ticket.trash", "ticketId": ticket}), DeleteTickets),
        (json!({"kind": "ticket.restore", "ticketId": id(5)}), DeleteTickets),
        (json!({"kind": "ticket.delete", "ticketId": id(5)}), DeleteTickets),
        (json!({"kind": "tickets.trash", "ticketIds": [ticket, other]}), DeleteTickets),
        (json!({"kind": "tickets.restore", "ticketIds": [id(5)]}), DeleteTickets),
        (json!({"kind": "ticket.move", "ticketId": ticket, "listId": LIST}), EditTickets),
        (json!({"kind": "tickets.move", "ticketIds": [ticket, other], "listId": LIST}), EditTickets),
        (json!({"kind": "subtask.move", "ticketId": child, "after": id(4)}), EditTickets),
        (
            json!({"kind": "link.create", "linkId": id(94), "linkKind": "relates", "fromTicketId": ticket, "toTicketId": child}),
            EditTickets,
        ),
        (json!({"kind": "link.delete", "linkId": id(30)}), EditTickets),
        (json!({"kind": "roadmapPlace.move", "items": [{"kind": "epic", "id": ticket}]}), EditTickets),
        (json!({"kind": "roadmapPlace.clear", "items": [{"kind": "epic", "id": ticket}]}), EditTickets),
        (json!({"kind": "linkLag.set", "linkId": id(30), "days": 2}), EditTickets),
        (
            json!({"kind": "urlLink.create", "urlLinkId": id(99), "ticketId": ticket, "url": "https://example.org"}),
            EditTickets,
        ),
        (json!({"kind": "urlLink.update", "urlLinkId": id(31), "patch": {"title": "Plans"}}), EditTickets),
        (json!({"kind": "urlLink.delete", "urlLinkId": id(31)}), EditTickets),
        (
            json!({"kind": "recurrence.set", "ticketId": ticket, "period": "day", "interval": 1, "countedFrom": "dueDate"}),
            EditTickets,
        ),
        (json!({"kind": "recurrence.remove", "ticketId": other}), EditTickets),
        (json!({"kind": "file.delete", "fileId": id(31)}), EditTickets),
        (json!({"kind": "file.restore", "fileId": id(31)}), EditTickets),
        (json!({"kind": "comment.create", "commentId": id(95), "ticketId": ticket, "message": "hm"}), Comment),
        (json!({"kind": "comment.update", "commentId": comment, "message": "hum"}), Comment),
        (json!({"kind": "comment.delete", "commentId": comment}), Comment),
        (json!({"kind": "comment.resolve", "commentId": comment}), Comment),
        (json!({"kind": "comment.reopen", "commentId": comment}), Comment),
        (json!({"kind": "reaction.add", "activityId": comment, "emoji": "👍"}), Comment),
        (json!({"kind": "reaction.remove", "activityId": comment, "emoji": "🎉"}), Comment),
    ]
}

/// Tickets 1 and 2 linked, a file at 1, 2 with the subtasks 3 and 4, 5 in the trash, and a comment of `by` with a 🎉.
pub(super) fn fixture(by: UserId) -> Fixture {
    let mut fixture = Fixture::with_commons();
    fixture.sides();
    let sets = json!([{"labelSetId": id(88), "name": "All", "labelsOrder": [LABEL]}]);
    fixture.does(OWNER, json!({"kind": "attribute.create", "attributeId": id(87), "name": "Made of", "type": "multiSelect", "labelSets": sets}));
    fixture.records();
    fixture.does(OWNER, json!({"kind": "role.create", "roleId": ROLE, "name": "Nothing", "capabilities": []}));
    fixture.does(OWNER, json!({"kind": "group.create", "groupId": id(90), "name": "Work"}));
    let template =
        json!({"kind": "template.create", "templateId": id(89), "name": "Check", "tickets": [{"title": "Check"}]});
    fixture.does(OWNER, template);
    for n in 1..=5 {
        fixture.ticket(n);
    }
    for child in [3, 4] {
        fixture.patch(MEMBER, id(child), json!({"parentTicketId": id(2)}));
    }
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(5)}));
    fixture.does(
        MEMBER,
        json!({"kind": "link.create", "linkId": id(30), "linkKind": "blocks", "fromTicketId": id(1), "toTicketId": id(2)}),
    );
    let page = json!({"kind": "urlLink.create", "urlLinkId": id(31), "ticketId": id(1), "url": "https://example.org"});
    fixture.does(MEMBER, page);
    let repeats =
        json!({"kind": "recurrence.set", "ticketId": id(2), "period": "day", "interval": 1, "countedFrom": "dueDate"});
    fixture.does(MEMBER, repeats);
    fixture.file(31, id(1));
    let comment = Activity {
        id: ActivityId(id(40)),
        ticket_id: TicketId(id(1)),
        kind: ActivityKind::Comment,
        user_id: by,
        message: Some("said".into()),
        data: None,
        created_at: fixture.now,
        updated_at: None,
    };
    let home = fixture.home();
    fixture.world.apply(home, &Write::create(Entity::Activity(comment)));
    fixture
}

#[test]
fn every_kind_of_command_has_a_row_in_the_table() {
    let known: BTreeSet<&str> = Command::KINDS.iter().copied().collect();
    let mut rows: BTreeSet<String> =
        every_kind().iter().filter_map(|(command, _)| command["kind"].as_str().map(str::to_owned)).collect();
    // The right depends on the member that is removed, and only owners hand over: see `members`.
    rows.extend(["member.remove".into(), "member.handOver".into()]);
    // Each person who sees a ticket has a row of their own: see `inbox`.
    rows.insert("subscription.update".into());
    // Each member has a row of their own: see `preferences`.
    rows.insert("preferences.update".into());
    // The right depends on whose the view is: see `saved_views`.
    rows.extend(["savedView.update", "savedView.move", "savedView.delete"].map(str::to_owned));
    // The right depends on the owner of the baseline: see `baselines`.
    rows.extend(["baseline.update", "baseline.delete"].map(str::to_owned));
    // In a restricted list the share decides: see `restricted`.
    rows.extend(["list.open", "share.set", "share.remove"].map(str::to_owned));
    assert_eq!(rows.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

/// A person for each built-in role.
const PEOPLE: [(UserId, BuiltIn); 6] = [
    (OWNER, BuiltIn::Owner),
    (ADMIN, BuiltIn::Admin),
    (MEMBER, BuiltIn::Member),
    (COMMENTER, BuiltIn::Commenter),
    (VIEWER, BuiltIn::Viewer),
    (GUEST, BuiltIn::Guest),
];

#[test]
fn c12_each_built_in_role_may_send_exactly_the_commands_that_its_capabilities_name() {
    for (command, needed) in every_kind() {
        for (by, role) in PEOPLE {
            let mut fixture = fixture(by);
            let has = role.capabilities().has(needed);
            // A guest sees no open list, so its tickets answer like tickets that do not exist.
            let sees = role != BuiltIn::Guest;
            match fixture.ask(by, command.clone()) {
                Ok(_) => assert!(has && sees, "{role:?} was allowed {command}"),
                Err(refusal) => {
                    assert!(!(has && sees), "{role:?} was refused {command}: {refusal}");
                    let own = needed.for_own().is_some_and(|own| role.capabilities().has(own));
                    let hidden = !sees && (has || own) && needed != CreateTickets;
                    let code = if hidden { RefusalCode::NotFound } else { RefusalCode::Forbidden };
                    assert_eq!(refusal.code, code, "{role:?} {command}: {refusal}");
                }
            }
        }
    }
}

#[test]
fn c12_a_role_for_own_tickets_allows_the_tickets_that_the_person_made_or_is_assigned_to() {
    let mut fixture = fixture(MEMBER);
    let own = json!(["read", "createTickets", "editOwnTickets", "deleteOwnTickets"]);
    fixture.does(OWNER, json!({"kind": "role.update", "roleId": ROLE, "patch": {"capabilities": own}}));
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": ROLE}));
    fixture.does(ZOE, json!({"kind": "ticket.create", "ticketId": id(60), "title": "Mine"}));
    fixture.patch(ZOE, id(60), json!({"title": "Still mine"}));
    fixture.patch(MEMBER, id(2), json!({"assigneesIds": {"add": [ZOE]}}));
    fixture.patch(ZOE, id(2), json!({"title": "Given to me"}));
    for (command, allowed) in [
        (json!({"kind": "ticket.update", "ticketId": id(1), "patch": {"title": "Not mine"}}), false),
        (json!({"kind": "tickets.update", "ticketIds": [id(60), id(1)], "patch": {"priority": "day"}}), false),
        (json!({"kind": "ticket.move", "ticketId": id(1), "listId": LIST}), false),
        (json!({"kind": "ticket.move", "ticketId": id(2), "listId": LIST}), true),
        (json!({"kind": "roadmapPlace.move", "items": [{"kind": "epic", "id": id(1)}]}), false),
        (json!({"kind": "roadmapPlace.move", "items": [{"kind": "epic", "id": id(2)}]}), true),
        (json!({"kind": "roadmapPlace.move", "items": [{"kind": "version", "id": SPRING}]}), false),
        (json!({"kind": "ticket.trash", "ticketId": id(2)}), false),
        (json!({"kind": "ticket.trash", "ticketId": id(60)}), true),
        (json!({"kind": "comment.create", "commentId": id(61), "ticketId": id(60), "message": "hm"}), false),
    ] {
        assert_eq!(fixture.ask(ZOE, command.clone()).is_ok(), allowed, "{command}");
    }
}

#[test]
fn c09_nobody_gives_a_role_or_a_capability_that_they_do_not_have() {
    let mut fixture = fixture(MEMBER);
    let manages = json!(["read", "manageRoles", "manageMembers"]);
    fixture.does(OWNER, json!({"kind": "role.update", "roleId": ROLE, "patch": {"capabilities": manages}}));
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": ROLE}));
    let viewer = BuiltIn::Viewer.id(fixture.world.workspace.id);
    let refused = [
        json!({"kind": "role.create", "roleId": id(70), "name": "More", "capabilities": ["read", "comment"]}),
        json!({"kind": "role.update", "roleId": ROLE, "patch": {"capabilities": ["read", "import"]}}),
        json!({"kind": "member.setRole", "userId": VIEWER, "role": "member"}),
        json!({"kind": "member.setRole", "userId": VIEWER, "role": ROLE}),
        json!({"kind": "member.setRole", "userId": ZOE, "role": "admin"}),
        json!({"kind": "member.setRole", "userId": MEMBER, "role": viewer}),
        json!({"kind": "member.remove", "userId": MEMBER}),
    ];
    for command in refused {
        assert_eq!(fixture.refused(ZOE, command.clone()).0, RefusalCode::Forbidden, "{command}");
    }
    fixture.does(ZOE, json!({"kind": "role.create", "roleId": id(71), "name": "Less", "capabilities": ["read"]}));
    fixture.does(ZOE, json!({"kind": "member.setRole", "userId": VIEWER, "role": id(71)}));
    fixture.does(ZOE, json!({"kind": "member.remove", "userId": VIEWER}));
}

#[test]
fn c09_a_role_that_members_hold_is_changed_and_deleted_only_by_people_with_more_rights() {
    let mut fixture = fixture(MEMBER);
    let manages = json!(["read", "manageRoles", "manageMembers"]);
    fixture.does(OWNER, json!({"kind": "role.update", "roleId": ROLE, "patch": {"capabilities": manages}}));
    fixture.does(OWNER, json!({"kind": "role.create", "roleId": id(72), "name": "Peer", "capabilities": manages}));
    fixture.does(OWNER, json!({"kind": "role.create", "roleId": id(73), "name": "Reader", "capabilities": ["read"]}));
    for (user, role) in [(ZOE, ROLE), (MEMBER, id(72)), (VIEWER, id(73))] {
        fixture.does(OWNER, json!({"kind": "member.setRole", "userId": user, "role": role}));
    }
    for command in [
        json!({"kind": "role.update", "roleId": id(72), "patch": {"capabilities": []}}),
        json!({"kind": "role.delete", "roleId": id(72), "moveTo": "guest"}),
        json!({"kind": "role.update", "roleId": ROLE, "patch": {"capabilities": ["read"]}}),
        json!({"kind": "role.update", "roleId": id(73), "patch": {"capabilities": manages}}),
        json!({"kind": "role.delete", "roleId": id(73), "moveTo": ROLE}),
    ] {
        assert_eq!(fixture.refused(ZOE, command.clone()).0, RefusalCode::Forbidden, "{command}");
    }
    fixture.does(ZOE, json!({"kind": "role.update", "roleId": id(72), "patch": {"name": "Equals"}}));
    fixture.does(ZOE, json!({"kind": "role.update", "roleId": id(73), "patch": {"capabilities": []}}));
}

#[test]
fn c12_a_guest_brings_no_private_ticket_into_the_open_lists() {
    let mut fixture = fixture(MEMBER);
    fixture.does(GUEST, json!({"kind": "ticket.create", "ticketId": id(62), "title": "Mine", "private": true}));
    assert_eq!(fixture.patch_refused(GUEST, id(62), json!({"private": false})).0, RefusalCode::Forbidden);
}

#[test]
fn built_in_roles_are_locked_and_a_deleted_role_gives_its_holders_another() {
    let mut fixture = fixture(MEMBER);
    let viewer = BuiltIn::Viewer.id(fixture.world.workspace.id);
    for command in [
        json!({"kind": "role.update", "roleId": viewer, "patch": {"name": "Watcher"}}),
        json!({"kind": "role.delete", "roleId": viewer, "moveTo": "guest"}),
    ] {
        assert_eq!(fixture.refused(OWNER, command).0, RefusalCode::Conflict);
    }
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": ROLE}));
    let delete = |to: Value| json!({"kind": "role.delete", "roleId": ROLE, "moveTo": to});
    assert_eq!(fixture.refused(OWNER, delete(json!(ROLE))), (RefusalCode::ValidationFailed, Some("moveTo".into())));
    assert_eq!(fixture.refused(OWNER, delete(json!(id(88)))), (RefusalCode::NotFound, Some("moveTo".into())));
    fixture.does(OWNER, delete(json!(BuiltIn::Admin.id(fixture.world.workspace.id))));
    assert_eq!(fixture.member(ZOE).role, Role::Admin, "a built-in role that every version knows is named by its word");
    assert!(!fixture.world.tables.roles.contains_key(&RoleId(ROLE)));
}

#[test]
fn c02_a_user_who_is_not_in_the_workspace_is_told_that_there_is_none() {
    let mut gone = fixture(MEMBER);
    gone.does(OWNER, json!({"kind": "member.remove", "userId": ZOE}));
    let mut pending = fixture(MEMBER);
    if let Some(member) = pending.world.tables.members.get_mut(&ZOE) {
        member.state = MemberState::Pending;
    }
    for (command, _) in every_kind() {
        for by in [STRANGER, ZOE] {
            assert_eq!(gone.refusal(by, command.clone()), Refusal::not_found(crate::words::NO_WORKSPACE), "{command}");
        }
        assert_eq!(pending.refusal(ZOE, command.clone()), Refusal::not_found(crate::words::NO_WORKSPACE), "{command}");
    }
}

#[test]
fn c19_only_its_author_edits_a_comment_and_only_moderators_delete_comments_of_others() {
    let mut fixture = fixture(MEMBER);
    let delete = json!({"kind": "comment.delete", "commentId": id(40)});
    for (by, moderates) in [(OWNER, true), (ADMIN, true), (ZOE, false), (COMMENTER, false), (VIEWER, false)] {
        let update = json!({"kind": "comment.update", "commentId": id(40), "message": "mine"});
        assert_eq!(fixture.refused(by, update).0, RefusalCode::Forbidden);
        assert_eq!(fixture.ask(by, delete.clone()).is_ok(), moderates);
    }
    let history =
        fixture.world.tables.activities.values().find(|it| it.kind == ActivityKind::CreatedAt).expect("a history").id;
    assert_eq!(
        fixture.refused(MEMBER, json!({"kind": "comment.update", "commentId": history, "message": "forged"})),
        (RefusalCode::NotFound, Some("commentId".into())),
        "what the server wrote is no member's comment",
    );
}

#[test]
fn only_its_author_takes_a_reaction_back() {
    let mut fixture = fixture(MEMBER);
    fixture.does(MEMBER, json!({"kind": "reaction.add", "activityId": id(40), "emoji": "🎉"}));
    let nothing = fixture.does(ZOE, json!({"kind": "reaction.remove", "activityId": id(40), "emoji": "🎉"}));
    assert!(nothing.is_empty(), "{nothing:?}");
    assert_eq!(fixture.world.tables.reactions.len(), 1);
}
