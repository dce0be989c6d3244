//! The fields that every ticket has, which a workspace renames and hides (AT10).

use super::*;
use crate::domain::{
    change::Op,
    entity::{SystemAttribute, SystemKey},
};

fn set(key: SystemKey, patch: Value) -> Value {
    json!({"kind": "systemAttribute.set", "key": key, "patch": patch})
}

/// The name and whether it is hidden; null for a field without a row.
fn row(fixture: &Fixture, key: SystemKey) -> Value {
    let id = SystemAttribute::id_of(fixture.world.workspace.id, key);
    fixture.world.tables.system_attributes.get(&id).map_or(Value::Null, |it| json!([it.name, it.hidden]))
}

#[test]
fn at10_each_field_of_all_tickets_is_renamed_and_hidden_and_comes_back() {
    let mut fixture = Fixture::new();
    for key in SystemKey::ALL {
        assert_eq!(json!(key), json!(key.word()));
        assert_eq!(row(&fixture, key), json!(null));
        fixture.does(ADMIN, set(key, json!({"name": format!("  The {} ", key.word())})));
        assert_eq!(row(&fixture, key), json!([format!("The {}", key.word()), false]));
        fixture.does(ADMIN, set(key, json!({"hidden": true})));
        assert_eq!(row(&fixture, key), json!([format!("The {}", key.word()), true]));
        fixture.does(ADMIN, set(key, json!({"name": null})));
        assert_eq!(row(&fixture, key), json!([null, true]));
        let changes = fixture.does(ADMIN, set(key, json!({"hidden": false})));
        assert_eq!(row(&fixture, key), json!(null));
        assert_eq!(changes.iter().map(|(_, change)| change.op).collect::<Vec<_>>(), [Op::Delete]);
        assert!(fixture.does(ADMIN, set(key, json!({"hidden": false, "name": null}))).is_empty());
    }
}

#[test]
fn at10_a_field_of_all_tickets_cannot_be_deleted_and_keeps_its_type() {
    let mut fixture = Fixture::new();
    fixture.does(ADMIN, set(SystemKey::Status, json!({"name": "Stage"})));
    let id = SystemAttribute::id_of(fixture.world.workspace.id, SystemKey::Status);
    for command in [
        json!({"kind": "attribute.delete", "attributeId": id}),
        json!({"kind": "attribute.update", "attributeId": id, "patch": {"name": "Phase"}}),
    ] {
        assert_eq!(fixture.refused(ADMIN, command), (RefusalCode::NotFound, Some("attributeId".into())));
    }
    let typed = set(SystemKey::Status, json!({"type": "text"}));
    assert_eq!(fixture.refused(ADMIN, typed).0, RefusalCode::UnknownField);
    let other = json!({"kind": "systemAttribute.set", "key": "title", "patch": {"name": "Name"}});
    assert_eq!(fixture.refused(ADMIN, other).0, RefusalCode::ValidationFailed);
}

#[test]
fn at10_a_name_is_unique_among_attributes_and_renamed_fields() {
    let mut fixture = Fixture::new();
    fixture.sides();
    fixture.does(ADMIN, set(SystemKey::Labels, json!({"name": "Tags"})));
    let taken = (RefusalCode::AlreadyExists, Some("name".to_owned()));
    assert_eq!(fixture.refused(ADMIN, set(SystemKey::Status, json!({"name": "tags"}))), taken);
    assert_eq!(fixture.refused(ADMIN, set(SystemKey::Status, json!({"name": "SIDES"}))), taken);
    let named = |name: &str| json!({"kind": "attribute.create", "attributeId": id(9), "name": name, "type": "text"});
    assert_eq!(fixture.refused(ADMIN, named("TAGS")), taken);
    let renamed = json!({"kind": "attribute.update", "attributeId": SIDES, "patch": {"name": "tags"}});
    assert_eq!(fixture.refused(ADMIN, renamed), taken);
    fixture.does(ADMIN, set(SystemKey::Labels, json!({"name": "TAGS"})));
    assert_eq!(row(&fixture, SystemKey::Labels), json!(["TAGS", false]));
    assert_eq!(fixture.refused(ADMIN, set(SystemKey::Labels, json!({"name": " "}))).0, RefusalCode::ValidationFailed);
}

#[test]
fn at10_renamed_fields_live_where_all_members_and_guests_see_them() {
    let mut fixture = Fixture::with_commons();
    let commons = fixture.world.scopes.commons.expect("commons");
    let changes = fixture.does(ADMIN, set(SystemKey::DueDate, json!({"name": "Deadline"})));
    assert_eq!(changes.iter().map(|(scope, _)| *scope).collect::<Vec<_>>(), [commons]);
    assert_eq!(fixture.refused(MEMBER, set(SystemKey::DueDate, json!({"hidden": true}))).0, RefusalCode::Forbidden);
}
