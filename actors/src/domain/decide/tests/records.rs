//! Task types, components and fix versions, and what tickets name of them (TT1 to TT3, CO1, FV1 and FV2).

use super::*;
use crate::domain::{
    change::Op,
    ids::{ComponentId, FixVersionId, TaskTypeId},
};

fn fixture() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.records();
    fixture
}

pub(super) fn parsed<T: From<Uuid>>(text: &str) -> T {
    T::from(text.parse::<Uuid>().expect("an id"))
}

/// The task type, the components and the fix versions of a ticket.
fn named(fixture: &Fixture, ticket: Uuid) -> Value {
    let ticket = fixture.at(ticket);
    json!([ticket.task_type_id, ticket.components_ids, ticket.fix_versions_ids])
}

fn order(fixture: &Fixture) -> Vec<String> {
    let mut types: Vec<_> = fixture.world.tables.task_types.values().collect();
    types.sort_by(|a, b| a.rank.cmp(&b.rank));
    types.iter().map(|it| it.name.clone()).collect()
}

#[test]
fn tt1_task_types_have_unique_names_an_icon_a_colour_and_an_order() {
    let mut fixture = fixture();
    let new = |name: &str, after: Value| json!({"kind": "taskType.create", "taskTypeId": Uuid::from_u128(name.len() as u128), "name": name, "after": after});
    assert_eq!(order(&fixture), ["Bug", "Epic"]);
    fixture.does(ADMIN, new(" Story ", json!(BUG)));
    assert_eq!(order(&fixture), ["Bug", "Story", "Epic"]);
    fixture.does(ADMIN, json!({"kind": "taskType.move", "taskTypeId": EPIC, "after": null}));
    assert_eq!(order(&fixture), ["Epic", "Bug", "Story"]);
    assert_eq!(fixture.refused(ADMIN, new("bUG", json!(null))), (RefusalCode::AlreadyExists, Some("name".into())));
    assert_eq!(fixture.refused(ADMIN, new("", json!(null))), (RefusalCode::ValidationFailed, Some("name".into())));
    let taken = json!({"kind": "taskType.create", "taskTypeId": BUG, "name": "Task"});
    assert_eq!(fixture.refused(ADMIN, taken), (RefusalCode::AlreadyExists, Some("taskTypeId".into())));
    assert_eq!(fixture.refused(ADMIN, new("Chore", json!(id(7)))), (RefusalCode::NotFound, Some("after".into())));
    fixture.does(ADMIN, json!({"kind": "taskType.update", "taskTypeId": EPIC, "patch": {"name": "EPIC", "icon": "story", "color": "teal", "container": false}}));
    let epic = &fixture.world.tables.task_types[&parsed::<TaskTypeId>(EPIC)];
    assert_eq!(json!([epic.name, epic.icon, epic.color, epic.container]), json!(["EPIC", "story", "teal", false]));
    for command in [
        new("Chore", json!(null)),
        json!({"kind": "taskType.move", "taskTypeId": EPIC, "after": null}),
        json!({"kind": "taskType.delete", "taskTypeId": EPIC}),
    ] {
        assert_eq!(fixture.refused(MEMBER, command).0, RefusalCode::Forbidden);
    }
}

#[test]
fn tt1_a_workspace_has_at_most_100_task_types() {
    let mut fixture = Fixture::new();
    let new = |n: u32| json!({"kind": "taskType.create", "taskTypeId": id(n), "name": format!("Type {n}")});
    for n in 0..100 {
        fixture.does(ADMIN, new(n));
    }
    assert_eq!(fixture.refused(ADMIN, new(100)).0, RefusalCode::TooMany);
}

#[test]
fn tt2_a_ticket_has_one_type_or_none_and_any_ticket_holds_subtasks_whatever_its_type() {
    let mut fixture = fixture();
    let new = |n: u32, more: Value| {
        let mut new = json!({"kind": "ticket.create", "ticketId": id(n), "title": "New"});
        new.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        new
    };
    fixture.does(MEMBER, new(1, json!({})));
    fixture.does(MEMBER, new(2, json!({"taskTypeId": EPIC})));
    assert_eq!([named(&fixture, id(1)), named(&fixture, id(2))], [json!([null, [], []]), json!([EPIC, [], []])]);
    for (n, parent) in [(3, 1), (4, 2)] {
        fixture.does(MEMBER, new(n, json!({"taskTypeId": BUG, "parentTicketId": id(parent)})));
    }
    fixture.does(MEMBER, new(5, json!({"taskTypeId": EPIC, "parentTicketId": id(3)})));
    assert_eq!(fixture.at(id(5)).parent_ticket_id, Some(TicketId(id(3))));
    fixture.patch(MEMBER, id(2), json!({"taskTypeId": BUG}));
    fixture.patch(MEMBER, id(4), json!({"taskTypeId": null}));
    assert_eq!([named(&fixture, id(2))[0].clone(), named(&fixture, id(4))[0].clone()], [json!(BUG), json!(null)]);
    let unknown = new(6, json!({"taskTypeId": id(7)}));
    assert_eq!(fixture.refused(MEMBER, unknown), (RefusalCode::NotFound, Some("taskTypeId".into())));
}

#[test]
fn tt3_tickets_of_a_deleted_type_component_or_version_get_the_replacement_or_lose_it() {
    for replaced in [false, true] {
        let mut fixture = fixture();
        let shared = fixture.ticket(1);
        let all = json!({"taskTypeId": BUG, "componentsIds": {"add": [PARSER]}, "fixVersionsIds": {"add": [SPRING]}});
        fixture.patch(MEMBER, shared, all);
        fixture.does(
            ZOE,
            json!({"kind": "ticket.create", "ticketId": id(2), "title": "Hers", "private": true,
            "taskTypeId": BUG, "componentsIds": [PARSER], "fixVersionsIds": [SPRING]}),
        );
        let to = |id: &str| if replaced { json!(id) } else { json!(null) };
        for delete in [
            json!({"kind": "taskType.delete", "taskTypeId": BUG, "moveTo": to(EPIC)}),
            json!({"kind": "component.delete", "componentId": PARSER, "moveTo": to(SERVER)}),
            json!({"kind": "fixVersion.delete", "fixVersionId": SPRING, "moveTo": to(AUTUMN)}),
        ] {
            let changes = fixture.does(ADMIN, delete.clone());
            let own = fixture.own(ZOE);
            assert!(changes.iter().all(|(scope, change)| *scope == own || change.id != id(2)), "{changes:?}");
            assert_eq!(changes.iter().filter(|(_, change)| change.op == Op::Delete).count(), 1);
            assert_eq!(fixture.refused(ADMIN, delete).0, RefusalCode::NotFound);
        }
        let left = if replaced { json!([EPIC, [SERVER], [AUTUMN]]) } else { json!([null, [], []]) };
        assert_eq!([named(&fixture, shared), named(&fixture, id(2))], [left.clone(), left]);
        let tables = &fixture.world.tables;
        assert!(!tables.task_types.contains_key(&parsed::<TaskTypeId>(BUG)));
        assert!(!tables.components.contains_key(&parsed::<ComponentId>(PARSER)));
        assert!(!tables.fix_versions.contains_key(&parsed::<FixVersionId>(SPRING)));
    }
}

#[test]
fn the_history_of_a_ticket_tells_that_what_it_named_was_deleted_with_its_name_and_notifies_no_subscriber() {
    for (set, delete, kind, data) in [
        (
            json!({"statusId": STARTED}),
            json!({"kind": "status.delete", "statusId": STARTED, "moveTo": COMPLETED}),
            "statusRemoved",
            json!({"from": STARTED, "to": COMPLETED, "name": "Doing"}),
        ),
        (
            json!({"taskTypeId": BUG}),
            json!({"kind": "taskType.delete", "taskTypeId": BUG, "moveTo": EPIC}),
            "taskTypeRemoved",
            json!({"from": BUG, "to": EPIC, "name": "Bug"}),
        ),
        (
            json!({"taskTypeId": BUG}),
            json!({"kind": "taskType.delete", "taskTypeId": BUG}),
            "taskTypeRemoved",
            json!({"from": BUG, "to": null, "name": "Bug"}),
        ),
    ] {
        let mut fixture = fixture();
        let ticket = fixture.ticket(1);
        fixture.patch(MEMBER, ticket, set);
        let before = fixture.at(ticket).last_activity.clone();
        let changes = fixture.does(ADMIN, delete.clone());
        let told: Vec<_> = changes
            .iter()
            .filter(|(_, it)| it.entity == EntityKind::Activity)
            .filter_map(|(_, it)| it.data.as_ref())
            .collect();
        assert_eq!(
            told.iter().map(|it| (&it["kind"], &it["data"])).collect::<Vec<_>>(),
            [(&json!(kind), &data)],
            "{delete}"
        );
        assert_eq!(fixture.at(ticket).last_activity, before, "{delete}");
    }
}

#[test]
fn tt3_a_replacement_is_another_row_of_the_same_kind() {
    let mut fixture = fixture();
    for (kind, field, gone, other) in [
        ("taskType.delete", "taskTypeId", BUG, PARSER),
        ("component.delete", "componentId", PARSER, BUG),
        ("fixVersion.delete", "fixVersionId", SPRING, BUG),
    ] {
        let itself = json!({"kind": kind, field: gone, "moveTo": gone});
        assert_eq!(fixture.refused(ADMIN, itself), (RefusalCode::ValidationFailed, Some("moveTo".into())), "{kind}");
        let unknown = json!({"kind": kind, field: gone, "moveTo": other});
        assert_eq!(fixture.refused(ADMIN, unknown), (RefusalCode::NotFound, Some("moveTo".into())), "{kind}");
    }
}

#[test]
fn co1_components_and_versions_of_a_ticket_are_sets_that_merge() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    fixture.patch(
        MEMBER,
        ticket,
        json!({"componentsIds": {"add": [PARSER, PARSER]}, "fixVersionsIds": {"add": [AUTUMN]}}),
    );
    fixture.patch(
        ZOE,
        ticket,
        json!({"componentsIds": {"add": [SERVER]}, "fixVersionsIds": {"add": [SPRING], "remove": [AUTUMN]}}),
    );
    assert_eq!(named(&fixture, ticket), json!([null, [PARSER, SERVER], [SPRING]]));
    fixture.patch(ZOE, ticket, json!({"componentsIds": {"remove": [PARSER]}}));
    assert_eq!(named(&fixture, ticket), json!([null, [SERVER], [SPRING]]));
    for n in 200..250 {
        fixture.does(MEMBER, json!({"kind": "component.create", "componentId": id(n), "name": n.to_string()}));
    }
    let many: Vec<Uuid> = (200..250).map(id).collect();
    let refused = fixture.patch_refused(MEMBER, ticket, json!({"componentsIds": {"add": many}}));
    assert_eq!(refused, (RefusalCode::ValidationFailed, Some("componentsIds".into())));
}

#[test]
fn co1_a_component_has_a_unique_name_a_description_and_a_lead_who_is_a_member() {
    let mut fixture = fixture();
    let update = |patch: Value| json!({"kind": "component.update", "componentId": PARSER, "patch": patch});
    fixture.does(MEMBER, update(json!({"name": "Reader", "description": " Reads files. ", "leadUserId": ZOE})));
    let parser = fixture.world.tables.components[&parsed::<ComponentId>(PARSER)].clone();
    assert_eq!(
        (parser.name.as_str(), parser.description.as_str(), parser.lead_user_id),
        ("Reader", "Reads files.", Some(ZOE))
    );
    for (patch, code, field) in [
        (json!({"name": "SERVER"}), RefusalCode::AlreadyExists, "name"),
        (json!({"leadUserId": STRANGER}), RefusalCode::NotFound, "leadUserId"),
        (json!({"description": "x".repeat(1001)}), RefusalCode::PayloadTooLarge, "description"),
    ] {
        assert_eq!(fixture.refused(MEMBER, update(patch)), (code, Some(field.into())));
    }
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": ZOE}));
    fixture.does(MEMBER, update(json!({"name": "Parser", "leadUserId": ZOE})));
    fixture.does(MEMBER, update(json!({"leadUserId": null})));
    assert_eq!(fixture.refused(MEMBER, update(json!({"leadUserId": ZOE}))).0, RefusalCode::NotFound);
    assert_eq!(fixture.refused(GUEST, update(json!({"name": "Mine"}))).0, RefusalCode::Forbidden);
}

#[test]
fn fv1_a_version_has_a_unique_name_days_in_order_and_a_state() {
    let mut fixture = fixture();
    let update = |patch: Value| json!({"kind": "fixVersion.update", "fixVersionId": SPRING, "patch": patch});
    fixture
        .does(MEMBER, update(json!({"startDate": "2030-03-01", "releaseDate": "2030-05-31", "description": "First."})));
    let refused = fixture.refused(MEMBER, update(json!({"startDate": "2030-06-01"})));
    assert_eq!(refused, (RefusalCode::ValidationFailed, Some("releaseDate".into())));
    fixture.does(MEMBER, update(json!({"startDate": "2030-06-01", "releaseDate": null})));
    for state in ["released", "archived", "unreleased"] {
        fixture.does(MEMBER, update(json!({"state": state})));
        let version = &fixture.world.tables.fix_versions[&parsed::<FixVersionId>(SPRING)];
        assert_eq!(json!(version.state), json!(state));
    }
    assert_eq!(fixture.refused(MEMBER, update(json!({"name": "autumn"}))).0, RefusalCode::AlreadyExists);
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"fixVersionsIds": {"add": [SPRING]}}));
    fixture.does(MEMBER, update(json!({"state": "archived"})));
    assert_eq!(named(&fixture, ticket)[2], json!([SPRING]));
}
