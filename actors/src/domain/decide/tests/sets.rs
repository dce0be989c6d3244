//! Changes of sets name added and removed values; a command that changes nothing makes no event (CM4).

use super::*;

#[test]
fn sets_add_and_remove_and_additions_of_two_people_both_survive() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"assigneesIds": {"add": [MEMBER]}}));
    fixture.patch(ZOE, ticket, json!({"assigneesIds": {"add": [ZOE]}}));
    assert_eq!(fixture.at(ticket).assignees_ids, vec![MEMBER, ZOE]);
    fixture.patch(ZOE, ticket, json!({"assigneesIds": {"add": [ADMIN], "remove": [MEMBER]}}));
    assert_eq!(fixture.at(ticket).assignees_ids, vec![ZOE, ADMIN]);
    fixture.patch(MEMBER, ticket, json!({"labels": {"add": [LABEL, LABEL]}, "lists": {"add": [LIST, OTHER_LIST]}}));
    assert_eq!(fixture.at(ticket).labels.len(), 1);
    assert_eq!(fixture.lists_of(ticket), vec![LIST, OTHER_LIST]);
    fixture.patch(MEMBER, ticket, json!({"lists": {"remove": [LIST]}}));
    assert_eq!(fixture.lists_of(ticket), vec![OTHER_LIST]);
}

#[test]
fn c04_a_value_added_to_a_set_must_exist() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for (patch, field) in [
        (json!({"assigneesIds": {"add": [STRANGER]}}), "assigneesIds"),
        (json!({"labels": {"add": [id(7)]}}), "labels"),
        (json!({"fields": {id(7).to_string(): 3}}), "fields"),
        (json!({"taskTypeId": id(7)}), "taskTypeId"),
        (json!({"componentsIds": {"add": [id(7)]}}), "componentsIds"),
        (json!({"fixVersionsIds": {"add": [id(7)]}}), "fixVersionsIds"),
        (json!({"sprintId": id(7)}), "sprintId"),
        (json!({"lists": {"add": [id(7)]}}), "lists"),
        (json!({"statusId": id(7)}), "statusId"),
        (json!({"reportBy": STRANGER}), "reportBy"),
        (json!({"parentTicketId": id(7)}), "parentTicketId"),
    ] {
        assert_eq!(fixture.patch_refused(MEMBER, ticket, patch), (RefusalCode::NotFound, Some(field.into())));
    }
}

#[test]
fn cm4_a_command_without_effect_makes_no_change() {
    let mut fixture = Fixture::new();
    fixture.records();
    let ticket = fixture.ticket(1);
    fixture.patch(
        MEMBER,
        ticket,
        json!({"title": "Same", "description": "same", "statusId": STARTED, "assigneesIds": {"add": [ZOE]},
               "labels": {"add": [LABEL]}, "lists": {"add": [LIST]}, "priority": "week", "startDate": "2030-01-01",
               "dueDate": "2030-02-02", "reportBy": ZOE, "taskTypeId": BUG, "componentsIds": {"add": [PARSER]},
               "fixVersionsIds": {"add": [SPRING]}, "sprintId": FIRST_SPRINT}),
    );
    for patch in [
        json!({}),
        json!({"title": "Same"}),
        json!({"title": "  Same "}),
        json!({"description": "same"}),
        json!({"statusId": STARTED}),
        json!({"assigneesIds": {"add": [ZOE], "remove": [ADMIN]}}),
        json!({"labels": {"add": [LABEL]}}),
        json!({"lists": {"add": [LIST], "remove": [OTHER_LIST]}}),
        json!({"priority": "week"}),
        json!({"startDate": "2030-01-01", "dueDate": "2030-02-02"}),
        json!({"reportBy": ZOE}),
        json!({"taskTypeId": BUG}),
        json!({"componentsIds": {"add": [PARSER], "remove": [SERVER]}}),
        json!({"fixVersionsIds": {"add": [SPRING]}}),
        json!({"sprintId": FIRST_SPRINT}),
        json!({"parentTicketId": null}),
        json!({"private": false}),
    ] {
        let changes = fixture.patch(MEMBER, ticket, patch.clone());
        assert!(changes.is_empty(), "{patch}: {changes:?}");
    }
    let done = fixture.status("Done").clone();
    for command in [
        json!({"kind": "ticket.restore", "ticketId": ticket}),
        json!({"kind": "workspace.update", "patch": {"name": "House", "icon": null}}),
        json!({"kind": "status.update", "statusId": done.id, "patch": {"name": "Done", "category": "completed"}}),
        json!({"kind": "list.update", "listId": LIST, "patch": {"name": "Roof"}}),
        json!({"kind": "label.update", "labelId": LABEL, "patch": {}}),
        json!({"kind": "taskType.update", "taskTypeId": BUG, "patch": {"name": "Bug", "icon": "bug"}}),
        json!({"kind": "component.update", "componentId": PARSER, "patch": {"name": "Parser", "leadUserId": null}}),
        json!({"kind": "fixVersion.update", "fixVersionId": SPRING, "patch": {"state": "unreleased"}}),
        json!({"kind": "sprint.update", "sprintId": FIRST_SPRINT, "patch": {"state": "planned", "goal": "", "startDate": null}}),
        json!({"kind": "member.setRole", "userId": ZOE, "role": "member"}),
    ] {
        let changes = fixture.does(OWNER, command.clone());
        assert!(changes.is_empty(), "{command}: {changes:?}");
    }
}

#[test]
fn an_update_carries_exactly_the_changed_fields() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.pass(1);
    let changes = fixture.patch(MEMBER, ticket, json!({"priority": "day", "title": "Ticket 1"}));
    assert_eq!(ticket_fields(&changes), vec![vec!["priority".to_owned(), "updatedAt".to_owned()]]);
    fixture.pass(1);
    let changes = fixture.patch(MEMBER, ticket, json!({"priority": null}));
    let cleared = changes.iter().find_map(|(_, change)| change.data.as_ref()?.get("priority").cloned());
    assert_eq!(cleared, Some(Value::Null), "null clears");
}

#[test]
fn a_rank_puts_a_ticket_behind_the_one_named() {
    let mut fixture = Fixture::new();
    for n in 1..=4 {
        fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "Row", "listIds": [LIST]}));
    }
    let order = |fixture: &Fixture| {
        let mut rows: Vec<_> = (1..=4).map(|n| (fixture.at(id(n)).lists[0].rank.clone(), n)).collect();
        rows.sort();
        rows.into_iter().map(|(_, n)| n).collect::<Vec<_>>()
    };
    assert_eq!(order(&fixture), vec![1, 2, 3, 4], "new ones go last");
    fixture.does(MEMBER, json!({"kind": "ticket.move", "ticketId": id(4), "listId": LIST}));
    assert_eq!(order(&fixture), vec![4, 1, 2, 3]);
    fixture.does(MEMBER, json!({"kind": "ticket.move", "ticketId": id(4), "listId": LIST, "after": id(2)}));
    assert_eq!(order(&fixture), vec![1, 2, 4, 3]);
    let behind_itself = json!({"kind": "ticket.move", "ticketId": id(1), "listId": LIST, "after": id(1)});
    assert_eq!(fixture.refused(MEMBER, behind_itself), (RefusalCode::ValidationFailed, Some("after".into())));
    let elsewhere = json!({"kind": "ticket.move", "ticketId": id(1), "listId": OTHER_LIST, "after": id(2)});
    assert_eq!(fixture.refused(MEMBER, elsewhere), (RefusalCode::Conflict, Some("after".into())));
}

#[test]
fn several_tickets_move_as_they_are_named_between_two_neighbours() {
    let mut fixture = Fixture::new();
    let row =
        |n: u32, list: &str| json!({"kind": "ticket.create", "ticketId": id(n), "title": "Row", "listIds": [list]});
    for n in 1..=5 {
        fixture.does(MEMBER, row(n, LIST));
    }
    fixture.does(MEMBER, row(6, OTHER_LIST));
    let order = |fixture: &Fixture| {
        let place = |n: u32| fixture.at(id(n)).lists.iter().find(|place| place.list_id.to_string() == LIST);
        let mut rows: Vec<_> = (1..=6).filter_map(|n| Some((place(n)?.rank.clone(), n))).collect();
        rows.sort();
        rows.into_iter().map(|(_, n)| n).collect::<Vec<_>>()
    };
    let to = |ids: &[u32], after: Option<u32>| {
        let ids: Vec<Uuid> = ids.iter().map(|n| id(*n)).collect();
        json!({"kind": "tickets.move", "ticketIds": ids, "listId": LIST, "after": after.map(id)})
    };
    for (moved, after, expected) in [
        (&[4, 2][..], Some(1), vec![1, 4, 2, 3, 5]),
        (&[5, 4], None, vec![5, 4, 1, 2, 3]),
        (&[1, 5], Some(3), vec![4, 2, 3, 1, 5]),
        (&[3, 2, 3], Some(4), vec![4, 3, 2, 1, 5]),
        (&[1, 6], Some(4), vec![4, 1, 6, 3, 2, 5]),
    ] {
        let changes = fixture.does(MEMBER, to(moved, after));
        assert_eq!(order(&fixture), expected, "{moved:?} behind {after:?}");
        let kept = moved.iter().filter(|n| **n != 6);
        assert!(kept.clone().all(|n| fixture.lists_of(id(*n)) == vec![LIST.to_owned()]), "{moved:?}");
        let traces = changes.iter().filter(|(_, change)| change.entity == EntityKind::Activity).count();
        assert_eq!(traces, usize::from(moved.contains(&6)), "only who comes into the list has a trace of it");
    }
    assert_eq!(fixture.lists_of(id(6)), vec![OTHER_LIST.to_owned(), LIST.to_owned()]);

    let moves = |ids: Value, list: &str, after: Option<u32>| json!({"kind": "tickets.move", "ticketIds": ids, "listId": list, "after": after.map(id)});
    for (refused, code, field) in [
        (moves(json!([]), LIST, None), RefusalCode::ValidationFailed, Some("ticketIds")),
        (moves(json!([id(1), id(2)]), LIST, Some(2)), RefusalCode::ValidationFailed, Some("after")),
        (moves(json!([id(1), id(2)]), OTHER_LIST, Some(3)), RefusalCode::Conflict, Some("after")),
        (moves(json!([id(1), id(2)]), LIST, Some(99)), RefusalCode::NotFound, Some("after")),
        (moves(json!([id(1), id(99)]), LIST, None), RefusalCode::NotFound, None),
        (moves(json!([id(1)]), LABEL, None), RefusalCode::NotFound, Some("listId")),
    ] {
        assert_eq!(fixture.refused(MEMBER, refused.clone()), (code, field.map(str::to_owned)), "{refused}");
    }
}

#[test]
fn each_edit_leaves_its_trace_in_the_history() {
    let mut fixture = Fixture::new();
    fixture.records();
    let ticket = fixture.ticket(1);
    for (patch, kind, field) in [
        (json!({"title": "New"}), "nameChange", None),
        (json!({"description": "text"}), "description", None),
        (json!({"statusId": STARTED}), "statusChange", None),
        (json!({"assigneesIds": {"add": [ZOE]}}), "assigneeChange", None),
        (json!({"lists": {"add": [LIST]}}), "listsChange", None),
        (json!({"lists": {"add": [OTHER_LIST], "remove": [LIST]}}), "listsChange", None),
        (json!({"lists": {"remove": [OTHER_LIST]}}), "listsChange", None),
        (json!({"lists": {"add": [LIST, OTHER_LIST]}}), "multipleListsChange", None),
        (json!({"labels": {"add": [LABEL]}}), "customFieldChange", Some("labels")),
        (json!({"priority": "day"}), "customFieldChange", Some("priority")),
        (json!({"startDate": "2030-05-05"}), "customFieldChange", Some("startDate")),
        (json!({"dueDate": "2030-06-06"}), "customFieldChange", Some("dueDate")),
        (json!({"reportBy": ZOE}), "createdUserIdChange", None),
        (json!({"taskTypeId": BUG}), "taskTypeChange", None),
        (json!({"componentsIds": {"add": [PARSER]}}), "componentsChange", None),
        (json!({"fixVersionsIds": {"add": [SPRING]}}), "fixVersionsChange", None),
        (json!({"sprintId": FIRST_SPRINT}), "customFieldChange", Some("sprintId")),
    ] {
        let changes = fixture.patch(ZOE, ticket, patch.clone());
        let traces: Vec<&Value> = changes
            .iter()
            .filter(|(_, change)| change.entity == EntityKind::Activity)
            .filter_map(|(_, change)| change.data.as_ref()?.get("kind"))
            .collect();
        assert_eq!(traces, vec![&json!(kind)], "{patch}");
        let data = changes.iter().find_map(|(_, change)| change.data.as_ref()?.get("data").cloned());
        assert_eq!(data.as_ref().and_then(|data| data["field"].as_str()), field, "{patch}");
    }
}
