//! The steps about attributes of some lists.

use super::*;

const PIER: Uuid = Uuid::from_u128(0x1_0000_0301);
const MOLE: Uuid = Uuid::from_u128(0x1_0000_0302);
const DEPTH: Uuid = Uuid::from_u128(0x1_0000_0311);
const OTHER: Uuid = Uuid::from_u128(0x1_0000_0312);
const INSIDE: Uuid = Uuid::from_u128(0x1_0000_0321);
const OUTSIDE: Uuid = Uuid::from_u128(0x1_0000_0322);

pub(super) fn steps() -> Vec<(&'static str, UserId, Value)> {
    let patch = |ticket: Uuid, patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    let depth = |value: Value| json!({DEPTH.to_string(): value});
    let update =
        |attribute: Uuid, patch: Value| json!({"kind": "attribute.update", "attributeId": attribute, "patch": patch});
    vec![
        ("", OWNER, json!({"kind": "list.create", "listId": PIER, "name": "Pier"})),
        ("", OWNER, json!({"kind": "list.create", "listId": MOLE, "name": "Mole"})),
        (
            "an attribute of two lists is made",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": DEPTH, "name": "Depth", "type": "number", "defaultValue": 3, "listIds": [PIER, MOLE]}),
        ),
        (
            "an attribute names only lists that exist",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": OTHER, "name": "Width", "type": "number", "listIds": [id(399)]}),
        ),
        (
            "a ticket in the list of an attribute gets its default",
            OWNER,
            json!({"kind": "ticket.create", "ticketId": INSIDE, "title": "Inside", "listIds": [PIER]}),
        ),
        (
            "a ticket outside of the lists of an attribute gets no default",
            OWNER,
            json!({"kind": "ticket.create", "ticketId": OUTSIDE, "title": "Outside"}),
        ),
        (
            "a ticket outside of the lists of an attribute gets no value",
            OWNER,
            patch(OUTSIDE, json!({"fields": depth(json!(7))})),
        ),
        (
            "a ticket comes into a list and gets a value of its attribute",
            OWNER,
            patch(OUTSIDE, json!({"lists": {"add": [PIER, MOLE]}, "fields": depth(json!(7))})),
        ),
        (
            "a ticket leaves the lists of an attribute and keeps its value",
            OWNER,
            patch(OUTSIDE, json!({"lists": {"remove": [PIER, MOLE]}})),
        ),
        ("an attribute gets other lists", OWNER, update(DEPTH, json!({"listIds": [PIER]}))),
        ("a list is restricted with its attribute", OWNER, json!({"kind": "list.restrict", "listId": PIER})),
        (
            "the name of an attribute of a restricted list is free for others",
            ADMIN,
            json!({"kind": "attribute.create", "attributeId": OTHER, "name": "depth", "type": "text"}),
        ),
        (
            "a restricted list is not opened while another attribute has the name of its attribute",
            OWNER,
            json!({"kind": "list.open", "listId": PIER}),
        ),
        (
            "a ticket leaves a restricted list and loses the values of its attributes",
            OWNER,
            json!({"kind": "ticket.move", "ticketId": INSIDE, "listId": MOLE}),
        ),
        ("", OWNER, update(OTHER, json!({"name": "Draught"}))),
        ("a restricted list is opened with its attribute", OWNER, json!({"kind": "list.open", "listId": PIER})),
        ("an attribute gets all lists", OWNER, update(DEPTH, json!({"listIds": null}))),
        ("", OWNER, update(DEPTH, json!({"listIds": [MOLE, PIER]}))),
        ("a deleted list is removed from its attributes", OWNER, json!({"kind": "list.delete", "listId": MOLE})),
        ("an attribute loses its last list", OWNER, json!({"kind": "list.delete", "listId": PIER})),
        ("", OWNER, json!({"kind": "attribute.delete", "attributeId": OTHER})),
        ("an attribute without a list is deleted", OWNER, json!({"kind": "attribute.delete", "attributeId": DEPTH})),
    ]
}
