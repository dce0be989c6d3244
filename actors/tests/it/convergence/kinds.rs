//! Commands on the kinds that a workspace is set up with, and on the rows that hang on tickets.

use actors::domain::entity::EntityKind;
use actors::domain::ids::UserId;
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::Replica;

/// The rows that commands name. The newest few rows are chosen, so that clients meet on them.
struct Rows<'a> {
    replica: &'a Replica,
    random: &'a mut StdRng,
}

impl Rows<'_> {
    fn one(&mut self, kind: EntityKind) -> Uuid {
        self.maybe(kind).unwrap_or_else(Uuid::now_v7)
    }

    fn maybe(&mut self, kind: EntityKind) -> Option<Uuid> {
        let mut ids = self.replica.ids(kind);
        ids.reverse();
        ids.truncate(4);
        ids.choose(self.random).copied()
    }

    fn number(&mut self, below: u32) -> u32 {
        self.random.random_range(0..below)
    }
}

/// A command on one of these kinds: most often on a ticket.
pub fn command(random: &mut StdRng, replica: &Replica, people: &[UserId]) -> Value {
    let person = people.choose(random).copied();
    let mut rows = Rows { replica, random };
    match rows.number(10) {
        0..4 => on_a_ticket(&mut rows, person),
        4..6 => attributes(&mut rows),
        6..8 => plans(&mut rows, person),
        _ => places(&mut rows),
    }
}

fn on_a_ticket(rows: &mut Rows<'_>, person: Option<UserId>) -> Value {
    let (id, word) = (Uuid::now_v7(), rows.number(1_000));
    let ticket = rows.one(EntityKind::Ticket);
    let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    match rows.number(20) {
        0 => update(json!({"fields": {rows.one(EntityKind::Attribute).to_string(): format!("value {word}")}})),
        1 => update(json!({"fields": {rows.one(EntityKind::Attribute).to_string(): null}})),
        2 => update(json!({"taskTypeId": rows.maybe(EntityKind::TaskType)})),
        3 => update(json!({"componentsIds": {"add": [rows.one(EntityKind::Component)]}})),
        4 => update(json!({"fixVersionsIds": {"add": [rows.one(EntityKind::FixVersion)]}})),
        5 => update(json!({"sprintId": rows.maybe(EntityKind::Sprint)})),
        6 => {
            json!({"kind": "urlLink.create", "urlLinkId": id, "ticketId": ticket, "url": format!("https://example.org/{word}")})
        }
        7 => {
            json!({"kind": "urlLink.update", "urlLinkId": rows.one(EntityKind::UrlLink), "patch": {"title": format!("Page {word}")}})
        }
        8 => json!({"kind": "urlLink.delete", "urlLinkId": rows.one(EntityKind::UrlLink)}),
        9 => {
            json!({"kind": "recurrence.set", "ticketId": ticket, "period": "week", "interval": 1 + word % 3, "countedFrom": "dueDate"})
        }
        10 => json!({"kind": "recurrence.remove", "ticketId": ticket}),
        11 => json!({"kind": "linkLag.set", "linkId": rows.one(EntityKind::Link), "days": word % 9}),
        12 => {
            json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"manual": word % 2 == 0, "muted": word % 3 == 0}})
        }
        13 => json!({"kind": "comment.resolve", "commentId": rows.one(EntityKind::Activity)}),
        14 => json!({"kind": "comment.reopen", "commentId": rows.one(EntityKind::Activity)}),
        15 => {
            json!({"kind": "comment.update", "commentId": rows.one(EntityKind::Activity), "message": format!("better {word}")})
        }
        16 => json!({"kind": "reaction.remove", "activityId": rows.one(EntityKind::Activity), "emoji": "👍"}),
        17 => json!({"kind": "ticket.restore", "ticketId": ticket}),
        18 => json!({"kind": "tickets.trash", "ticketIds": [ticket]}),
        _ => update(json!({"assigneesIds": {"add": [person]}, "startDate": "2029-12-01"})),
    }
}

fn attributes(rows: &mut Rows<'_>) -> Value {
    let (id, word) = (Uuid::now_v7(), rows.number(1_000));
    let attribute = rows.one(EntityKind::Attribute);
    let (option, other) = (rows.one(EntityKind::Option), rows.maybe(EntityKind::Option));
    // Sets are no rows of their own. Few ids, so that commands meet on them.
    let set = Uuid::from_u128(u128::from(1 + word % 3));
    match rows.number(22) {
        0 => json!({"kind": "attribute.create", "attributeId": id, "name": format!("Note {word}"), "type": "text"}),
        1 => {
            json!({"kind": "attribute.create", "attributeId": id, "name": format!("Choice {word}"), "type": "singleSelect"})
        }
        2 => json!({"kind": "attribute.update", "attributeId": attribute, "patch": {"name": format!("Field {word}")}}),
        3 => json!({"kind": "attribute.move", "attributeId": attribute, "after": rows.maybe(EntityKind::Attribute)}),
        4 => json!({"kind": "attribute.delete", "attributeId": attribute}),
        5 => {
            json!({"kind": "option.create", "optionId": id, "attributeId": attribute, "name": format!("Option {word}")})
        }
        6 => json!({"kind": "option.update", "optionId": option, "patch": {"name": format!("Other {word}")}}),
        7 => json!({"kind": "option.move", "optionId": option, "after": other}),
        8 => json!({"kind": "option.delete", "optionId": option, "moveTo": other}),
        9 => json!({"kind": "taskType.create", "taskTypeId": id, "name": format!("Type {word}")}),
        10 => {
            json!({"kind": "taskType.update", "taskTypeId": rows.one(EntityKind::TaskType), "patch": {"name": format!("Kind {word}")}})
        }
        11 => {
            json!({"kind": "taskType.delete", "taskTypeId": rows.one(EntityKind::TaskType), "moveTo": rows.maybe(EntityKind::TaskType)})
        }
        12 => {
            json!({"kind": "taskType.move", "taskTypeId": rows.one(EntityKind::TaskType), "after": rows.maybe(EntityKind::TaskType)})
        }
        13 => {
            json!({"kind": "attribute.create", "attributeId": id, "name": format!("Areas {word}"), "type": "multiSelect", "labelSets": []})
        }
        14 => {
            json!({"kind": "labelSet.create", "attributeId": attribute, "labelSetId": set, "name": format!("Set {word}")})
        }
        15 => {
            json!({"kind": "labelSet.update", "attributeId": attribute, "labelSetId": set, "patch": {"single": true}})
        }
        16 => json!({"kind": "labelSet.move", "attributeId": attribute, "labelSetId": set}),
        17 => {
            json!({"kind": "labelSet.moveLabel", "attributeId": attribute, "labelSetId": set, "labelId": rows.one(EntityKind::Label)})
        }
        18 => json!({"kind": "labelSet.delete", "attributeId": attribute, "labelSetId": set}),
        19 => {
            json!({"kind": "status.update", "statusId": rows.one(EntityKind::Status), "patch": {"name": format!("Step {word}")}})
        }
        20 => {
            json!({"kind": "status.move", "statusId": rows.one(EntityKind::Status), "after": rows.maybe(EntityKind::Status)})
        }
        _ => {
            json!({"kind": "label.update", "labelId": rows.one(EntityKind::Label), "patch": {"name": format!("Label {word}")}})
        }
    }
}

fn plans(rows: &mut Rows<'_>, person: Option<UserId>) -> Value {
    let (id, word) = (Uuid::now_v7(), rows.number(1_000));
    let component = rows.one(EntityKind::Component);
    let (version, sprint) = (rows.one(EntityKind::FixVersion), rows.one(EntityKind::Sprint));
    match rows.number(15) {
        0 => {
            json!({"kind": "component.create", "componentId": id, "name": format!("Part {word}"), "leadUserId": person})
        }
        1 => {
            json!({"kind": "component.update", "componentId": component, "patch": {"description": format!("About {word}")}})
        }
        2 => json!({"kind": "component.delete", "componentId": component, "moveTo": rows.maybe(EntityKind::Component)}),
        3 => json!({"kind": "fixVersion.create", "fixVersionId": id, "name": format!("1.{word}")}),
        4 => json!({"kind": "fixVersion.update", "fixVersionId": version, "patch": {"releaseDate": "2031-05-01"}}),
        5 => {
            json!({"kind": "fixVersion.delete", "fixVersionId": version, "moveTo": rows.maybe(EntityKind::FixVersion)})
        }
        6 => {
            json!({"kind": "sprint.create", "sprintId": id, "name": format!("Sprint {word}"), "startDate": "2030-01-07", "endDate": "2030-01-20"})
        }
        7 => json!({"kind": "sprint.update", "sprintId": sprint, "patch": {"state": "active"}}),
        8 => json!({"kind": "sprint.complete", "sprintId": sprint, "moveTo": rows.maybe(EntityKind::Sprint)}),
        9 => json!({"kind": "sprint.delete", "sprintId": sprint, "moveTo": rows.maybe(EntityKind::Sprint)}),
        10 => {
            json!({"kind": "baseline.create", "baselineId": id, "name": format!("Plan {word}"), "personal": word % 2 == 0})
        }
        11 => {
            json!({"kind": "baseline.update", "baselineId": rows.one(EntityKind::Baseline), "patch": {"name": format!("Plan {word}")}})
        }
        12 => {
            json!({"kind": "roadmapPlace.move", "items": [{"kind": "version", "id": version}], "after": {"kind": "sprint", "id": sprint}})
        }
        13 => json!({"kind": "roadmapPlace.clear", "items": [{"kind": "version", "id": version}]}),
        _ => json!({"kind": "baseline.delete", "baselineId": rows.one(EntityKind::Baseline)}),
    }
}

fn places(rows: &mut Rows<'_>) -> Value {
    let (id, word) = (Uuid::now_v7(), rows.number(1_000));
    let (list, group) = (rows.one(EntityKind::List), rows.one(EntityKind::Group));
    let view = rows.one(EntityKind::SavedView);
    match rows.number(20) {
        0 => {
            json!({"kind": "group.create", "groupId": id, "name": format!("Group {word}"), "parentGroupId": rows.maybe(EntityKind::Group)})
        }
        1 => json!({"kind": "group.update", "groupId": group, "patch": {"name": format!("Group {word}")}}),
        2 => json!({"kind": "group.move", "groupId": group, "parentGroupId": rows.maybe(EntityKind::Group)}),
        3 => json!({"kind": "group.delete", "groupId": group}),
        4 => json!({"kind": "list.move", "listId": list, "groupId": rows.maybe(EntityKind::Group)}),
        5 => json!({"kind": "list.update", "listId": list, "patch": {"name": format!("List {word}")}}),
        6 => json!({"kind": "list.archive", "listId": list}),
        7 => json!({"kind": "list.unarchive", "listId": list}),
        8 => {
            json!({"kind": "savedView.create", "savedViewId": id, "name": format!("View {word}"), "personal": word % 2 == 0, "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "manual", "descending": false, "columns": []})
        }
        9 => json!({"kind": "savedView.update", "savedViewId": view, "patch": {"personal": word % 2 == 0}}),
        10 => json!({"kind": "savedView.delete", "savedViewId": view}),
        11 => {
            json!({"kind": "template.create", "templateId": id, "name": format!("Pattern {word}"), "tickets": [{"title": "First"}]})
        }
        12 => json!({"kind": "template.delete", "templateId": rows.one(EntityKind::Template)}),
        13 => {
            json!({"kind": "role.create", "roleId": id, "name": format!("Role {word}"), "capabilities": ["editTickets", "comment"]})
        }
        14 => {
            json!({"kind": "role.update", "roleId": rows.one(EntityKind::Role), "patch": {"name": format!("Role {word}")}})
        }
        15 => json!({"kind": "systemAttribute.set", "key": "dueDate", "patch": {"name": format!("Due {word}")}}),
        16 => json!({"kind": "workCalendar.update", "patch": {"weekdays": {"add": ["saturday"], "remove": []}}}),
        17 => json!({"kind": "savedView.move", "savedViewId": view, "after": rows.maybe(EntityKind::SavedView)}),
        18 => {
            json!({"kind": "template.update", "templateId": rows.one(EntityKind::Template), "patch": {"name": format!("Pattern {word}")}})
        }
        _ => {
            json!({"kind": "preferences.update", "patch": {"timeZone": if word % 2 == 0 { "Asia/Tokyo" } else { "Europe/Lisbon" }}})
        }
    }
}
