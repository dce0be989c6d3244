//! Chooses the next step of a client from the state that it sees.

use actors::domain::entity::EntityKind;
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use uuid::Uuid;

use actors::domain::ids::UserId;

use super::kinds;
use crate::support::Replica;

/// A step other than an edit.
pub enum Step {
    Command(Value),
    Disconnect,
    Connect,
    RestartStage,
    Wait,
}

pub fn step(random: &mut StdRng, replica: &Replica, people: &[UserId], connected: bool) -> Step {
    match random.random_range(0..100) {
        0..1 => Step::RestartStage,
        1..6 => Step::Disconnect,
        6..18 => Step::Wait,
        _ if !connected => Step::Connect,
        _ if random.random_bool(0.4) => Step::Command(kinds::command(random, replica, people)),
        _ => Step::Command(command(random, replica, people)),
    }
}

/// A command on known rows, often on rows that others edit, sometimes on deleted ones.
fn command(random: &mut StdRng, replica: &Replica, people: &[UserId]) -> Value {
    let mut one = |kind: EntityKind| {
        let mut ids = replica.ids(kind);
        // All clients edit the newest few rows.
        ids.reverse();
        ids.truncate(6);
        ids.choose(random).copied().unwrap_or_else(Uuid::now_v7)
    };
    let (ticket, other) = (one(EntityKind::Ticket), one(EntityKind::Ticket));
    let (list, label, status) = (one(EntityKind::List), one(EntityKind::Label), one(EntityKind::Status));
    let (link, activity, spare_status) = (one(EntityKind::Link), one(EntityKind::Activity), one(EntityKind::Status));
    let person = people.choose(random).copied();
    let (id, word) = (Uuid::now_v7(), random.random_range(0..1_000));
    let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    match random.random_range(0..100) {
        0..14 => json!({"kind": "ticket.create", "ticketId": id, "title": format!("Ticket {word}"), "listIds": [list]}),
        14..18 => json!({"kind": "ticket.create", "ticketId": id, "title": format!("Secret {word}"), "private": true}),
        18..28 => update(json!({"title": format!("Title {word}")})),
        28..32 => update(json!({"description": format!("Text {word}")})),
        32..38 => update(json!({"statusId": status})),
        38..44 => update(json!({"assigneesIds": {"add": [person]}})),
        44..47 => update(json!({"assigneesIds": {"remove": [person]}})),
        47..50 => update(json!({"labels": {"add": [label]}, "priority": "week"})),
        50..53 => update(json!({"parentTicketId": other})),
        53..55 => update(json!({"parentTicketId": null, "dueDate": "2030-01-01"})),
        55..59 => update(json!({"private": word % 2 == 0})),
        59..62 => json!({"kind": "tickets.update", "ticketIds": [ticket, other], "patch": {"priority": "day"}}),
        62..67 => {
            json!({"kind": "ticket.move", "ticketId": ticket, "listId": list, "after": (word % 2 == 0).then_some(other)})
        }
        67..68 => {
            json!({"kind": "tickets.move", "ticketIds": [ticket, other], "listId": list})
        }
        68..69 => json!({"kind": "subtask.move", "ticketId": ticket}),
        69..72 => {
            json!({"kind": "link.create", "linkId": id, "linkKind": "blocks", "fromTicketId": ticket, "toTicketId": other})
        }
        72..74 => json!({"kind": "link.delete", "linkId": link}),
        74..79 => {
            json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": format!("hm {word}")})
        }
        79..81 => json!({"kind": "comment.delete", "commentId": activity}),
        81..83 => json!({"kind": "reaction.add", "activityId": activity, "emoji": "👍"}),
        83..86 => json!({"kind": "ticket.trash", "ticketId": ticket}),
        86..88 => json!({"kind": "tickets.restore", "ticketIds": [ticket]}),
        88..90 => json!({"kind": "ticket.delete", "ticketId": ticket}),
        90..93 => json!({"kind": "label.create", "labelId": id, "name": format!("label {word}")}),
        93..94 => json!({"kind": "label.delete", "labelId": label}),
        94..96 => json!({"kind": "list.create", "listId": id, "name": format!("list {word}")}),
        96..97 => json!({"kind": "list.delete", "listId": list}),
        97..98 => {
            json!({"kind": "status.create", "statusId": id, "name": format!("status {word}"), "category": "started"})
        }
        98..99 => json!({"kind": "status.delete", "statusId": status, "moveTo": spare_status}),
        _ => json!({"kind": "workspace.update", "patch": {"name": format!("House {word}")}}),
    }
}
