//! Templates of tickets and of lists (TP1 to TP4).

use super::*;
use crate::domain::{
    change::Op,
    ids::{ListId, TemplateId},
    kinds::template::Template,
    limits,
};

const TEMPLATE: u32 = 70;

fn create(template: u32, list: Option<&str>, tickets: Value) -> Value {
    json!({"kind": "template.create", "templateId": id(template), "name": " Check ", "listId": list, "tickets": tickets})
}

fn one(template: u32, list: Option<&str>) -> Value {
    create(template, list, json!([{"title": " Check the nets "}]))
}

/// A template of a list with one view.
fn of_list(template: u32, filter: &str) -> Value {
    let view = json!({"name": "Late", "layout": "kanban", "filter": filter, "groupBy": "status", "sortBy": "due",
                      "descending": false, "columns": []});
    json!({"kind": "template.create", "templateId": id(template), "name": "Trip", "tickets": [],
           "list": {"color": "teal", "description": " Up. ", "views": [view]}})
}

fn update(patch: Value) -> Value {
    json!({"kind": "template.update", "templateId": id(TEMPLATE), "patch": patch})
}

fn template(fixture: &Fixture, template: u32) -> &Template {
    &fixture.world.tables.templates[&TemplateId(id(template))]
}

fn home(fixture: &Fixture, template: u32) -> ScopeId {
    fixture.world.home_of(EntityKind::Template, id(template))
}

fn scope_of_list(fixture: &Fixture) -> ScopeId {
    fixture.world.home_of(EntityKind::List, LIST.parse().expect("an id"))
}

fn invalid(field: &str) -> (RefusalCode, Option<String>) {
    (RefusalCode::ValidationFailed, Some(field.to_owned()))
}

#[test]
fn tp1_a_template_holds_one_ticket_with_its_subtasks_or_a_list() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, one(TEMPLATE, None));
    let made = template(&fixture, TEMPLATE);
    assert_eq!((made.name.as_str(), made.tickets[0].title.as_str()), ("Check", "Check the nets"));
    assert_eq!(fixture.refused(MEMBER, create(71, None, json!([]))), invalid("tickets"));
    let two = json!([{"title": "One"}, {"title": "Two"}]);
    assert_eq!(fixture.refused(MEMBER, create(71, None, two.clone())), invalid("tickets"));
    assert_eq!(fixture.refused(MEMBER, update(json!({"list": {"color": "teal"}}))), invalid("list"));
    fixture.does(MEMBER, of_list(72, " due <= today "));
    let list = template(&fixture, 72).list.as_ref().expect("a list");
    assert_eq!((list.description.as_str(), list.views[0].filter.as_str()), ("Up.", "due <= today"));
    let patch = json!({"kind": "template.update", "templateId": id(72), "patch": {"tickets": two}});
    fixture.does(MEMBER, patch);
    assert_eq!(template(&fixture, 72).tickets.len(), 2);
    let taken = (RefusalCode::AlreadyExists, Some("templateId".to_owned()));
    assert_eq!(fixture.refused(MEMBER, one(72, None)), taken);
    fixture.does(MEMBER, json!({"kind": "template.delete", "templateId": id(TEMPLATE)}));
    assert_eq!(fixture.world.tables.templates.len(), 1);
}

#[test]
fn tp2_templates_take_the_right_to_edit_lists_where_they_live() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, one(TEMPLATE, Some(LIST)));
    assert_eq!(home(&fixture, TEMPLATE), fixture.home());
    let mut in_list = of_list(71, "");
    in_list["listId"] = json!(LIST);
    assert_eq!(fixture.refused(MEMBER, in_list), invalid("listId"));
    for by in [VIEWER, COMMENTER, GUEST] {
        for command in [one(72, None), update(json!({"name": "Mine"}))] {
            assert_eq!(fixture.refused(by, command).0, RefusalCode::Forbidden);
        }
    }
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    let unknown = (RefusalCode::NotFound, Some("templateId".to_owned()));
    assert_eq!(fixture.refused(MEMBER, update(json!({"name": "Mine"}))), unknown);
    assert_eq!(fixture.refused(MEMBER, one(72, Some(LIST))), (RefusalCode::NotFound, Some("listId".into())));
    fixture.does(ZOE, json!({"kind": "share.set", "listId": LIST, "userId": MEMBER, "level": "edit"}));
    assert_eq!(fixture.refused(MEMBER, update(json!({"name": "Mine"}))).0, RefusalCode::Forbidden);
    fixture.does(ZOE, update(json!({"name": "Ours"})));
}

#[test]
fn tp3_templates_of_a_list_move_and_go_with_the_list() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, one(TEMPLATE, Some(LIST)));
    fixture.does(ZOE, one(71, None));
    let changes = fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(home(&fixture, TEMPLATE), scope_of_list(&fixture));
    assert_eq!(home(&fixture, 71), fixture.home());
    let moved = changes.iter().filter(|(_, change)| change.entity == EntityKind::Template);
    let moved: Vec<(ScopeId, Op)> = moved.map(|(scope, change)| (*scope, change.op)).collect();
    assert_eq!(moved, [(fixture.home(), Op::Delete), (scope_of_list(&fixture), Op::Create)]);
    fixture.does(ZOE, json!({"kind": "list.open", "listId": LIST}));
    assert_eq!(home(&fixture, TEMPLATE), fixture.home());
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    assert!(!fixture.world.tables.templates.contains_key(&TemplateId(id(TEMPLATE))));
}

#[test]
fn tp3_templates_of_an_open_list_wait_for_an_undo_and_keep_the_id_of_the_list() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, one(TEMPLATE, Some(LIST)));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    assert_eq!(template(&fixture, TEMPLATE).list_id, Some(LIST.parse().map(ListId).expect("an id")));
    let restricted = json!({"kind": "list.create", "listId": LIST, "name": "Roof", "restricted": true});
    assert_eq!(fixture.refused(ZOE, restricted), (RefusalCode::AlreadyExists, Some("listId".into())));
    fixture.does(ZOE, json!({"kind": "list.create", "listId": LIST, "name": "Roof"}));
}

#[test]
fn tp4_a_template_is_judged_by_its_form_and_not_by_the_names_in_it() {
    let mut fixture = Fixture::with_commons();
    let gone = json!([{"title": "Check", "labels": [id(900)], "assigneesIds": [id(901)], "fields": {id(902).to_string(): [id(903)]}}]);
    fixture.does(MEMBER, create(TEMPLATE, None, gone));
    for (ticket, field) in [
        (json!({"title": " "}), "title"),
        (json!({"title": "a", "dueAfter": -1}), "dueAfter"),
        (json!({"title": "a", "startAfter": 10_000}), "startAfter"),
        (json!({"title": "a", "startAfter": 2, "dueAfter": 1}), "dueAfter"),
        (json!({"title": "a", "labels": vec![id(1); 101]}), "labels"),
        (json!({"title": "a", "description": "\0"}), "description"),
        (json!({"title": "a", "description": "x".repeat(limits::TEMPLATE_BYTES)}), "tickets"),
    ] {
        let refused = fixture.refused(MEMBER, update(json!({"tickets": [ticket]})));
        assert_eq!(refused, invalid(field), "{field}");
    }
    let named = of_list(71, &format!("list = {OTHER_LIST}"));
    assert_eq!(fixture.refused(MEMBER, named), invalid("list"));
    fixture.does(MEMBER, of_list(71, &format!("list = {}", id(71))));
    let unread = of_list(72, "due <=");
    assert_eq!(fixture.refused(MEMBER, unread), invalid("list"));
}

#[test]
fn tp4_an_unknown_field_of_a_command_is_refused_and_one_of_a_row_is_ignored() {
    let command = |ticket: Value| Command::from_json(&create(TEMPLATE, None, json!([ticket])).to_string());
    assert!(command(json!({"title": "a", "subtasks": [{"title": "b"}]})).is_ok());
    assert!(command(json!({"title": "a", "subtasks": [{"title": "b", "moon": 1}]})).is_err());
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, one(TEMPLATE, None));
    let mut fields = Entity::Template(template(&fixture, TEMPLATE).clone()).to_fields();
    fields["tickets"][0]["moon"] = json!(1);
    assert!(Entity::from_fields(EntityKind::Template, fields).is_ok(), "a later build has written it");
}

#[test]
fn tp4_the_size_of_templates_is_limited() {
    let mut fixture = Fixture::with_commons();
    let mut deep = json!({"title": "deepest"});
    for _ in 1..limits::TEMPLATE_LEVELS {
        deep = json!({"title": "above", "subtasks": [deep]});
    }
    fixture.does(MEMBER, create(TEMPLATE, None, json!([deep])));
    let deeper = json!([{"title": "above", "subtasks": [deep]}]);
    assert_eq!(fixture.refused(MEMBER, create(71, None, deeper)), invalid("tickets"));
    let with = |below: usize| json!([{"title": "a", "subtasks": vec![json!({"title": "b"}); below]}]);
    fixture.does(MEMBER, create(72, None, with(limits::TEMPLATE_TICKETS - 1)));
    let many = fixture.refused(MEMBER, create(73, None, with(limits::TEMPLATE_TICKETS)));
    assert_eq!(many, (RefusalCode::TooMany, Some("tickets".into())));
    let large =
        |n: u32, list: Option<&str>| create(n, list, json!([{"title": "a", "description": "x".repeat(63 << 10)}]));
    for n in 0..4 {
        fixture.does(ZOE, large(100 + n, Some(LIST)));
    }
    let full = (RefusalCode::TooMany, Some("tickets".to_owned()));
    assert_eq!(fixture.refused(ZOE, large(110, Some(LIST))), full, "those of one list move in one event");
    for kind in ["list.restrict", "list.open"] {
        fixture.does(ZOE, json!({"kind": kind, "listId": LIST}));
    }
    for n in 0..20 {
        if fixture.ask(ZOE, large(120 + n, None)).is_err() {
            assert_eq!(fixture.refused(ZOE, large(120 + n, None)), full);
            return;
        }
        fixture.does(ZOE, large(120 + n, None));
    }
    panic!("a scope holds at most {} bytes", limits::TEMPLATES_BYTES);
}
