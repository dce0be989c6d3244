//! Attributes of some lists (AT12, AT13).

use super::restricted::{SECRET, of, open_ticket, scope_of, secret_ticket, share, with_secret};
use super::*;
use crate::domain::{change::Op, entity::ActivityKind, ids::AttributeId};

const DEPTH: u32 = 21;
const KIND: u32 = 22;
const SMALL: u32 = 31;

fn new(n: u32, name: &str, value_type: &str, lists: Value) -> Value {
    let mut new = json!({"kind": "attribute.create", "attributeId": id(n), "name": name, "type": value_type});
    if !lists.is_null() {
        new["listIds"] = lists;
    }
    if value_type == "singleSelect" {
        new["options"] = json!([{"optionId": id(SMALL), "name": "Small"}]);
    }
    new
}

fn update(n: u32, patch: Value) -> Value {
    json!({"kind": "attribute.update", "attributeId": id(n), "patch": patch})
}

fn to(n: u32, value: Value) -> Value {
    json!({"fields": {id(n).to_string(): value}})
}

fn value(fixture: &Fixture, ticket: Uuid, n: u32) -> Value {
    let fields = json!(fixture.at(ticket).fields);
    fields.get(id(n).to_string()).cloned().unwrap_or_default()
}

fn lists(fixture: &Fixture, n: u32) -> Value {
    json!(fixture.world.tables.attributes.get(&AttributeId(id(n))).expect("an attribute").list_ids)
}

fn home(fixture: &Fixture, kind: EntityKind, n: u32) -> ScopeId {
    fixture.world.home_of(kind, id(n))
}

/// A workspace with a restricted list, which `MEMBER` manages and may give attributes.
fn fixture() -> Fixture {
    let mut fixture = with_secret();
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": MEMBER, "role": "admin"}));
    fixture
}

#[test]
fn at12_a_value_is_set_only_on_a_ticket_in_one_of_the_lists_and_stays_hidden_when_the_ticket_leaves_them() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(DEPTH, "Depth", "number", json!([LIST, OTHER_LIST, LIST])));
    assert_eq!(lists(&fixture, DEPTH), json!([LIST, OTHER_LIST]), "each list once");
    let (inside, outside) = (open_ticket(&mut fixture, 1), fixture.ticket(2));
    fixture.patch(MEMBER, inside, to(DEPTH, json!(3)));
    let refusal =
        fixture.refusal(MEMBER, json!({"kind": "ticket.update", "ticketId": outside, "patch": to(DEPTH, json!(3))}));
    assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::ValidationFailed, Some("fields")));
    assert!(refusal.message.contains("“Depth”"), "{}", refusal.message);
    let several = json!({"kind": "tickets.update", "ticketIds": [inside, outside], "patch": to(DEPTH, json!(4))});
    assert_eq!(fixture.refused(MEMBER, several).0, RefusalCode::ValidationFailed);
    let made =
        json!({"kind": "ticket.create", "ticketId": id(3), "title": "New", "fields": {id(DEPTH).to_string(): 1}});
    assert_eq!(fixture.refused(MEMBER, made).0, RefusalCode::ValidationFailed);

    fixture.patch(MEMBER, inside, json!({"lists": {"remove": [LIST]}}));
    assert_eq!(value(&fixture, inside, DEPTH), json!(3.0), "the value stays");
    assert_eq!(fixture.patch_refused(MEMBER, inside, to(DEPTH, json!(5))).0, RefusalCode::ValidationFailed);
    let back = json!({"lists": {"add": [OTHER_LIST]}, "fields": {id(DEPTH).to_string(): 5}});
    fixture.patch(MEMBER, inside, back);
    assert_eq!(value(&fixture, inside, DEPTH), json!(5.0), "one edit brings a ticket into the list and sets the value");
}

#[test]
fn at12_defaults_and_required_values_count_only_in_the_lists_of_the_attribute() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(DEPTH, "Depth", "number", json!([LIST])));
    fixture.does(OWNER, update(DEPTH, json!({"defaultValue": 2, "required": true})));
    let (inside, outside) = (open_ticket(&mut fixture, 1), fixture.ticket(2));
    assert_eq!((value(&fixture, inside, DEPTH), value(&fixture, outside, DEPTH)), (json!(2.0), json!(null)));
    assert_eq!(fixture.patch_refused(MEMBER, inside, to(DEPTH, json!(null))).0, RefusalCode::ValidationFailed);
    fixture.patch(MEMBER, inside, json!({"lists": {"remove": [LIST]}}));
    fixture.patch(MEMBER, inside, to(DEPTH, json!(null)));
    assert_eq!(value(&fixture, inside, DEPTH), json!(null));
}

#[test]
fn at12_an_attribute_loses_a_deleted_list_and_stays_without_one() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(DEPTH, "Depth", "number", json!([LIST, OTHER_LIST])));
    let ticket = open_ticket(&mut fixture, 1);
    fixture.patch(MEMBER, ticket, to(DEPTH, json!(3)));
    fixture.does(OWNER, json!({"kind": "list.delete", "listId": LIST}));
    assert_eq!(lists(&fixture, DEPTH), json!([OTHER_LIST]));
    fixture.does(OWNER, json!({"kind": "list.delete", "listId": OTHER_LIST}));
    assert_eq!(lists(&fixture, DEPTH), json!([]));
    assert_eq!(value(&fixture, ticket, DEPTH), json!(3.0));
    fixture.does(OWNER, update(DEPTH, json!({"listIds": null})));
    assert_eq!(lists(&fixture, DEPTH), json!(null));
}

#[test]
fn at12_an_attribute_of_open_lists_is_unknown_to_guests_and_moves_with_its_options_when_its_lists_change() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(KIND, "Kind", "singleSelect", json!(null)));
    let commons = fixture.world.scopes.commons.expect("commons");
    assert_eq!(home(&fixture, EntityKind::Attribute, KIND), commons);
    let changes = fixture.does(OWNER, update(KIND, json!({"listIds": [LIST]})));
    let workspace = fixture.home();
    assert_eq!(
        of(EntityKind::Attribute, &changes),
        [(commons, Op::Delete, id(KIND)), (workspace, Op::Create, id(KIND))]
    );
    assert_eq!(
        of(EntityKind::Option, &changes),
        [(commons, Op::Delete, id(SMALL)), (workspace, Op::Create, id(SMALL))]
    );
    fixture.does(OWNER, update(KIND, json!({"name": "Sort"})));
    fixture.does(OWNER, json!({"kind": "option.create", "optionId": id(32), "attributeId": id(KIND), "name": "Large"}));
    assert_eq!(home(&fixture, EntityKind::Option, 32), workspace);
    fixture.does(OWNER, update(KIND, json!({"listIds": null})));
    assert_eq!(home(&fixture, EntityKind::Option, 32), commons);
}

#[test]
fn at12_without_commons_no_attribute_gets_lists_and_the_estimate_of_sprints_belongs_to_all_lists() {
    let mut fixture = Fixture::new();
    assert_eq!(fixture.refused(OWNER, new(DEPTH, "Depth", "number", json!([LIST]))).0, RefusalCode::Unavailable);
    let mut fixture = self::fixture();
    fixture.does(OWNER, new(DEPTH, "Depth", "number", json!([LIST])));
    let estimate = json!({"kind": "workspace.update", "patch": {"estimateId": id(DEPTH)}});
    assert_eq!(fixture.refused(OWNER, estimate.clone()), (RefusalCode::ValidationFailed, Some("estimateId".into())));
    fixture.does(OWNER, update(DEPTH, json!({"listIds": null})));
    fixture.does(OWNER, estimate);
    let narrowed = update(DEPTH, json!({"listIds": [LIST]}));
    assert_eq!(fixture.refused(OWNER, narrowed), (RefusalCode::Conflict, Some("listIds".into())));
}

#[test]
fn at13_an_attribute_of_a_restricted_list_lives_in_its_scope_and_other_people_never_see_it() {
    let mut fixture = fixture();
    let mixed = new(DEPTH, "Depth", "number", json!([SECRET, LIST]));
    assert_eq!(fixture.refused(MEMBER, mixed), (RefusalCode::ValidationFailed, Some("listIds".into())));
    let changes = fixture.does(MEMBER, new(KIND, "Kind", "singleSelect", json!([SECRET])));
    let scope = scope_of(&fixture, SECRET);
    assert!(changes.iter().all(|(at, _)| *at == scope), "{changes:?}");
    let missing = fixture.refusal(OWNER, new(DEPTH, "Depth", "number", json!([id(900)])));
    assert_eq!(fixture.refusal(OWNER, new(DEPTH, "Depth", "number", json!([SECRET]))), missing, "an unknown list");
    let unknown = |n: u32, fixture: &mut Fixture| fixture.refusal(OWNER, update(n, json!({"name": "Mine"})));
    let absent = unknown(901, &mut fixture);
    assert_eq!(unknown(KIND, &mut fixture), absent);
    fixture.does(OWNER, new(DEPTH, "kind", "number", json!(null)));
    fixture.does(MEMBER, share(ZOE, "edit"));
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": "admin"}));
    let by_level = fixture.refused(ZOE, update(KIND, json!({"description": "Theirs"})));
    assert_eq!(by_level.0, RefusalCode::Forbidden, "the level of the share narrows the role");
    let ticket = secret_ticket(&mut fixture, 1);
    fixture.patch(ZOE, ticket, to(KIND, json!([id(SMALL)])));
    let open = open_ticket(&mut fixture, 2);
    assert_eq!(fixture.patch_refused(OWNER, open, to(KIND, json!([id(SMALL)]))).0, RefusalCode::NotFound);
}

#[test]
fn at13_a_ticket_that_moves_loses_values_that_its_new_readers_may_not_see_and_no_history_mentions_them() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(20, "Place", "text", json!(null)));
    fixture.does(OWNER, new(DEPTH, "Depth", "number", json!([LIST])));
    fixture.does(MEMBER, new(KIND, "Kind", "singleSelect", json!([SECRET])));
    let ticket = open_ticket(&mut fixture, 1);
    fixture.patch(MEMBER, ticket, json!({"fields": {id(20).to_string(): "Pier", id(DEPTH).to_string(): 3}}));
    let own = json!({"private": true});
    fixture.patch(MEMBER, ticket, own);
    fixture.patch(MEMBER, ticket, json!({"private": false}));
    assert_eq!(value(&fixture, ticket, DEPTH), json!(3.0), "the creator of a private ticket sees open lists");
    fixture.does(MEMBER, json!({"kind": "ticket.move", "ticketId": ticket, "listId": SECRET}));
    assert_eq!((value(&fixture, ticket, 20), value(&fixture, ticket, DEPTH)), (json!("Pier"), json!(null)));
    fixture.patch(MEMBER, ticket, to(KIND, json!([id(SMALL)])));
    let changes = fixture.does(MEMBER, json!({"kind": "ticket.move", "ticketId": ticket, "listId": LIST}));
    assert_eq!((value(&fixture, ticket, 20), value(&fixture, ticket, KIND)), (json!("Pier"), json!(null)));
    let told =
        json!(changes.iter().filter(|(scope, _)| *scope == fixture.home()).map(|(_, it)| it).collect::<Vec<_>>());
    assert!(!told.to_string().contains(&id(KIND).to_string()), "{told}");
}

#[test]
fn at13_the_attributes_of_a_list_move_with_it_when_it_is_restricted_and_opened_and_go_when_it_is_deleted() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(DEPTH, "Depth", "number", json!([LIST, OTHER_LIST])));
    fixture.does(OWNER, new(KIND, "Kind", "singleSelect", json!([LIST])));
    let ticket = open_ticket(&mut fixture, 1);
    fixture.patch(MEMBER, ticket, json!({"fields": {id(KIND).to_string(): [id(SMALL)], id(DEPTH).to_string(): 3}}));
    fixture.does(OWNER, json!({"kind": "list.restrict", "listId": LIST}));
    let scope = scope_of(&fixture, LIST);
    assert_eq!(home(&fixture, EntityKind::Attribute, KIND), scope);
    assert_eq!(home(&fixture, EntityKind::Option, SMALL), scope);
    assert_eq!(lists(&fixture, DEPTH), json!([OTHER_LIST]));
    assert_eq!((value(&fixture, ticket, KIND), value(&fixture, ticket, DEPTH)), (json!([id(SMALL)]), json!(null)));

    fixture.does(ADMIN, new(23, "Kind", "text", json!(null)));
    let open = json!({"kind": "list.open", "listId": LIST});
    let refusal = fixture.refusal(OWNER, open.clone());
    assert_eq!(refusal.code, RefusalCode::AlreadyExists);
    assert!(refusal.message.contains("“Kind”"), "{}", refusal.message);
    fixture.does(ADMIN, update(23, json!({"name": "Other kind"})));
    fixture.does(OWNER, open);
    assert_eq!(home(&fixture, EntityKind::Attribute, KIND), fixture.home());
    assert_eq!(value(&fixture, ticket, KIND), json!([id(SMALL)]));

    fixture.does(OWNER, json!({"kind": "list.restrict", "listId": LIST}));
    fixture.does(OWNER, json!({"kind": "list.delete", "listId": LIST, "moveTo": OTHER_LIST}));
    assert!(!fixture.world.tables.attributes.contains_key(&AttributeId(id(KIND))));
    assert!(fixture.world.tables.options.is_empty());
    assert_eq!(value(&fixture, ticket, KIND), json!(null));
}

#[test]
fn at13_a_deleted_option_of_a_restricted_list_is_named_to_no_reader_of_another_home() {
    let mut fixture = fixture();
    fixture.does(OWNER, new(KIND, "Kind", "singleSelect", json!(null)));
    let ticket = open_ticket(&mut fixture, 1);
    fixture.patch(MEMBER, ticket, to(KIND, json!([id(SMALL)])));
    fixture.does(MEMBER, update(KIND, json!({"listIds": [SECRET]})));
    assert_eq!(value(&fixture, ticket, KIND), json!([id(SMALL)]), "as after a deletion, nothing is rewritten");
    let changes = fixture.does(MEMBER, json!({"kind": "option.delete", "optionId": id(SMALL)}));
    assert_eq!(value(&fixture, ticket, KIND), json!(null));
    let removed = changes.iter().filter(|(_, it)| it.entity == EntityKind::Activity);
    let kinds: Vec<Value> = removed.filter_map(|(_, it)| it.data.as_ref()?.get("kind").cloned()).collect();
    assert!(!kinds.contains(&json!(ActivityKind::FieldOptionRemoved)), "{kinds:?}");
}

#[test]
fn at13_shared_views_and_templates_name_no_attribute_that_their_readers_may_not_see() {
    let mut fixture = fixture();
    fixture.does(MEMBER, new(DEPTH, "Depth", "number", json!([SECRET])));
    let view = |n: u32, list: Value, personal: bool| {
        json!({"kind": "savedView.create", "savedViewId": id(n), "name": "Deep", "personal": personal, "listId": list,
               "layout": "spreadsheet", "filter": "", "groupBy": "none", "sortBy": "manual", "descending": false,
               "columns": [id(DEPTH)]})
    };
    assert_eq!(fixture.refused(MEMBER, view(41, json!(LIST), false)).0, RefusalCode::ValidationFailed);
    fixture.does(MEMBER, view(41, json!(SECRET), false));
    fixture.does(MEMBER, view(42, json!(LIST), true));
    let template = |n: u32, list: Value| {
        json!({"kind": "template.create", "templateId": id(n), "name": "Deep", "listId": list,
               "tickets": [{"title": "One", "subtasks": [{"title": "Two", "fields": {id(DEPTH).to_string(): 3}}]}]})
    };
    assert_eq!(
        fixture.refused(MEMBER, template(43, json!(null))),
        (RefusalCode::ValidationFailed, Some("tickets".into()))
    );
    fixture.does(MEMBER, template(43, json!(SECRET)));
}
