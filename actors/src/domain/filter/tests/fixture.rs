//! A workspace with a field of every form, and four tickets.

use serde_json::{Value, json};
use time::UtcOffset;
use uuid::Uuid;

use crate::domain::{
    date::PlainDate,
    entity::{Entity, EntityKind, Link, Tables, Ticket},
    filter::{
        holds::Reference,
        language::Language,
        linked::{Linked, linked},
    },
    ids::{TicketId, UserId},
};

pub struct Fixture {
    /// The rows, by the names of their kinds, as the wire has them.
    pub rows: Vec<(EntityKind, Value)>,
    pub language: Language,
    pub tickets: Vec<Ticket>,
    pub links: Vec<Link>,
    pub reference: Reference,
}

impl Fixture {
    pub fn linked(&self, id: TicketId) -> Vec<Linked> {
        linked(id, &self.links, &self.tickets.iter().map(|ticket| (ticket.id, ticket)).collect())
    }
}

pub const ME: Uuid = Uuid::from_u128(0x0a);
const AT: &str = "2026-01-01T09:00:00Z";

fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

/// The id of the first row with this name.
pub fn known(name: &str) -> Uuid {
    let found = rows().into_iter().find(|(_, row)| row["name"] == name || row["firstname"] == name);
    found.and_then(|(_, row)| row["id"].as_str()?.parse().ok()).expect("a row with this name")
}

fn rows() -> Vec<(EntityKind, Value)> {
    use EntityKind::{
        Attribute, Component, FixVersion, Label, List, Member, Option, Sprint, Status, SystemAttribute, TaskType,
    };
    let member = |n, first: &str, last: &str, state: &str| json!({"id": id(n), "role": "member", "state": state, "firstname": first, "lastname": last, "username": format!("u{n}"), "avatarUrl": null, "createdAt": AT, "deactivatedAt": null});
    let status = |n, name: &str, category: &str| json!({"id": id(n), "name": name, "category": category, "rank": format!("V{n}"), "createdAt": AT});
    let attribute = |n, name: &str, kind: &str| {
        let options = match n {
            0x56 => vec![id(0x61), id(0x62)],
            0x57 => vec![id(0x63), id(0x64)],
            _ => vec![],
        };
        let lists = (n == 0x5a).then(|| vec![id(0x21)]);
        let sets =
            (n == 0x5b).then(|| json!([{"id": id(0x65), "name": "All", "single": false, "labelsOrder": [id(0x31)]}]));
        json!({"id": id(n), "name": name, "type": kind, "description": "", "shownOnCards": false, "defaultValue": null, "required": false, "listIds": lists, "labelSets": sets, "metadata": {"id": id(n), "optionsOrder": options}, "rank": format!("V{n}"), "createdAt": AT})
    };
    let option =
        |n, of, name: &str| json!({"id": id(n), "attributeId": id(of), "name": name, "color": "red", "createdAt": AT});
    let colored = |n, name: &str| json!({"id": id(n), "name": name, "color": "red", "createdAt": AT});
    let list = |n, name: &str| json!({"id": id(n), "name": name, "color": "blue", "rank": format!("V{n}"), "suggested": false, "createdUserId": ME, "createdAt": AT});
    vec![
        (Member, member(0x0a, "Ana", "Or", "active")),
        (Member, member(0x0b, "Kim", "Li", "active")),
        (Member, member(0x0c, "Kim", "Li", "active")),
        (Member, member(0x0d, "", "", "active")),
        (Member, member(0x0e, "Gone", "Away", "left")),
        (Status, status(0x11, "To do", "byDefault")),
        (Status, status(0x12, "Done", "completed")),
        (Status, status(0x13, "none", "started")),
        (List, list(0x21, "Backlog")),
        (List, list(0x22, "Say \"hi\" \\ bye")),
        (Label, colored(0x31, "bug")),
        (Label, colored(0x32, "STRASSE ΣΣ")),
        (
            TaskType,
            json!({"id": id(0x41), "name": "Epic", "icon": "bug", "color": "red", "container": true, "rank": "V", "createdAt": AT}),
        ),
        (Component, json!({"id": id(0x42), "name": "Parser", "description": "", "leadUserId": null, "createdAt": AT})),
        (
            Sprint,
            json!({"id": id(0x44), "name": "First", "goal": "", "startDate": null, "endDate": null, "state": "planned", "startedAt": null, "completedAt": null, "createdAt": AT}),
        ),
        (
            FixVersion,
            json!({"id": id(0x43), "name": "1.0", "description": "", "startDate": null, "releaseDate": null, "state": "unreleased", "createdAt": AT}),
        ),
        (Attribute, attribute(0x51, "Place", "text")),
        (Attribute, attribute(0x52, "Effort (days)", "number")),
        (Attribute, attribute(0x53, "Until", "date")),
        (Attribute, attribute(0x54, "Seen", "checkbox")),
        (Attribute, attribute(0x55, "Site", "url")),
        (Attribute, attribute(0x56, "Mood", "singleSelect")),
        (Attribute, attribute(0x57, "Tools", "multiSelect")),
        (Attribute, attribute(0x58, "status", "users")),
        (Attribute, attribute(0x59, "Basis", "linkedTasks")),
        (Attribute, attribute(0x5a, "Draught", "number")),
        (Attribute, attribute(0x5b, "Marks", "multiSelect")),
        (SystemAttribute, json!({"id": id(0x71), "key": "priority", "name": "Urgency", "hidden": false})),
        (Option, option(0x61, 0x56, "Good")),
        (Option, option(0x62, 0x56, "me")),
        (Option, option(0x63, 0x57, "Saw")),
        (Option, option(0x64, 0x57, "Hammer")),
    ]
}

pub fn fixture() -> Fixture {
    let rows = rows();
    let mut tables = Tables::default();
    for (kind, row) in &rows {
        let fields = row.as_object().cloned().expect("an object");
        tables.put(Entity::from_fields(*kind, fields).unwrap_or_else(|error| panic!("{row}: {error}")));
    }
    let language = Language::of(&tables, tables.lists.values());
    let ticket = |number: i64, own: Value| -> Ticket {
        let mut row = blank(number);
        row.as_object_mut().expect("an object").extend(own.as_object().cloned().expect("an object"));
        serde_json::from_value(row).unwrap_or_else(|error| panic!("ticket {number}: {error}"))
    };
    let tickets = vec![
        ticket(
            1,
            json!({"title": "North pier", "priority": "day", "dueDate": "2026-11-25", "assigneesIds": [id(0x0b)], "createdAt": "2026-11-24T23:30:00Z",
                   "fields": {id(0x5a).to_string(): 4, id(0x52).to_string(): 3, id(0x51).to_string(): "Straße ΟΔΟΣ"}}),
        ),
        ticket(
            2,
            json!({"title": "pier's end", "priority": "week", "dueDate": "2026-11-20", "assigneesIds": [ME, id(0x0e)], "labels": [id(0x31)],
                   "lists": [{"listId": id(0x21), "rank": "V"}],
                   "fields": {id(0x5a).to_string(): 4, id(0x51).to_string(): "Shed", id(0x52).to_string(): 10.5, id(0x54).to_string(): true, id(0x57).to_string(): [id(0x63), id(0x64)]}}),
        ),
        ticket(
            3,
            json!({"title": "shed", "statusId": id(0x12), "private": true, "completed": true, "completedAt": "2026-11-25T01:00:00Z", "completedByUserId": id(0x0b), "createdUserId": id(0x0c), "taskTypeId": id(0x41), "componentsIds": [id(0x42)],
                   "fields": {id(0x5b).to_string(): [id(0x31), id(0x32)]}}),
        ),
        ticket(
            4,
            json!({"title": "İstanbul", "statusId": id(0x13), "parentTicketId": id(0x104), "reportBy": id(0x0c), "fixVersionsIds": [id(0x43)], "sprintId": id(0x44),
                         "fields": {id(0x53).to_string(): "2026-12-01", id(0x55).to_string(): "https://example.org/A", id(0x56).to_string(): [id(0x62)], id(0x58).to_string(): [ME], id(0x59).to_string(): [id(0x101), id(0x102)]}}),
        ),
    ];
    let offset = UtcOffset::UTC;
    let reference = Reference { day: PlainDate::parse("2026-11-25").expect("a day"), me: UserId(ME), offset };
    let link = |n, kind: &str, from: u128, to: u128| -> Link {
        let row = json!({"id": id(n), "kind": kind, "fromTicketId": id(0x100 + from), "toTicketId": id(0x100 + to), "createdUserId": ME, "createdAt": AT});
        serde_json::from_value(row).expect("a link")
    };
    // The third ticket is completed, and nobody here sees the ninth.
    let links = vec![
        link(0x81, "blocks", 1, 2),
        link(0x82, "blocks", 3, 1),
        link(0x83, "relates", 2, 3),
        link(0x84, "duplicates", 2, 1),
        link(0x85, "blocks", 9, 4),
    ];
    Fixture { rows, language, tickets, links, reference }
}

fn blank(number: i64) -> Value {
    json!({
        "id": id(0x100 + number.unsigned_abs() as u128), "number": number, "private": false, "title": "", "statusId": id(0x11),
        "previousStatusId": null, "createdUserId": ME, "reportBy": null, "assigneesIds": [], "labels": [], "lists": [],
        "parentTicketId": null, "subtasksOrder": [], "priority": null, "startDate": null, "dueDate": null,
        "completed": false, "completedAt": null, "completedByUserId": null, "trashedAt": null, "trashedByUserId": null,
        "comments": 0, "commentedByUserIds": [], "completedIn": null, "delayedFor": null, "inProgressFor": 0,
        "inProgressSince": null, "createdAt": AT, "updatedAt": AT,
    })
}
