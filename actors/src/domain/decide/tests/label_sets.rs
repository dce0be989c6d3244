//! Attributes of labels and their label sets (AT14, AT15).

use super::restricted::{SECRET, of, scope_of, secret_ticket, with_secret};
use super::*;
use crate::domain::{change::Op, ids::AttributeId, limits};

const MADE_OF: u32 = 51;
const MATERIAL: u32 = 52;
const SIZE: u32 = 53;
const STONE: u32 = 61;
const WOOD: u32 = 62;
const IRON: u32 = 63;
const SMALL: u32 = 64;
const LARGE: u32 = 65;

/// A fixture with an attribute of labels: a value has at most one label of the set Material, and any number of Size.
fn fixture() -> Fixture {
    let mut fixture = with_secret();
    for (n, name) in [(STONE, "stone"), (WOOD, "wood"), (IRON, "iron"), (SMALL, "small"), (LARGE, "large")] {
        fixture.does(MEMBER, json!({"kind": "label.create", "labelId": id(n), "name": name}));
    }
    fixture.does(ADMIN, made_of(json!(null)));
    fixture
}

fn made_of(lists: Value) -> Value {
    json!({"kind": "attribute.create", "attributeId": id(MADE_OF), "name": "Made of", "type": "multiSelect", "listIds": lists, "labelSets": [
        {"labelSetId": id(MATERIAL), "name": "Material", "single": true, "labelsOrder": [id(STONE), id(WOOD), id(IRON)]},
        {"labelSetId": id(SIZE), "name": "Size", "labelsOrder": [id(SMALL), id(LARGE)]},
    ]})
}

fn labels(numbers: &[u32]) -> Value {
    json!(numbers.iter().map(|n| id(*n)).collect::<Vec<_>>())
}

fn to(edit: Value) -> Value {
    json!({"fields": {id(MADE_OF).to_string(): edit}})
}

fn added(numbers: &[u32]) -> Value {
    to(json!({"add": labels(numbers)}))
}

fn value(fixture: &Fixture, ticket: Uuid) -> Value {
    json!(fixture.at(ticket).fields).get(id(MADE_OF).to_string()).cloned().unwrap_or_default()
}

fn set(kind: &str, set: u32, rest: Value) -> Value {
    let mut command = json!({"kind": format!("labelSet.{kind}"), "attributeId": id(MADE_OF), "labelSetId": id(set)});
    command.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
    command
}

fn update(number: u32, patch: Value) -> Value {
    set("update", number, json!({"patch": patch}))
}

fn attribute(fixture: &Fixture) -> Value {
    json!(fixture.world.tables.attributes[&AttributeId(id(MADE_OF))])
}

/// The names of the sets with the labels of each.
fn sets(fixture: &Fixture) -> Value {
    let sets = attribute(fixture)["labelSets"].as_array().expect("sets").clone();
    sets.iter().map(|set| json!([set["name"], set["labelsOrder"]])).collect()
}

#[test]
fn at14_label_sets_have_names_of_their_own_an_order_and_limits() {
    let mut fixture = fixture();
    let (stone, rest, sizes) = (labels(&[STONE]), labels(&[WOOD, IRON]), labels(&[SMALL, LARGE]));
    fixture.does(ADMIN, set("move", SIZE, json!({"after": null})));
    fixture.does(ADMIN, update(SIZE, json!({"name": " Sizes "})));
    fixture.does(ADMIN, set("create", 54, json!({"name": "Hard", "labelsOrder": stone})));
    assert_eq!(sets(&fixture), json!([["Sizes", sizes], ["Material", rest], ["Hard", stone]]), "a label is in one set");
    fixture.does(ADMIN, set("moveLabel", 54, json!({"labelId": id(IRON), "after": id(STONE)})));
    fixture.does(ADMIN, set("moveLabel", 54, json!({"labelId": id(WOOD), "after": null})));
    fixture.does(ADMIN, update(54, json!({"labels": {"add": [id(LARGE)], "remove": [id(STONE)]}})));
    let hard = labels(&[WOOD, IRON, LARGE]);
    assert_eq!(sets(&fixture), json!([["Sizes", labels(&[SMALL])], ["Material", []], ["Hard", hard]]));
    fixture.does(ADMIN, set("delete", MATERIAL, json!({})));
    assert_eq!(sets(&fixture), json!([["Sizes", labels(&[SMALL])], ["Hard", hard]]));
    for (command, code, field) in [
        (set("create", 55, json!({"name": "sizes"})), RefusalCode::AlreadyExists, "name"),
        (update(54, json!({"name": "SIZES"})), RefusalCode::AlreadyExists, "name"),
        (set("create", SIZE, json!({"name": "Other"})), RefusalCode::AlreadyExists, "labelSetId"),
        (update(MATERIAL, json!({"name": "Other"})), RefusalCode::NotFound, "labelSetId"),
        (update(54, json!({"labels": {"add": [id(99)]}})), RefusalCode::NotFound, "labels"),
        (set("create", 55, json!({"name": "New", "labelsOrder": [id(99)]})), RefusalCode::NotFound, "labelsOrder"),
        (set("move", 54, json!({"after": id(99)})), RefusalCode::NotFound, "after"),
        (set("moveLabel", 54, json!({"labelId": id(WOOD), "after": id(STONE)})), RefusalCode::NotFound, "after"),
    ] {
        assert_eq!(fixture.refused(ADMIN, command.clone()), (code, Some(field.into())), "{command}");
    }
    assert_eq!(fixture.refused(MEMBER, update(54, json!({"name": "Mine"}))).0, RefusalCode::Forbidden);
    for n in 0..limits::LABEL_SETS - 2 {
        let number = 200 + u32::try_from(n).expect("small");
        fixture.does(ADMIN, set("create", number, json!({"name": format!("Set {n}")})));
    }
    assert_eq!(fixture.refused(ADMIN, set("create", 300, json!({"name": "One more"}))).0, RefusalCode::TooMany);
}

#[test]
fn at14_only_a_multiple_select_without_options_has_label_sets() {
    let mut fixture = fixture();
    fixture.sides();
    let sides = json!({"kind": "labelSet.create", "attributeId": SIDES, "labelSetId": id(55), "name": "New"});
    assert_eq!(fixture.refused(ADMIN, sides), (RefusalCode::ValidationFailed, Some("attributeId".into())));
    let option = json!({"kind": "option.create", "optionId": id(56), "attributeId": id(MADE_OF), "name": "North"});
    assert_eq!(fixture.refused(ADMIN, option), (RefusalCode::ValidationFailed, Some("attributeId".into())));
    let new = |value_type: &str, options: Value| json!({"kind": "attribute.create", "attributeId": id(57), "name": "New", "type": value_type, "labelSets": [], "options": options});
    assert_eq!(
        fixture.refused(ADMIN, new("singleSelect", json!(null))),
        (RefusalCode::ValidationFailed, Some("labelSets".into()))
    );
    let both = new("multiSelect", json!([{"optionId": id(58), "name": "North"}]));
    assert_eq!(fixture.refused(ADMIN, both), (RefusalCode::ValidationFailed, Some("options".into())));
    fixture.does(ADMIN, new("multiSelect", json!(null)));
}

#[test]
fn at14_a_value_holds_labels_of_the_sets_and_merges_like_a_set() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, added(&[SMALL, STONE]));
    fixture.patch(ZOE, ticket, added(&[LARGE, SMALL]));
    assert_eq!(value(&fixture, ticket), labels(&[SMALL, STONE, LARGE]));
    fixture.patch(ZOE, ticket, to(json!({"remove": labels(&[SMALL])})));
    assert_eq!(value(&fixture, ticket), labels(&[STONE, LARGE]));
    let refusal = fixture
        .refusal(ZOE, json!({"kind": "ticket.update", "ticketId": ticket, "patch": to(json!({"add": [LABEL]}))}));
    assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::NotFound, Some("fields")));
    assert!(refusal.message.contains("“Made of”"), "{}", refusal.message);
    for wrong in [json!("stone"), json!(1), json!(true)] {
        assert_eq!(fixture.patch_refused(ZOE, ticket, to(wrong)).0, RefusalCode::ValidationFailed);
    }
    fixture.patch(ZOE, ticket, to(json!(null)));
    assert_eq!(value(&fixture, ticket), json!(null));
}

#[test]
fn at14_in_a_set_with_one_choice_an_added_label_replaces_the_other_also_when_two_people_choose_at_once() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, added(&[LARGE, STONE]));
    fixture.patch(ZOE, ticket, added(&[WOOD]));
    assert_eq!(value(&fixture, ticket), labels(&[LARGE, WOOD]));
    fixture.patch(MEMBER, ticket, added(&[IRON, STONE]));
    assert_eq!(value(&fixture, ticket), labels(&[LARGE, STONE]), "the last label of an edit stays");
    fixture.patch(MEMBER, ticket, to(labels(&[WOOD, SMALL, IRON])));
    assert_eq!(value(&fixture, ticket), labels(&[SMALL, IRON]), "also if the whole value is set");
    let other = fixture.ticket(2);
    let both = json!({"kind": "tickets.update", "ticketIds": [ticket, other], "patch": added(&[WOOD])});
    fixture.does(ZOE, both);
    assert_eq!([value(&fixture, ticket), value(&fixture, other)], [labels(&[SMALL, WOOD]), labels(&[WOOD])]);
}

#[test]
fn at14_a_default_obeys_the_sets() {
    let mut fixture = fixture();
    let default = |numbers: &[u32]| json!({"kind": "attribute.update", "attributeId": id(MADE_OF), "patch": {"defaultValue": labels(numbers)}});
    fixture.does(ADMIN, default(&[STONE, LARGE, WOOD]));
    assert_eq!(attribute(&fixture)["defaultValue"], labels(&[LARGE, WOOD]));
    let refused = fixture.refused(ADMIN, default(&[MATERIAL]));
    assert_eq!(refused, (RefusalCode::NotFound, Some("defaultValue".into())));
    let ticket = fixture.ticket(1);
    assert_eq!(value(&fixture, ticket), labels(&[LARGE, WOOD]));
    fixture.does(ADMIN, update(SIZE, json!({"labels": {"remove": labels(&[LARGE])}})));
    assert_eq!(attribute(&fixture)["defaultValue"], labels(&[WOOD]));
    fixture.does(MEMBER, json!({"kind": "label.delete", "labelId": id(WOOD)}));
    assert_eq!(attribute(&fixture)["defaultValue"], json!(null));
}

#[test]
fn at15_a_label_that_leaves_the_sets_stays_in_values_until_it_is_taken_out() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    fixture.does(ADMIN, update(MATERIAL, json!({"single": false})));
    fixture.patch(MEMBER, ticket, added(&[STONE, WOOD, SMALL]));
    let changes = fixture.does(ADMIN, update(MATERIAL, json!({"single": true})));
    assert!(changes.iter().all(|(_, change)| change.entity == EntityKind::Attribute), "{changes:?}");
    fixture.does(ADMIN, set("delete", SIZE, json!({})));
    assert_eq!(value(&fixture, ticket), labels(&[STONE, WOOD, SMALL]));
    fixture.patch(ZOE, ticket, to(json!({"remove": labels(&[WOOD])})));
    assert_eq!(value(&fixture, ticket), labels(&[STONE, SMALL]));
    fixture.patch(ZOE, ticket, added(&[SMALL, IRON]));
    assert_eq!(value(&fixture, ticket), labels(&[SMALL, IRON]), "a label that the value has may be named again");
    fixture.patch(ZOE, ticket, to(json!({"remove": labels(&[SMALL])})));
    assert_eq!(fixture.patch_refused(ZOE, ticket, added(&[SMALL])), (RefusalCode::NotFound, Some("fields".into())));
}

#[test]
fn at15_one_event_removes_a_deleted_label_from_sets_and_values_also_where_the_person_does_not_see_them() {
    let mut fixture = fixture();
    fixture.does(MEMBER, json!({"kind": "share.set", "listId": SECRET, "userId": ADMIN, "level": "manage"}));
    let inside = json!({"kind": "attribute.create", "attributeId": id(58), "name": "Inside", "type": "multiSelect", "listIds": [SECRET],
                        "labelSets": [{"labelSetId": id(59), "name": "All", "labelsOrder": [id(STONE)]}]});
    fixture.does(ADMIN, inside);
    let shared = fixture.ticket(1);
    fixture.patch(
        MEMBER,
        shared,
        json!({"labels": {"add": [id(STONE)]}, "fields": {id(MADE_OF).to_string(): labels(&[STONE, SMALL])}}),
    );
    let secret = secret_ticket(&mut fixture, 2);
    fixture.patch(MEMBER, secret, json!({"fields": {id(58).to_string(): labels(&[STONE])}}));
    let hers = json!({"kind": "ticket.create", "ticketId": id(3), "title": "Hers", "private": true, "fields": {id(MADE_OF).to_string(): labels(&[STONE])}});
    fixture.does(ZOE, hers);
    let gone = fixture.ticket(4);
    fixture.sides();
    fixture.does(
        ADMIN,
        json!({"kind": "attribute.create", "attributeId": id(60), "name": "Gone", "type": "multiSelect",
                             "labelSets": [{"labelSetId": id(66), "name": "All", "labelsOrder": [id(STONE)]}]}),
    );
    fixture.patch(MEMBER, gone, json!({"fields": {id(60).to_string(): labels(&[STONE]), SIDES: [NORTH]}}));
    fixture.does(ADMIN, json!({"kind": "attribute.delete", "attributeId": id(60)}));

    let changes = fixture.does(ZOE, json!({"kind": "label.delete", "labelId": id(STONE)}));
    assert_eq!(value(&fixture, shared), labels(&[SMALL]));
    assert_eq!(json!(fixture.at(shared).labels), json!([]));
    assert!(fixture.at(secret).fields.is_empty() && fixture.at(id(3)).fields.is_empty());
    assert_eq!(json!(fixture.at(gone).fields), json!({SIDES: [NORTH]}), "also from values of deleted attributes");
    assert_eq!(sets(&fixture)[0], json!(["Material", labels(&[WOOD, IRON])]));
    let (commons, scope) = (fixture.world.scopes.commons.expect("commons"), scope_of(&fixture, SECRET));
    let written = of(EntityKind::Attribute, &changes);
    assert_eq!(written, [(commons, Op::Update, id(MADE_OF)), (scope, Op::Update, id(58))], "the visible one is first");
    let told: Vec<&Value> = changes
        .iter()
        .filter(|(at, it)| *at == fixture.home() && it.entity == EntityKind::Activity)
        .filter_map(|(_, it)| Some(&it.data.as_ref()?["data"]["field"]))
        .collect();
    assert_eq!(told, [&json!("labels"), &json!(id(MADE_OF))], "the history does not mention a deleted attribute");
}

#[test]
fn at13_at14_an_attribute_of_labels_moves_with_its_sets() {
    let mut fixture = with_secret();
    for (n, name) in [(STONE, "stone"), (WOOD, "wood"), (IRON, "iron"), (SMALL, "small"), (LARGE, "large")] {
        fixture.does(MEMBER, json!({"kind": "label.create", "labelId": id(n), "name": name}));
    }
    fixture.does(MEMBER, json!({"kind": "share.set", "listId": SECRET, "userId": ADMIN, "level": "manage"}));
    fixture.does(ADMIN, made_of(json!([SECRET])));
    assert_eq!(
        fixture.refused(OWNER, update(SIZE, json!({"name": "Mine"}))),
        (RefusalCode::NotFound, Some("attributeId".into()))
    );
    let before = attribute(&fixture)["labelSets"].clone();
    fixture.does(ADMIN, json!({"kind": "attribute.update", "attributeId": id(MADE_OF), "patch": {"listIds": null}}));
    assert_eq!(attribute(&fixture)["labelSets"], before);
    fixture.does(OWNER, update(SIZE, json!({"name": "Ours"})));
}
