//! `decide`: a state and a command make writes, or a refusal. Nothing else is looked at: the clock and the
//! ids come in with the order.

mod comments;
mod config;
mod history;
mod import;
mod links;
mod members;
mod places;
mod removal;
mod size;
mod tickets;

#[cfg(test)]
mod tests;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    change::Write,
    command::Command,
    date::Instant,
    entity::{Activity, ActivityKind, Entity, Ticket},
    ids::{ActivityId, CommandId, ReactionId, ScopeId, TicketId, UserId, derived_v7},
    import::ImportOrder,
    refusal::Refusal,
    rights::{self, Right},
    world::World,
};
use crate::words;
pub use members::NewMember;
pub use removal::{Piece, Removal, piece};

/// A command with everything that deciding may know of it.
#[derive(Clone, Debug)]
pub struct Order {
    pub id: CommandId,
    pub by: UserId,
    pub what: What,
}

/// What is asked for: by a client, or by the server itself on somebody's behalf.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum What {
    Command(Command),
    /// Somebody with an invitation comes in.
    Join(NewMember),
    Import(ImportOrder),
    /// Rewrites private tickets before the status, list or label that they name is deleted.
    Piece(Piece),
}

impl What {
    /// Stands for a command that could not be read; it is never judged.
    pub fn nothing() -> Self {
        Self::Import(ImportOrder::Tickets(Vec::new()))
    }
}

/// What a command does, each write in the scope whose stream will carry it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    pub writes: Vec<(ScopeId, Write)>,
    /// Relies on more than the rows it touches (who blocks whom, which tickets have a status): any other
    /// event of the workspace scope makes it stale.
    pub exact: bool,
}

/// The tickets and activities that must be whole in the world before an order can be decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Touches {
    pub tickets: Vec<TicketId>,
    pub activities: Vec<ActivityId>,
    pub reactions: Vec<ReactionId>,
}

/// The hand that decides one order: collects its writes over a world that it may only read.
pub(crate) struct Desk<'a> {
    pub world: &'a World,
    pub by: UserId,
    pub at: Instant,
    pub order: CommandId,
    made: u16,
    pub decision: Decision,
}

/// Judges an order on a world. Pure: the same input gives the same decision, ids included.
pub fn decide(world: &World, order: &Order, at: Instant) -> Result<Decision, Refusal> {
    let mut desk = Desk::new(world, order, at);
    match &order.what {
        What::Join(new) => desk.join(new)?,
        What::Import(import) => {
            desk.need(Right::Work)?;
            desk.import(import)?;
        }
        What::Piece(piece) => {
            desk.need(Right::Work)?;
            desk.rewrite(piece)?;
        }
        What::Command(command) => {
            desk.need(rights::needed(command, order.by))?;
            desk.command(command)?;
        }
    }
    // An entity written more than once by one command is one change from the first to the last.
    desk.decision.writes.retain(|(_, write)| write.before != write.after);
    size::check_decision(world, order, &desk.decision)?;
    Ok(desk.decision)
}

impl<'a> Desk<'a> {
    fn new(world: &'a World, order: &Order, at: Instant) -> Self {
        Self { world, by: order.by, at, order: order.id, made: 0, decision: Decision::default() }
    }
}

impl Desk<'_> {
    /// One answer for a workspace that the person is not in and one that does not exist.
    fn need(&self, right: Right) -> Result<(), Refusal> {
        let member = self.world.active_member(self.by).ok_or_else(|| Refusal::not_found(words::NO_WORKSPACE))?;
        if rights::may(member.role, right) { Ok(()) } else { Err(Refusal::forbidden()) }
    }

    fn command(&mut self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::StatusDelete { status_id: id, move_to } => {
                self.remove(&Removal::Status { id: *id, move_to: *move_to })
            }
            Command::ListDelete { list_id: id, move_to } => self.remove(&Removal::List { id: *id, move_to: *move_to }),
            Command::LabelDelete { label_id: id } => self.remove(&Removal::Label { id: *id }),
            Command::WorkspaceUpdate { patch } => self.update_workspace(patch),
            Command::MemberSetRole { user_id, role } => self.set_role(*user_id, *role),
            Command::MemberRemove { user_id } => self.remove_member(*user_id),
            Command::StatusCreate { status_id, name, category, after } => {
                self.create_status(*status_id, name, *category, *after)
            }
            Command::StatusUpdate { status_id, patch } => self.update_status(*status_id, patch),
            Command::StatusMove { status_id, after } => self.move_status(*status_id, *after),
            Command::ListCreate { list_id, name, color, after } => self.create_list(*list_id, name, *color, *after),
            Command::ListUpdate { list_id, patch } => self.update_list(*list_id, patch),
            Command::ListMove { list_id, after } => self.move_list(*list_id, *after),
            Command::LabelCreate { label_id, name, color } => self.create_label(*label_id, name, *color),
            Command::LabelUpdate { label_id, patch } => self.update_label(*label_id, patch),
            Command::TicketCreate(new) => self.create_ticket(new),
            Command::TicketUpdate { ticket_id, patch } => self.update_ticket(*ticket_id, patch),
            Command::TicketsUpdate { ticket_ids, patch } => self.update_tickets(ticket_ids, patch),
            Command::TicketTrash { ticket_id } => self.trash(*ticket_id),
            Command::TicketRestore { ticket_id } => self.restore(*ticket_id),
            Command::TicketDelete { ticket_id } => self.delete_ticket(*ticket_id),
            Command::TicketsTrash { ticket_ids } => self.each(ticket_ids, Self::trash),
            Command::TicketsRestore { ticket_ids } => self.each(ticket_ids, Self::restore),
            Command::TicketMove { ticket_id, list_id, after } => self.place(&[*ticket_id], *list_id, *after),
            Command::TicketsMove { ticket_ids, list_id, after } => self.move_tickets(ticket_ids, *list_id, *after),
            Command::SubtaskMove { ticket_id, after } => self.move_subtask(*ticket_id, *after),
            Command::LinkCreate { link_id, link_kind, from_ticket_id, to_ticket_id } => {
                self.create_link(*link_id, *link_kind, *from_ticket_id, *to_ticket_id)
            }
            Command::LinkDelete { link_id } => self.delete_link(*link_id),
            Command::CommentCreate { comment_id, ticket_id, message } => {
                self.create_comment(*comment_id, *ticket_id, message)
            }
            Command::CommentUpdate { comment_id, message } => self.update_comment(*comment_id, message),
            Command::CommentDelete { comment_id } => self.delete_comment(*comment_id),
            Command::ReactionAdd { activity_id, emoji } => self.add_reaction(*activity_id, emoji),
            Command::ReactionRemove { activity_id, emoji } => self.remove_reaction(*activity_id, emoji),
        }
    }

    /// An id made while deciding.
    fn fresh_id(&mut self) -> Uuid {
        self.made += 1;
        derived_v7(self.at.millis(), self.order, self.made)
    }

    /// A ticket as this order has left it so far, with its scope; a thing that is not the person's to see
    /// answers like one that does not exist.
    fn ticket(&self, id: TicketId) -> Result<(ScopeId, Ticket), Refusal> {
        for (scope, write) in self.decision.writes.iter().rev() {
            match (&write.before, &write.after) {
                (_, Some(Entity::Ticket(ticket))) if ticket.id == id => return Ok((*scope, (**ticket).clone())),
                (Some(Entity::Ticket(ticket)), None) if ticket.id == id => {
                    return Err(Refusal::not_found(words::NO_TASK));
                }
                _ => {}
            }
        }
        let entry = self.world.index.get(id).filter(|entry| self.world.sees(self.by, entry.scope));
        let ticket = self.world.tickets.get(&id);
        match (entry, ticket) {
            (Some(entry), Some(ticket)) => Ok((entry.scope, ticket.clone())),
            _ => Err(Refusal::not_found(words::NO_TASK)),
        }
    }

    /// Puts a ticket's new state on record, as one write however often it changes under this order.
    fn save(&mut self, scope: ScopeId, ticket: Ticket) {
        let earlier = self.decision.writes.iter_mut().find(|(at, write)| {
            *at == scope && matches!(&write.after, Some(Entity::Ticket(known)) if known.id == ticket.id)
        });
        match earlier {
            Some((_, write)) => write.after = Some(Entity::Ticket(Box::new(ticket))),
            None => {
                let before = self.world.tickets.get(&ticket.id).cloned().map(|it| Entity::Ticket(Box::new(it)));
                self.put(scope, Write { before, after: Some(Entity::Ticket(Box::new(ticket))) });
            }
        }
    }

    fn put(&mut self, scope: ScopeId, write: Write) {
        self.decision.writes.push((scope, write));
    }

    fn put_config(&mut self, write: Write) {
        let scope = self.world.scope();
        self.put(scope, write);
    }

    /// Leaves an entry in a ticket's history.
    fn note(&mut self, scope: ScopeId, ticket: TicketId, kind: ActivityKind, data: Value) {
        let activity = Activity {
            id: ActivityId(self.fresh_id()),
            ticket_id: ticket,
            kind,
            user_id: self.by,
            message: None,
            data: (!data.is_null()).then_some(data),
            created_at: self.at,
            updated_at: None,
        };
        self.put(scope, Write::create(Entity::Activity(activity)));
    }

    fn note_field(&mut self, scope: ScopeId, ticket: TicketId, field: &str, from: Value, to: Value) {
        self.note(scope, ticket, ActivityKind::CustomFieldChange, json!({"field": field, "from": from, "to": to}));
    }
}

/// What must be whole in the world before `decide` can judge this order. Ids that do not exist may be named.
pub fn touches(world: &World, order: &Order) -> Touches {
    let mut touches = Touches::default();
    match &order.what {
        What::Join(_) => {}
        What::Piece(piece) => touches.tickets.extend(piece.tickets()),
        What::Import(import) => {
            touches.tickets.extend(import.tickets());
            touches.activities.extend(import.comments());
        }
        What::Command(command) => tickets::touched(world, order.by, command, &mut touches),
    }
    touches
}
