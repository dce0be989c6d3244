//! The steps about the order of the roadmap by hand.

use super::*;

const EPIC: Uuid = Uuid::from_u128(0x1_0000_00f0);
const OTHER: Uuid = Uuid::from_u128(0x1_0000_00f1);
const VERSION: Uuid = Uuid::from_u128(0x1_0000_00f2);
const SPRINT: Uuid = Uuid::from_u128(0x1_0000_00f3);

fn item(kind: &str, id: Uuid) -> Value {
    json!({"kind": kind, "id": id})
}

pub(super) fn steps() -> Vec<(&'static str, UserId, Value)> {
    let places = |items: &[Value], after: Value| json!({"kind": "roadmapPlace.move", "items": items, "after": after});
    let clear = |items: &[Value]| json!({"kind": "roadmapPlace.clear", "items": items});
    let private = |private: bool| json!({"kind": "ticket.update", "ticketId": EPIC, "patch": {"private": private}});
    let (epic, other) = (item("epic", EPIC), item("epic", OTHER));
    let (version, sprint) = (item("version", VERSION), item("sprint", SPRINT));
    vec![
        ("", MEMBER, json!({"kind": "ticket.create", "ticketId": EPIC, "title": "The barn"})),
        ("", MEMBER, json!({"kind": "ticket.create", "ticketId": OTHER, "title": "The mill"})),
        ("", MEMBER, json!({"kind": "fixVersion.create", "fixVersionId": VERSION, "name": "Harvest"})),
        ("", MEMBER, json!({"kind": "sprint.create", "sprintId": SPRINT, "name": "Sowing"})),
        ("the roadmap is ordered by hand", MEMBER, places(&[version.clone(), epic.clone()], json!(null))),
        (
            "more items get a place on the roadmap, each once",
            ZOE,
            places(&[other.clone(), sprint.clone(), other.clone()], version.clone()),
        ),
        ("an item moves to the front of the roadmap", ZOE, places(std::slice::from_ref(&sprint), json!(null))),
        ("two items move behind another on the roadmap", ZOE, places(&[version.clone(), other.clone()], epic.clone())),
        ("no item moves behind itself", ZOE, places(std::slice::from_ref(&epic), epic.clone())),
        ("no item moves behind one without a place", ZOE, places(std::slice::from_ref(&epic), item("epic", TICKET))),
        ("an item that is not there has no place", ZOE, places(&[item("sprint", VERSION)], json!(null))),
        ("an epic with a place becomes private", MEMBER, private(true)),
        ("an item moves behind a private epic", MEMBER, places(std::slice::from_ref(&sprint), epic.clone())),
        ("nobody else sees the place of a private epic", ZOE, places(std::slice::from_ref(&sprint), epic.clone())),
        ("an epic with a place is shared again", MEMBER, private(false)),
        ("items lose their places", ZOE, clear(&[other.clone(), sprint.clone()])),
        ("an item without a place loses none", ZOE, clear(std::slice::from_ref(&other))),
        ("", ZOE, places(&[other, sprint], json!(null))),
        ("a version goes with its place", MEMBER, json!({"kind": "fixVersion.delete", "fixVersionId": VERSION})),
        ("a sprint goes with its place", MEMBER, json!({"kind": "sprint.delete", "sprintId": SPRINT})),
        ("", MEMBER, json!({"kind": "ticket.trash", "ticketId": EPIC})),
        ("an epic goes with its place", MEMBER, json!({"kind": "ticket.delete", "ticketId": EPIC})),
    ]
}
