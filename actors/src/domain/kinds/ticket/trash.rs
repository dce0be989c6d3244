//! Tickets go into the trash, come back, and are deleted for good.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::commands::few;
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::{Act, Decider, Touches},
    entity::{ActivityKind, Entity, Ticket},
    ids::{ScopeId, TicketId, UserId},
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketTrash {
    pub ticket_id: TicketId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketsTrash {
    pub ticket_ids: Vec<TicketId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketRestore {
    pub ticket_id: TicketId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketsRestore {
    pub ticket_ids: Vec<TicketId>,
}

/// Deletes a ticket for good. It must be in the trash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketDelete {
    pub ticket_id: TicketId,
}

impl Act for TicketTrash {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        trash(decider, self.ticket_id)
    }
}

impl Act for TicketsTrash {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend(few(&self.ticket_ids));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        for id in decider.distinct(&self.ticket_ids)? {
            trash(decider, id)?;
        }
        Ok(())
    }

    fn tickets(&self) -> usize {
        self.ticket_ids.len()
    }
}

impl Act for TicketRestore {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        restore(decider, self.ticket_id)
    }
}

impl Act for TicketsRestore {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend(few(&self.ticket_ids));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        for id in decider.distinct(&self.ticket_ids)? {
            restore(decider, id)?;
        }
        Ok(())
    }

    fn tickets(&self) -> usize {
        self.ticket_ids.len()
    }
}

impl Act for TicketDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::DeleteTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touch_deleted(world, self.ticket_id, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.ticket_id;
        let (scope, ticket) = decider.ticket_for(Capability::DeleteTickets, id)?;
        if ticket.trashed_at.is_none() {
            return Err(Refusal::new(RefusalCode::Conflict, words::TRASH_FIRST));
        }
        delete_for_good(decider, scope, ticket)
    }
}

/// Deletes a ticket that has been in the trash for too long. The server's own step, in the name of the person who moved
/// the ticket to the trash; it asks for no right, because that person may have left.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Purge {
    pub ticket_id: TicketId,
    /// A ticket that was moved to the trash later than this stays.
    pub trashed_before: Instant,
}

impl Purge {
    pub(in crate::domain) fn touch(&self, world: &World, touches: &mut Touches) {
        touch_deleted(world, self.ticket_id, touches);
    }

    /// Decides nothing if the ticket was deleted or restored meanwhile.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let Some((scope, ticket)) = stored(decider, self.ticket_id) else { return Ok(()) };
        match ticket.trashed_at {
            Some(at) if at < self.trashed_before => {
                // The person may no longer follow the scope, but the delete needs the links there.
                decider.decision.relied.insert(scope);
                delete_for_good(decider, scope, ticket)
            }
            _ => Ok(()),
        }
    }
}

/// The rows that a delete rewrites.
fn touch_deleted(world: &World, id: TicketId, touches: &mut Touches) {
    touches.tickets.push(id);
    touches.tickets.extend(world.index.parent(id));
    touches.tickets.extend(world.index.children(id));
    touches.tickets.extend(world.index.naming(&[id]));
}

/// A ticket with its scope. The person of the order may not see it.
fn stored(decider: &Decider<'_>, id: TicketId) -> Option<(ScopeId, Ticket)> {
    let entry = decider.world.index.get(id)?;
    let ticket = decider.world.tables.tickets.get(&id)?;
    Some((entry.scope, (**ticket).clone()))
}

/// Deletes a ticket with its links and files, also from the values of other tickets. Its subtasks and its parent are in its scope and stay.
fn delete_for_good(decider: &mut Decider<'_>, scope: ScopeId, ticket: Ticket) -> Result<(), Refusal> {
    let relative = |decider: &Decider<'_>, id| stored(decider, id).ok_or_else(|| Refusal::not_found(words::NO_TASK));
    decider.decision.relies_on_scopes = true;
    for child in &ticket.subtasks_order {
        let (_, mut child) = relative(decider, *child)?;
        child.parent_ticket_id = None;
        child.updated_at = decider.at;
        decider.keep_in_list(scope, &mut child);
        decider.save(scope, child);
    }
    if let Some(parent) = ticket.parent_ticket_id {
        let (_, mut parent) = relative(decider, parent)?;
        parent.subtasks_order.retain(|child| *child != ticket.id);
        decider.save(scope, parent);
    }
    let world = decider.world;
    for (home, link) in world.index.links_at(ticket.id) {
        decider.put(*home, Write::delete(Entity::Link(link.clone())));
        decider.delete_lag(link.id);
    }
    decider.forget_linked(&ticket)?;
    decider.delete_recurrence(ticket.id);
    decider.delete_url_links(ticket.id);
    for (home, file) in world.index.files.at(ticket.id) {
        decider.put(*home, Write::delete(Entity::File(file.clone())));
    }
    let gone = Entity::Ticket(Box::new(ticket));
    decider.delete_place_of(&gone);
    decider.put(scope, Write::delete(gone));
    Ok(())
}

fn trash(decider: &mut Decider<'_>, id: TicketId) -> Result<(), Refusal> {
    let (scope, mut ticket) = decider.ticket_for(Capability::DeleteTickets, id)?;
    decider.check_in_use(&ticket)?;
    if ticket.trashed_at.is_none() {
        ticket.trashed_at = Some(decider.at);
        ticket.trashed_by_user_id = Some(decider.by);
        ticket.updated_at = decider.at;
        decider.save(scope, ticket);
        decider.note(scope, id, ActivityKind::TaskTrashed, json!(null));
    }
    Ok(())
}

fn restore(decider: &mut Decider<'_>, id: TicketId) -> Result<(), Refusal> {
    let (scope, mut ticket) = decider.ticket_for(Capability::DeleteTickets, id)?;
    if ticket.trashed_at.is_some() {
        ticket.trashed_at = None;
        ticket.trashed_by_user_id = None;
        ticket.updated_at = decider.at;
        decider.save(scope, ticket);
        decider.note(scope, id, ActivityKind::TaskRestored, json!(null));
    }
    Ok(())
}
