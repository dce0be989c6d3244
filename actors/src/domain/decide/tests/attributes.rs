//! Attributes, their options, and the values of tickets (AT1 to AT8).

use super::restricted::{SECRET, scope_of, with_secret};
use super::*;
use crate::domain::{
    change::Op,
    entity::ActivityKind,
    ids::{AttributeId, OptionId},
};

const EAST: &str = "00000000-0000-0000-0000-000000000084";
const PEOPLE: &str = "00000000-0000-0000-0000-000000000085";
const TEXT: u32 = 21;
const NUMBER: u32 = 22;
const DATE: u32 = 23;
const BOX: u32 = 24;
const ADDRESS: u32 = 25;
const ONE: u32 = 26;
const FIRST: u32 = 31;
const SECOND: u32 = 32;

/// A fixture with an attribute of each type, each named like its type.
fn fixture() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.sides();
    for (n, value_type) in
        [(TEXT, "text"), (NUMBER, "number"), (DATE, "date"), (BOX, "checkbox"), (ADDRESS, "url"), (ONE, "singleSelect")]
    {
        let mut new = json!({"kind": "attribute.create", "attributeId": id(n), "name": value_type, "type": value_type});
        if n == ONE {
            new["options"] =
                json!([{"optionId": id(FIRST), "name": "First"}, {"optionId": id(SECOND), "name": "Second"}]);
        }
        fixture.does(ADMIN, new);
    }
    fixture
}

/// The patch of one value.
fn to(attribute: impl std::fmt::Display, value: Value) -> Value {
    json!({"fields": {attribute.to_string(): value}})
}

fn value(fixture: &Fixture, ticket: Uuid, attribute: impl std::fmt::Display) -> Value {
    let fields = json!(fixture.at(ticket).fields);
    fields.get(attribute.to_string()).cloned().unwrap_or_default()
}

#[test]
fn at2_each_type_takes_its_own_values_and_keeps_them() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    for (attribute, given, kept) in [
        (TEXT, json!("  On site "), json!("On site")),
        (NUMBER, json!(2.5), json!(2.5)),
        (NUMBER, json!(-0.0), json!(0.0)),
        (DATE, json!("2030-02-28"), json!("2030-02-28")),
        (BOX, json!(true), json!(true)),
        (BOX, json!(false), json!(null)),
        (ADDRESS, json!("https://example.org/a?b=c#d"), json!("https://example.org/a?b=c#d")),
        (ONE, json!([id(FIRST)]), json!([id(FIRST)])),
        (ONE, json!([id(SECOND)]), json!([id(SECOND)])),
        (ONE, json!([]), json!(null)),
        (TEXT, json!(null), json!(null)),
    ] {
        fixture.patch(MEMBER, ticket, to(id(attribute), given.clone()));
        assert_eq!(value(&fixture, ticket, id(attribute)), kept, "{attribute} {given}");
    }
}

#[test]
fn at2_a_value_of_another_type_is_refused_with_the_name_of_the_attribute() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    let wrong = [
        (TEXT, "text", vec![json!(7), json!(true), json!([]), json!({"add": []}), json!({"add": [id(FIRST)]})]),
        (NUMBER, "number", vec![json!("7"), json!(true), json!([]), json!(1e16), json!(-1e16)]),
        (DATE, "date", vec![json!("2030-02-30"), json!("30.2.2030"), json!(20300228), json!("")]),
        (BOX, "checkbox", vec![json!("yes"), json!(1), json!([])]),
        (
            ADDRESS,
            "url",
            vec![json!("example.org"), json!("javascript:alert(1)"), json!("https://"), json!("ftp://a.org"), json!(1)],
        ),
        (ONE, "singleSelect", vec![json!("First"), json!([id(FIRST), id(SECOND)]), json!({"add": [id(FIRST)]})]),
    ];
    for (attribute, name, values) in wrong {
        for value in values {
            let command =
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": to(id(attribute), value.clone())});
            let refusal = fixture.refusal(MEMBER, command);
            assert_eq!(refusal.code, RefusalCode::ValidationFailed, "{name} {value}");
            assert_eq!(refusal.field.as_deref(), Some("fields"), "{name} {value}");
            assert!(refusal.message.contains(&format!("“{name}”")), "{name} {value}: {}", refusal.message);
        }
    }
    for text in ["x".repeat(501), "two\nlines".into(), "  ".into()] {
        let refused = fixture.patch_refused(MEMBER, ticket, to(id(TEXT), json!(text)));
        assert_eq!(refused, (RefusalCode::ValidationFailed, Some("fields".into())), "{text}");
    }
    let others = json!([id(FIRST)]);
    let refused = fixture.patch_refused(MEMBER, ticket, to(SIDES, others));
    assert_eq!(refused, (RefusalCode::NotFound, Some("fields".into())), "an option of another attribute");
    assert!(fixture.at(ticket).fields.is_empty(), "nothing of a refused edit is kept");
}

#[test]
fn at3_edits_of_two_people_in_different_values_and_in_one_multiple_select_all_survive() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"fields": {id(TEXT).to_string(): "hers", SIDES: {"add": [NORTH]}}}));
    let changes =
        fixture.patch(ZOE, ticket, json!({"fields": {id(NUMBER).to_string(): 3, SIDES: {"add": [SOUTH, NORTH]}}}));
    assert_eq!(value(&fixture, ticket, id(TEXT)), json!("hers"));
    assert_eq!(value(&fixture, ticket, SIDES), json!([NORTH, SOUTH]));
    let sent = changes.iter().find_map(|(_, change)| change.data.as_ref()?.get("fields").cloned()).expect("fields");
    assert_eq!(
        sent,
        json!({id(NUMBER).to_string(): 3.0, SIDES: [NORTH, SOUTH]}),
        "an event has the changed values only"
    );
    let changes = fixture.patch(ZOE, ticket, to(SIDES, json!({"remove": [NORTH, SOUTH]})));
    let sent = changes.iter().find_map(|(_, change)| change.data.as_ref()?.get("fields").cloned()).expect("fields");
    assert_eq!(sent, json!({SIDES: null}), "a value that is gone is null");
}

#[test]
fn at4_a_deleted_option_leaves_its_tickets_or_is_replaced_private_tickets_of_others_included() {
    for (move_to, left) in [(None, json!(null)), (Some(SOUTH), json!([SOUTH]))] {
        let mut fixture = fixture();
        let shared = fixture.ticket(1);
        fixture.patch(MEMBER, shared, to(SIDES, json!([NORTH])));
        let hers = json!({"kind": "ticket.create", "ticketId": id(2), "title": "Hers", "private": true, "fields": {SIDES: [NORTH]}});
        fixture.does(ZOE, hers);
        let changes = fixture.does(ADMIN, json!({"kind": "option.delete", "optionId": NORTH, "moveTo": move_to}));
        assert_eq!([value(&fixture, shared, SIDES), value(&fixture, id(2), SIDES)], [left.clone(), left]);
        let own = fixture.own(ZOE);
        assert!(changes.iter().all(|(scope, change)| *scope == own || change.id != id(2)), "{changes:?}");
        let told =
            changes.iter().filter(|(_, it)| it.entity == EntityKind::Activity).filter_map(|(_, it)| it.data.as_ref());
        for it in told {
            let names = [&it["kind"], &it["data"]["field"], &it["data"]["name"]];
            assert_eq!(names, [&json!("fieldOptionRemoved"), &json!(SIDES), &json!("North")], "{it:?}");
        }
        let order = |fixture: &Fixture| {
            fixture.world.tables.attributes[&AttributeId(SIDES.parse().expect("an id"))].metadata.options_order.clone()
        };
        assert_eq!(order(&fixture), [OptionId(SOUTH.parse().expect("an id"))]);
        let gone = json!({"kind": "option.delete", "optionId": NORTH});
        assert_eq!(fixture.refused(ADMIN, gone), (RefusalCode::NotFound, Some("optionId".into())));
    }
    let mut fixture = fixture();
    for to in [json!(NORTH), json!(id(FIRST))] {
        let delete = json!({"kind": "option.delete", "optionId": NORTH, "moveTo": to});
        assert_eq!(fixture.refused(ADMIN, delete), (RefusalCode::ValidationFailed, Some("moveTo".into())), "{to}");
    }
}

#[test]
fn at5_the_values_of_a_deleted_attribute_stay_and_are_there_again_after_an_undo() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, to(SIDES, json!([NORTH])));
    let changes = fixture.does(ADMIN, json!({"kind": "attribute.delete", "attributeId": SIDES}));
    assert!(changes.iter().all(|(_, change)| change.op == Op::Delete && change.entity != EntityKind::Ticket));
    assert!(!fixture.world.tables.options.contains_key(&OptionId(NORTH.parse().expect("an id"))));
    let refused = fixture.patch_refused(MEMBER, ticket, to(SIDES, json!(null)));
    assert_eq!(refused, (RefusalCode::NotFound, Some("fields".into())));
    fixture.sides();
    assert_eq!(value(&fixture, ticket, SIDES), json!([NORTH]));
}

/// The patch of an attribute itself.
fn change(attribute: impl std::fmt::Display, patch: Value) -> Value {
    json!({"kind": "attribute.update", "attributeId": attribute.to_string(), "patch": patch})
}

#[test]
fn at6_a_new_ticket_gets_the_defaults_of_the_attributes_of_which_its_command_names_no_value() {
    let mut fixture = fixture();
    let old = fixture.ticket(1);
    fixture.does(ADMIN, change(id(NUMBER), json!({"defaultValue": 3})));
    fixture.does(ADMIN, change(id(TEXT), json!({"defaultValue": "  Pier "})));
    fixture.does(ADMIN, change(SIDES, json!({"defaultValue": [NORTH, SOUTH, NORTH]})));
    assert!(fixture.at(old).fields.is_empty(), "tickets that exist stay as they are");
    let new =
        json!({"kind": "ticket.create", "ticketId": id(2), "title": "New", "fields": {id(NUMBER).to_string(): 8}});
    fixture.does(MEMBER, new);
    let values = [value(&fixture, id(2), id(NUMBER)), value(&fixture, id(2), id(TEXT)), value(&fixture, id(2), SIDES)];
    assert_eq!(values, [json!(8.0), json!("Pier"), json!([NORTH, SOUTH])]);
    fixture.does(ADMIN, change(id(NUMBER), json!({"defaultValue": null})));
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(3), "title": "Newer"}));
    assert_eq!(value(&fixture, id(3), id(NUMBER)), json!(null));
}

#[test]
fn at6_a_default_is_checked_like_a_value_and_may_name_the_options_that_come_with_its_attribute() {
    let mut fixture = fixture();
    for (attribute, wrong, code) in [
        (id(NUMBER).to_string(), json!("three"), RefusalCode::ValidationFailed),
        (id(DATE).to_string(), json!("2030-02-30"), RefusalCode::ValidationFailed),
        (SIDES.to_string(), json!([id(FIRST)]), RefusalCode::NotFound),
    ] {
        let refused = fixture.refused(ADMIN, change(attribute, json!({"defaultValue": wrong})));
        assert_eq!(refused, (code, Some("defaultValue".into())), "{wrong}");
    }
    let new = |default: Uuid| {
        json!({"kind": "attribute.create", "attributeId": id(27), "name": "Kind", "type": "singleSelect", "required": true,
               "defaultValue": [default], "options": [{"optionId": id(33), "name": "Plain"}]})
    };
    assert_eq!(fixture.refused(ADMIN, new(id(FIRST))), (RefusalCode::NotFound, Some("defaultValue".into())));
    fixture.does(ADMIN, new(id(33)));
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(2), "title": "New"}));
    assert_eq!(value(&fixture, id(2), id(27)), json!([id(33)]));
}

#[test]
fn at6_a_deleted_option_leaves_the_default_or_is_replaced_in_it() {
    for (move_to, left) in [(None, json!([SOUTH])), (Some(EAST), json!([SOUTH, EAST]))] {
        let mut fixture = fixture();
        fixture.does(ADMIN, json!({"kind": "option.create", "optionId": EAST, "attributeId": SIDES, "name": "East"}));
        fixture.does(ADMIN, change(SIDES, json!({"defaultValue": [NORTH, SOUTH]})));
        fixture.does(ADMIN, json!({"kind": "option.delete", "optionId": NORTH, "moveTo": move_to}));
        fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(2), "title": "New"}));
        assert_eq!(value(&fixture, id(2), SIDES), left);
    }
}

#[test]
fn at7_a_required_value_cannot_be_cleared_by_one_edit_or_by_an_edit_of_several_and_the_refusal_names_the_attribute() {
    let mut fixture = fixture();
    let (first, second) = (fixture.ticket(1), fixture.ticket(2));
    for ticket in [first, second] {
        fixture.patch(MEMBER, ticket, json!({"fields": {id(TEXT).to_string(): "Pier", SIDES: [NORTH]}}));
    }
    fixture.does(ADMIN, change(id(TEXT), json!({"required": true})));
    fixture.does(ADMIN, change(SIDES, json!({"required": true})));
    for (fields, name) in [
        (to(id(TEXT), json!(null)), "text"),
        (to(SIDES, json!([])), "Sides"),
        (to(SIDES, json!({"remove": [NORTH]})), "Sides"),
    ] {
        for command in [
            json!({"kind": "ticket.update", "ticketId": first, "patch": fields}),
            json!({"kind": "tickets.update", "ticketIds": [second, first], "patch": fields}),
        ] {
            let refusal = fixture.refusal(MEMBER, command);
            assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::ValidationFailed, Some("fields")));
            assert!(refusal.message.contains(&format!("“{name}”")), "{}", refusal.message);
        }
    }
    fixture.patch(MEMBER, first, to(SIDES, json!({"add": [SOUTH], "remove": [NORTH]})));
    assert_eq!(value(&fixture, first, SIDES), json!([SOUTH]));
    fixture.does(ADMIN, change(id(TEXT), json!({"required": false})));
    fixture.patch(MEMBER, first, to(id(TEXT), json!(null)));
}

#[test]
fn at7_nobody_is_stopped_at_a_ticket_that_has_no_required_value_and_a_deleted_option_leaves_its_tickets() {
    let mut fixture = fixture();
    fixture.does(ADMIN, change(SIDES, json!({"required": true})));
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, json!({"title": "Another", "fields": {id(TEXT).to_string(): "Pier", SIDES: null}}));
    fixture.patch(MEMBER, ticket, to(SIDES, json!([NORTH])));
    fixture.does(ADMIN, json!({"kind": "option.delete", "optionId": NORTH}));
    assert_eq!(value(&fixture, ticket, SIDES), json!(null));
    let wrong = change(id(BOX), json!({"required": true}));
    assert_eq!(fixture.refused(ADMIN, wrong), (RefusalCode::ValidationFailed, Some("required".into())));
}

/// Adds the attribute `PEOPLE`, whose values are people.
fn with_people(mut fixture: Fixture) -> Fixture {
    fixture.does(OWNER, json!({"kind": "attribute.create", "attributeId": PEOPLE, "name": "Testers", "type": "users"}));
    fixture
}

#[test]
fn at8_a_value_of_people_names_members_who_see_the_ticket_and_keeps_those_who_leave() {
    let mut fixture = with_people(Fixture::with_commons());
    let ticket = fixture.ticket(1);
    fixture.patch(MEMBER, ticket, to(PEOPLE, json!([ADMIN])));
    fixture.patch(ZOE, ticket, to(PEOPLE, json!({"add": [MEMBER, ADMIN]})));
    assert_eq!(value(&fixture, ticket, PEOPLE), json!([ADMIN, MEMBER]));
    let fields = |code| (code, Some("fields".to_owned()));
    let stranger = to(PEOPLE, json!({"add": [STRANGER]}));
    assert_eq!(fixture.patch_refused(ZOE, ticket, stranger), fields(RefusalCode::NotFound));
    let guest = to(PEOPLE, json!([ADMIN, GUEST]));
    assert_eq!(fixture.patch_refused(ZOE, ticket, guest), fields(RefusalCode::Conflict), "a guest sees no open ticket");
    for wrong in [json!("Ada"), json!(1), json!(true)] {
        let refusal = fixture.patch_refused(ZOE, ticket, to(PEOPLE, wrong.clone()));
        assert_eq!(refusal, fields(RefusalCode::ValidationFailed), "{wrong}");
    }
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": ADMIN}));
    fixture.patch(MEMBER, ticket, to(PEOPLE, json!({"add": [ZOE]})));
    assert_eq!(value(&fixture, ticket, PEOPLE), json!([ADMIN, MEMBER, ZOE]), "who has left stays");
    fixture.patch(MEMBER, ticket, to(PEOPLE, json!({"remove": [ADMIN]})));
    let back = to(PEOPLE, json!({"add": [ADMIN]}));
    assert_eq!(fixture.patch_refused(ZOE, ticket, back), fields(RefusalCode::NotFound), "and is named no more");
}

#[test]
fn at8_people_who_do_not_see_the_new_home_of_a_ticket_leave_its_values_in_the_same_event() {
    let mut fixture = with_people(with_secret());
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(1), "title": "Open", "listIds": [LIST]}));
    fixture.patch(MEMBER, id(1), to(PEOPLE, json!([MEMBER, ZOE])));
    let changes = fixture.patch(MEMBER, id(1), json!({"lists": {"add": [SECRET], "remove": [LIST]}}));
    assert_eq!(value(&fixture, id(1), PEOPLE), json!([MEMBER]));
    let secret = scope_of(&fixture, SECRET);
    let noted = changes.iter().filter(|(scope, change)| *scope == secret && change.entity == EntityKind::Activity);
    assert!(noted.into_iter().any(|(_, it)| json!(it.data)["data"]["field"] == json!(PEOPLE)), "{changes:?}");
}

#[test]
fn at8_a_default_of_people_leaves_out_those_who_do_not_see_the_new_ticket() {
    let mut fixture = with_people(with_secret());
    let refused = fixture.refused(OWNER, change(PEOPLE, json!({"defaultValue": [STRANGER]})));
    assert_eq!(refused, (RefusalCode::NotFound, Some("defaultValue".into())));
    fixture.does(OWNER, change(PEOPLE, json!({"defaultValue": [MEMBER, ZOE]})));
    for (n, list, people) in [(1, LIST, json!([MEMBER, ZOE])), (2, SECRET, json!([MEMBER]))] {
        fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": "New", "listIds": [list]}));
        assert_eq!(value(&fixture, id(n), PEOPLE), people);
    }
}

#[test]
fn each_changed_value_is_noted_in_the_history_under_the_id_of_its_attribute() {
    let mut fixture = fixture();
    let ticket = fixture.ticket(1);
    let noted = |changes: &[(ScopeId, Change)]| -> Vec<Value> {
        let data = |change: &Change| change.data.clone().map(Value::Object);
        let activities = changes.iter().filter(|(_, change)| change.entity == EntityKind::Activity);
        let all: Vec<Value> = activities.filter_map(|(_, change)| data(change)).collect();
        assert!(all.iter().all(|it| it["kind"] == json!(ActivityKind::CustomFieldChange)));
        all.into_iter().map(|it| it["data"].clone()).collect()
    };
    let changes = fixture.patch(MEMBER, ticket, to(id(NUMBER), json!(3)));
    assert_eq!(noted(&changes), [json!({"field": id(NUMBER), "from": null, "to": 3.0})]);
    let changes = fixture.patch(MEMBER, ticket, to(SIDES, json!([NORTH])));
    assert_eq!(noted(&changes), [json!({"field": SIDES, "added": [NORTH], "removed": []})]);
    let changes = fixture.patch(MEMBER, ticket, to(id(NUMBER), json!(3)));
    assert!(changes.is_empty(), "an edit without effect leaves no trace (CM4)");
}

#[test]
fn at1_attributes_and_options_have_names_of_their_own_an_order_and_limits() {
    let mut fixture = fixture();
    let new = |n: u32, name: &str, value_type: &str| json!({"kind": "attribute.create", "attributeId": id(n), "name": name, "type": value_type});
    assert_eq!(fixture.refused(ADMIN, new(50, "SIDES", "text")), (RefusalCode::AlreadyExists, Some("name".into())));
    assert_eq!(
        fixture.refused(ADMIN, new(TEXT, "Other", "text")),
        (RefusalCode::AlreadyExists, Some("attributeId".into()))
    );
    assert_eq!(fixture.refused(ADMIN, new(50, "Mood", "mood")), (RefusalCode::ValidationFailed, Some("type".into())));
    let mut with_options = new(50, "Mood", "text");
    with_options["options"] = json!([{"optionId": id(60), "name": "Calm"}]);
    assert_eq!(fixture.refused(ADMIN, with_options), (RefusalCode::ValidationFailed, Some("options".into())));
    let option = |attribute: Value, name: &str| json!({"kind": "option.create", "optionId": id(61), "attributeId": attribute, "name": name});
    assert_eq!(
        fixture.refused(ADMIN, option(json!(id(TEXT)), "Calm")),
        (RefusalCode::ValidationFailed, Some("attributeId".into()))
    );
    assert_eq!(
        fixture.refused(ADMIN, option(json!(SIDES), "north")),
        (RefusalCode::AlreadyExists, Some("name".into()))
    );
    fixture.does(ADMIN, json!({"kind": "attribute.move", "attributeId": id(ONE), "after": null}));
    fixture.does(ADMIN, json!({"kind": "attribute.move", "attributeId": SIDES, "after": id(TEXT)}));
    let names: Vec<&str> = fixture.world.attributes_in_order().into_iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["singleSelect", "text", "Sides", "number", "date", "checkbox", "url"]);
    for n in 100..193 {
        fixture.does(ADMIN, new(n, &format!("Attribute {n}"), "text"));
    }
    assert_eq!(fixture.refused(ADMIN, new(193, "One more", "text")).0, RefusalCode::TooMany);
    let many: Vec<Value> = (0..201).map(|n| json!({"optionId": id(1000 + n), "name": format!("Option {n}")})).collect();
    fixture.does(ADMIN, json!({"kind": "attribute.delete", "attributeId": id(TEXT)}));
    let too_many = json!({"kind": "attribute.create", "attributeId": id(50), "name": "Many", "type": "multiSelect", "options": many});
    assert_eq!(fixture.refused(ADMIN, too_many), (RefusalCode::ValidationFailed, Some("options".into())));
}
