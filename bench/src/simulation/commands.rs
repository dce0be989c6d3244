//! Commands that a user may send next, given the state that they see.

use actors::domain::command::Command;
use actors::domain::entity::{Color, Priority, Role, StatusCategory};
use actors::domain::ids::{ActivityId, ListId, StatusId, TicketId};
use actors::domain::kinds::activity::commands::CommentCreate;
use actors::domain::kinds::list::commands::{ListCreate, ListDelete};
use actors::domain::kinds::list::restrict::{ListOpen, ListRestrict};
use actors::domain::kinds::member::commands::MemberSetRole;
use actors::domain::kinds::member::leaving::{MemberDeactivate, MemberRestore};
use actors::domain::kinds::patch::SetPatch;
use actors::domain::kinds::share::Level;
use actors::domain::kinds::share::commands::{ShareRemove, ShareSet};
use actors::domain::kinds::status::commands::StatusCreate;
use actors::domain::kinds::ticket::commands::{TicketCreate, TicketPatch, TicketUpdate, TicketsUpdate};
use actors::domain::kinds::ticket::order::TicketMove;
use serde_json::json;
use uuid::Uuid;

use super::client::Client;
use super::fixture::Fixture;
use super::rng::Rng;
use crate::history::Effect;

/// A command and its effect, often on entities that others edit at the same time.
pub fn next(rng: &mut Rng, client: &Client, fixture: &Fixture, millis: u64) -> (Command, Effect) {
    let fresh = rng.id(millis);
    let people = &fixture.people;
    if fixture.with_commons && rng.chance(35) {
        return rights(rng, client, fixture, fresh);
    }
    let mut tickets = client.ids("ticket");
    // Most edits go to the newest few entities.
    tickets.reverse();
    tickets.truncate(4);
    let ticket = rng.pick(&tickets).unwrap_or(fresh);
    let word = format!("{} {}", client.number, rng.between(0, u64::MAX));
    match rng.between(0, 100) {
        0..20 => create(fresh, word, false),
        20..25 => create(fresh, word, true),
        25..55 => {
            let effect = Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(word) };
            (update(ticket, TicketPatch { title: Some(word), ..TicketPatch::default() }), effect)
        }
        55..75 => {
            let (comment_id, ticket_id) = (ActivityId(fresh), TicketId(ticket));
            (
                CommentCreate { comment_id, ticket_id, message: word, reply_to: None, passage: None }.into(),
                Effect::Comment { ticket },
            )
        }
        75..83 => {
            let add = people.iter().copied().filter(|_| rng.chance(50)).collect();
            let assignees_ids = Some(SetPatch { add, remove: Vec::new() });
            (update(ticket, TicketPatch { assignees_ids, ..TicketPatch::default() }), Effect::Other)
        }
        83..88 => {
            let status_id = rng.pick(&client.ids("status")).map(StatusId);
            (update(ticket, TicketPatch { status_id, ..TicketPatch::default() }), Effect::Other)
        }
        88..93 => {
            let priority = Some(Some(if rng.chance(50) { Priority::Day } else { Priority::Year }));
            let patch = Box::new(TicketPatch { priority, ..TicketPatch::default() });
            let ticket_ids = tickets.iter().take(2).map(|id| TicketId(*id)).collect();
            (TicketsUpdate { ticket_ids, patch }.into(), Effect::Other)
        }
        93..95 => {
            let private = Some(rng.chance(50));
            (update(ticket, TicketPatch { private, ..TicketPatch::default() }), Effect::Other)
        }
        95..97 => (
            ListCreate {
                list_id: ListId(fresh),
                name: word,
                color: Some(Color::Teal),
                after: None,
                restricted: None,
                icon: None,
                description: None,
                group_id: None,
            }
            .into(),
            Effect::Other,
        ),
        _ => {
            let (status_id, category) = (StatusId(fresh), StatusCategory::Started);
            (StatusCreate { status_id, name: word, category, after: None }.into(), Effect::Other)
        }
    }
}

/// A command that changes who sees what: lists, shares, homes of tickets, roles, and who is a member.
fn rights(rng: &mut Rng, client: &Client, fixture: &Fixture, fresh: Uuid) -> (Command, Effect) {
    let people = &fixture.people;
    let lists = client.ids("list");
    let mut tickets = client.ids("ticket");
    tickets.reverse();
    tickets.truncate(6);
    // Mostly a restricted list, if the user sees one.
    let restricted = client.restricted_lists(fixture.workspace.scope());
    let list = rng.pick(&restricted).filter(|_| rng.chance(70)).or_else(|| rng.pick(&lists));
    let list_id = ListId(list.unwrap_or(fresh));
    let ticket_id = TicketId(rng.pick(&tickets).unwrap_or(fresh));
    let word = format!("{} {}", client.number, rng.between(0, u64::MAX));
    let user_id = rng.pick(people).unwrap_or(client.user);
    let is_owner = people.first() == Some(&client.user);
    let command: Command = match rng.between(0, 100) {
        0..14 => {
            let (color, restricted) = (Some(Color::Teal), Some(true));
            ListCreate {
                list_id: ListId(fresh),
                name: word,
                color,
                after: None,
                restricted,
                icon: None,
                description: None,
                group_id: None,
            }
            .into()
        }
        14..20 => ListRestrict { list_id }.into(),
        20..25 => ListOpen { list_id }.into(),
        25..45 => {
            let levels = [Level::View, Level::Comment, Level::Edit, Level::Manage];
            ShareSet { list_id, user_id, level: rng.pick(&levels).unwrap_or(Level::Edit) }.into()
        }
        45..57 => ShareRemove { list_id, user_id }.into(),
        57..72 => TicketMove { ticket_id, list_id, after: None }.into(),
        72..84 => {
            let (command, effect) = create(fresh, word, false);
            let Command::TicketCreate(new) = command else { return (command, effect) };
            return (TicketCreate { list_ids: Some(vec![list_id]), ..*new }.into(), effect);
        }
        84..87 => ListDelete { list_id, move_to: rng.pick(&lists).map(ListId) }.into(),
        87..93 if is_owner => {
            let roles = [Role::Guest, Role::Member, Role::Admin];
            let user_id = people[rng.between(1, people.len() as u64) as usize];
            MemberSetRole { user_id, role: rng.pick(&roles).unwrap_or(Role::Member).into() }.into()
        }
        93..96 if is_owner => MemberDeactivate { user_id }.into(),
        96.. if is_owner => MemberRestore { user_id }.into(),
        _ => {
            let private = Some(rng.chance(50));
            update(ticket_id.0, TicketPatch { private, ..TicketPatch::default() })
        }
    };
    (command, Effect::Other)
}

fn create(ticket: Uuid, title: String, private: bool) -> (Command, Effect) {
    let new = TicketCreate {
        fields: None,
        task_type_id: None,
        components_ids: None,
        fix_versions_ids: None,
        sprint_id: None,
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
