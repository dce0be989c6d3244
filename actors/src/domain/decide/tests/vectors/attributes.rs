//! The steps about attributes and their options, and about the fields that every ticket has.

use super::*;

pub(super) fn made() -> Vec<(&'static str, UserId, Value)> {
    vec![
        (
            "an attribute is made",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": ESTIMATE, "name": " Estimate ", "type": "number", "description": "In days."}),
        ),
        (
            "an attribute is made with options",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": SIDES, "name": "Sides", "type": "multiSelect", "after": null, "shownOnCards": true,
                   "options": [{"optionId": NORTH, "name": "North"}, {"optionId": SOUTH, "name": "South", "color": "red"}]}),
        ),
        (
            "an attribute's name is taken",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": id(99), "name": "sides", "type": "text"}),
        ),
        (
            "an attribute is renamed and described",
            OWNER,
            json!({"kind": "attribute.update", "attributeId": ESTIMATE, "patch": {"name": "Effort", "description": " Days of one person. ", "shownOnCards": true}}),
        ),
        (
            "an attribute is required and gets a default",
            OWNER,
            json!({"kind": "attribute.update", "attributeId": ESTIMATE, "patch": {"required": true, "defaultValue": 1}}),
        ),
        (
            "an attribute of people is made",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": TESTERS, "name": "Testers", "type": "users", "defaultValue": [OWNER]}),
        ),
        (
            "a default of another type is refused",
            OWNER,
            json!({"kind": "attribute.update", "attributeId": ESTIMATE, "patch": {"defaultValue": "one"}}),
        ),
        (
            "an attribute moves to the front",
            OWNER,
            json!({"kind": "attribute.move", "attributeId": SIDES, "after": null}),
        ),
        (
            "a field of all tickets is renamed",
            OWNER,
            json!({"kind": "systemAttribute.set", "key": "dueDate", "patch": {"name": "  Deadline "}}),
        ),
        (
            "a field is hidden and has another name",
            OWNER,
            json!({"kind": "systemAttribute.set", "key": "dueDate", "patch": {"name": "Target", "hidden": true}}),
        ),
        (
            "a field gets no name that an attribute has",
            OWNER,
            json!({"kind": "systemAttribute.set", "key": "labels", "patch": {"name": "effort"}}),
        ),
        (
            "an attribute gets no name that a field has",
            OWNER,
            json!({"kind": "attribute.create", "attributeId": id(99), "name": "target", "type": "text"}),
        ),
        (
            "a field is as it was",
            OWNER,
            json!({"kind": "systemAttribute.set", "key": "dueDate", "patch": {"name": null, "hidden": false}}),
        ),
        (
            "an option is made",
            OWNER,
            json!({"kind": "option.create", "optionId": EAST, "attributeId": SIDES, "name": "East"}),
        ),
        (
            "an option's name is taken",
            OWNER,
            json!({"kind": "option.create", "optionId": id(98), "attributeId": SIDES, "name": "east"}),
        ),
        (
            "an option is renamed",
            OWNER,
            json!({"kind": "option.update", "optionId": EAST, "patch": {"name": "Far east", "color": "teal"}}),
        ),
        ("an option moves behind another", OWNER, json!({"kind": "option.move", "optionId": EAST, "after": NORTH})),
    ]
}
