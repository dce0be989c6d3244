//! Commands that a user may send next, given the state that they see.

use actors::domain::command::Command;
use actors::domain::entity::{Color, Priority, StatusCategory};
use actors::domain::ids::{ActivityId, ListId, StatusId, TicketId, UserId};
use actors::domain::kinds::activity::commands::CommentCreate;
use actors::domain::kinds::list::commands::ListCreate;
use actors::domain::kinds::patch::SetPatch;
use actors::domain::kinds::status::commands::StatusCreate;
use actors::domain::kinds::ticket::commands::{TicketCreate, TicketPatch, TicketUpdate, TicketsUpdate};
use serde_json::json;
use uuid::Uuid;

use super::client::Client;
use super::dice::Dice;
use crate::history::Effect;

/// A command and its effect, often on entities that others edit at the same time.
pub fn next(dice: &mut Dice, client: &Client, people: &[UserId], millis: u64) -> (Command, Effect) {
    let fresh = dice.id(millis);
    let mut tickets = client.ids("ticket");
    // Most edits go to the newest few entities.
    tickets.reverse();
    tickets.truncate(4);
    let ticket = dice.one(&tickets).unwrap_or(fresh);
    let word = format!("{} {}", client.number, dice.between(0, u64::MAX));
    match dice.between(0, 100) {
        0..20 => create(fresh, word, false),
        20..25 => create(fresh, word, true),
        25..55 => {
            let effect = Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(word) };
            (update(ticket, TicketPatch { title: Some(word), ..TicketPatch::default() }), effect)
        }
        55..75 => {
            let (comment_id, ticket_id) = (ActivityId(fresh), TicketId(ticket));
            (CommentCreate { comment_id, ticket_id, message: word }.into(), Effect::Comment { ticket })
        }
        75..83 => {
            let add = people.iter().copied().filter(|_| dice.chance(50)).collect();
            let assignees_ids = Some(SetPatch { add, remove: Vec::new() });
            (update(ticket, TicketPatch { assignees_ids, ..TicketPatch::default() }), Effect::Other)
        }
        83..88 => {
            let status_id = dice.one(&client.ids("status")).map(StatusId);
            (update(ticket, TicketPatch { status_id, ..TicketPatch::default() }), Effect::Other)
        }
        88..93 => {
            let priority = Some(Some(if dice.chance(50) { Priority::Day } else { Priority::Year }));
            let patch = Box::new(TicketPatch { priority, ..TicketPatch::default() });
            let ticket_ids = tickets.iter().take(2).map(|id| TicketId(*id)).collect();
            (TicketsUpdate { ticket_ids, patch }.into(), Effect::Other)
        }
        93..95 => {
            let private = Some(dice.chance(50));
            (update(ticket, TicketPatch { private, ..TicketPatch::default() }), Effect::Other)
        }
        95..97 => (
            ListCreate { list_id: ListId(fresh), name: word, color: Some(Color::Teal), after: None, restricted: None }
                .into(),
            Effect::Other,
        ),
        _ => {
            let (status_id, category) = (StatusId(fresh), StatusCategory::Started);
            (StatusCreate { status_id, name: word, category, after: None }.into(), Effect::Other)
        }
    }
}

fn create(ticket: Uuid, title: String, private: bool) -> (Command, Effect) {
    let new = TicketCreate {
        fields: None,
        ticket_id: TicketId(ticket),
        title: title.clone(),
        private: private.then_some(true),
        description: None,
        status_id: None,
        list_ids: None,
        assignees_ids: None,
        labels: None,
        priority: None,
        start_date: None,
        due_date: None,
        report_by: None,
        parent_ticket_id: None,
    };
    (new.into(), Effect::Create { ticket, title })
}

fn update(ticket: Uuid, patch: TicketPatch) -> Command {
    TicketUpdate { ticket_id: TicketId(ticket), patch: Box::new(patch) }.into()
}
