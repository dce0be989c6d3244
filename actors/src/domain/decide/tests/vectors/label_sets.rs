//! The steps about attributes of labels and their label sets.

use super::*;

const STONE: Uuid = Uuid::from_u128(0x1_0000_0401);
const WOOD: Uuid = Uuid::from_u128(0x1_0000_0402);
const IRON: Uuid = Uuid::from_u128(0x1_0000_0403);
const SMALL: Uuid = Uuid::from_u128(0x1_0000_0404);
const MADE_OF: Uuid = Uuid::from_u128(0x1_0000_0411);
const MATERIAL: Uuid = Uuid::from_u128(0x1_0000_0421);
const SIZE: Uuid = Uuid::from_u128(0x1_0000_0422);
const BOAT: Uuid = Uuid::from_u128(0x1_0000_0431);

pub(super) fn steps() -> Vec<(&'static str, UserId, Value)> {
    let label = |id: Uuid, name: &str| ("", MEMBER, json!({"kind": "label.create", "labelId": id, "name": name}));
    let value = |edit: Value| json!({"kind": "ticket.update", "ticketId": BOAT, "patch": {"fields": {MADE_OF.to_string(): edit}}});
    let set = |kind: &str, set: Uuid, rest: Value| {
        let mut command = json!({"kind": format!("labelSet.{kind}"), "attributeId": MADE_OF, "labelSetId": set});
        command.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
        command
    };
    let update = |id: Uuid, patch: Value| set("update", id, json!({"patch": patch}));
    vec![
        label(STONE, "stone"),
        label(WOOD, "wood"),
        label(IRON, "iron"),
        label(SMALL, "small"),
        (
            "an attribute of labels is made with a label set",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": MADE_OF, "name": "Made of", "type": "multiSelect", "defaultValue": [WOOD],
                   "labelSets": [{"labelSetId": MATERIAL, "name": " Material ", "single": true, "labelsOrder": [STONE, WOOD, STONE]}]}),
        ),
        (
            "an attribute of another type has no label sets",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": id(0x412), "name": "Other", "type": "text", "labelSets": []}),
        ),
        (
            "an attribute of labels has no options",
            OWNER,
            json!({"kind": "option.create", "optionId": id(0x413), "attributeId": MADE_OF, "name": "North"}),
        ),
        ("a label set is made", OWNER, set("create", SIZE, json!({"name": "Size", "labelsOrder": [SMALL]}))),
        ("a label set's name is taken", OWNER, set("create", id(0x423), json!({"name": "size"}))),
        ("a label set gets a label", OWNER, update(MATERIAL, json!({"labels": {"add": [IRON]}}))),
        ("a label set refuses an unknown label", OWNER, update(MATERIAL, json!({"labels": {"add": [id(0x499)]}}))),
        ("a label set is renamed", OWNER, update(SIZE, json!({"name": " Sizes "}))),
        ("a label set moves to the front", OWNER, set("move", SIZE, json!({"after": null}))),
        ("a label moves behind another", OWNER, set("moveLabel", MATERIAL, json!({"labelId": STONE, "after": IRON}))),
        ("a label moves into another set", OWNER, set("moveLabel", SIZE, json!({"labelId": IRON, "after": null}))),
        ("a label leaves its set for another", OWNER, update(MATERIAL, json!({"labels": {"add": [IRON]}}))),
        (
            "a ticket gets the default of an attribute of labels",
            MEMBER,
            json!({"kind": "ticket.create", "ticketId": BOAT, "title": "Boat"}),
        ),
        ("a label replaces another one of its set", MEMBER, value(json!({"add": [STONE]}))),
        ("the last of several labels of a set stays", ZOE, value(json!({"add": [SMALL, WOOD, IRON]}))),
        ("a label of no set is refused", ZOE, value(json!({"add": [LABEL]}))),
        ("a whole value of labels is set", ZOE, value(json!([STONE, SMALL, WOOD]))),
        ("a set lets a value have several labels", OWNER, update(MATERIAL, json!({"single": false}))),
        ("another label of the set is added", ZOE, value(json!({"add": [STONE]}))),
        (
            "a default names several labels",
            OWNER,
            json!({"kind": "attribute.update", "attributeId": MADE_OF, "patch": {"defaultValue": [STONE, WOOD]}}),
        ),
        ("a set with one choice leaves one label in the default", OWNER, update(MATERIAL, json!({"single": true}))),
        ("a label leaves its set and the default", OWNER, update(MATERIAL, json!({"labels": {"remove": [WOOD]}}))),
        ("a label that has left its set is taken out", ZOE, value(json!({"add": [SMALL], "remove": [WOOD]}))),
        ("a deleted label leaves sets and values", MEMBER, json!({"kind": "label.delete", "labelId": STONE})),
        ("a label set is deleted", OWNER, set("delete", SIZE, json!({}))),
        ("an attribute of labels is deleted", OWNER, json!({"kind": "attribute.delete", "attributeId": MADE_OF})),
    ]
}
