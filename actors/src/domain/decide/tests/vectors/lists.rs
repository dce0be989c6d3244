//! The steps about groups of lists, the settings of a list, and archived lists.

use super::*;

const WORK: Uuid = Uuid::from_u128(0x1_0000_0201);
const HOME: Uuid = Uuid::from_u128(0x1_0000_0202);
const DEEP: Uuid = Uuid::from_u128(0x1_0000_0203);

/// Groups are made and changed, and lists move into them.
pub(super) fn groups() -> Vec<(&'static str, UserId, Value)> {
    vec![
        (
            "a group is made",
            MEMBER,
            json!({"kind": "group.create", "groupId": WORK, "name": " Work ", "color": "teal"}),
        ),
        (
            "a group is made inside another",
            MEMBER,
            json!({"kind": "group.create", "groupId": HOME, "name": "Home", "parentGroupId": WORK}),
        ),
        ("a group's name is taken", MEMBER, json!({"kind": "group.create", "groupId": id(99), "name": "work"})),
        ("", MEMBER, json!({"kind": "group.create", "groupId": DEEP, "name": "Deep", "parentGroupId": HOME})),
        (
            "groups do not nest deeper",
            MEMBER,
            json!({"kind": "group.create", "groupId": id(98), "name": "Deeper", "parentGroupId": DEEP}),
        ),
        (
            "a group changes",
            MEMBER,
            json!({"kind": "group.update", "groupId": HOME, "patch": {"name": "House", "color": "pink"}}),
        ),
        (
            "a group is not moved inside itself",
            MEMBER,
            json!({"kind": "group.move", "groupId": WORK, "parentGroupId": DEEP}),
        ),
        (
            "a group moves to the front and out of its group",
            MEMBER,
            json!({"kind": "group.move", "groupId": DEEP, "parentGroupId": null}),
        ),
        ("a group moves behind another", MEMBER, json!({"kind": "group.move", "groupId": DEEP, "after": WORK})),
        (
            "a list is made in a group",
            MEMBER,
            json!({"kind": "list.create", "listId": id(88), "name": "Fence", "icon": "rocket", "description": " Around all. ", "groupId": HOME}),
        ),
        (
            "a list moves into a group",
            MEMBER,
            json!({"kind": "list.move", "listId": NEW_LIST, "after": LIST, "groupId": HOME}),
        ),
        (
            "a list gets an icon and a description",
            MEMBER,
            json!({"kind": "list.update", "listId": NEW_LIST, "patch": {"icon": "wrench", "description": " To mend. "}}),
        ),
        (
            "a list loses its icon",
            MEMBER,
            json!({"kind": "list.update", "listId": NEW_LIST, "patch": {"icon": null, "description": ""}}),
        ),
        (
            "a deleted group leaves its lists and groups to the group around it",
            MEMBER,
            json!({"kind": "group.delete", "groupId": HOME}),
        ),
        ("a list leaves its group", MEMBER, json!({"kind": "list.move", "listId": NEW_LIST, "groupId": null})),
        ("", MEMBER, json!({"kind": "list.move", "listId": NEW_LIST, "after": id(88)})),
        ("", MEMBER, json!({"kind": "list.delete", "listId": id(88)})),
    ]
}

/// A list is archived and brought back; the ticket is moved into it first.
pub(super) fn archived(ticket: Uuid) -> Vec<(&'static str, UserId, Value)> {
    let moved = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"lists": {"add": [NEW_LIST], "remove": [LIST, OTHER_LIST]}}});
    let back = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"lists": {"add": [OTHER_LIST], "remove": [NEW_LIST]}}});
    vec![
        ("", ZOE, moved),
        ("a list is archived", MEMBER, json!({"kind": "list.archive", "listId": NEW_LIST})),
        (
            "a ticket of an archived list does not change",
            ZOE,
            json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Other"}}),
        ),
        (
            "tickets of an archived list do not change together with others",
            ZOE,
            json!({"kind": "tickets.update", "ticketIds": [id(40), ticket], "patch": {"priority": "day"}}),
        ),
        (
            "a ticket does not leave an archived list",
            ZOE,
            json!({"kind": "ticket.move", "ticketId": ticket, "listId": LIST}),
        ),
        ("a ticket of an archived list is not trashed", ZOE, json!({"kind": "ticket.trash", "ticketId": ticket})),
        (
            "a ticket does not come into an archived list",
            ZOE,
            json!({"kind": "ticket.move", "ticketId": id(40), "listId": NEW_LIST}),
        ),
        (
            "a ticket is not put into an archived list",
            ZOE,
            json!({"kind": "ticket.update", "ticketId": id(40), "patch": {"lists": {"add": [NEW_LIST]}}}),
        ),
        (
            "a ticket is not made in an archived list",
            ZOE,
            json!({"kind": "ticket.create", "ticketId": id(89), "title": "New", "listIds": [NEW_LIST]}),
        ),
        ("a list comes back from the archive", MEMBER, json!({"kind": "list.unarchive", "listId": NEW_LIST})),
        ("", ZOE, back),
    ]
}
