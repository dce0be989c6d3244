//! Making and editing tickets.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::{Priority, Ticket, durations};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::PlainDate,
    decider::{Act, Decider, Touches},
    entity::{ActivityKind, Entity},
    ids::{LabelId, ListId, ScopeId, StatusId, TicketId, UserId},
    kinds::patch::{SetPatch, cleared, given, present},
    limits,
    refusal::{Refusal, RefusalCode},
    scope::personal_scope,
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketCreate {
    pub ticket_id: TicketId,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_id: Option<StatusId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_ids: Option<Vec<ListId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignees_ids: Option<Vec<UserId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<LabelId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<PlainDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_date: Option<PlainDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_by: Option<UserId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_ticket_id: Option<TicketId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketUpdate {
    pub ticket_id: TicketId,
    pub patch: Box<TicketPatch>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TicketsUpdate {
    pub ticket_ids: Vec<TicketId>,
    pub patch: Box<TicketPatch>,
}

/// An absent field stays as it is; null clears a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct TicketPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(deserialize_with = "cleared", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub status_id: Option<StatusId>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub assignees_ids: Option<SetPatch<UserId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub labels: Option<SetPatch<LabelId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub lists: Option<SetPatch<ListId>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Priority | null")]
    pub priority: Option<Option<Priority>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub due_date: Option<Option<PlainDate>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub report_by: Option<Option<UserId>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub parent_ticket_id: Option<Option<TicketId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub private: Option<bool>,
}

impl Act for TicketCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::CreateTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend(self.parent_ticket_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let world = decider.world;
        if world.index.get(self.ticket_id).is_some() {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("ticketId"));
        }
        let private = self.private.unwrap_or(false);
        let scope = if private { personal_scope(world.workspace.id, decider.by) } else { world.scope() };
        let status = match self.status_id {
            Some(id) => decider.status(id, "statusId")?,
            None => decider.first_status()?,
        };
        let mut ticket = Ticket::blank(self.ticket_id, decider.next_number(scope), status.id, decider.by, decider.at);
        ticket.private = private;
        ticket.description = Some(String::new());
        decider.allow(Capability::CreateTickets, scope, &ticket).map_err(|_| Refusal::forbidden())?;
        decider.change_fields(scope, &mut ticket, &self.fields())?;
        durations::enter_status(&mut ticket, &status, Some(decider.by), decider.at);
        decider.save(scope, ticket.clone());
        decider.note(scope, ticket.id, ActivityKind::CreatedAt, json!(null));
        if self.parent_ticket_id.is_some() {
            decider.set_parent(scope, &mut ticket, self.parent_ticket_id)?;
            decider.save(scope, ticket);
        }
        Ok(())
    }
}

impl TicketCreate {
    /// The fields to set on the new ticket, apart from its status and its parent.
    fn fields(&self) -> TicketPatch {
        fn added<T: Clone>(ids: &Option<Vec<T>>) -> Option<SetPatch<T>> {
            ids.clone().map(|add| SetPatch { add, remove: Vec::new() })
        }
        TicketPatch {
            title: Some(self.title.clone()),
            description: self.description.clone(),
            assignees_ids: added(&self.assignees_ids),
            labels: added(&self.labels),
            lists: added(&self.list_ids),
            priority: Some(self.priority),
            start_date: Some(self.start_date),
            due_date: Some(self.due_date),
            report_by: Some(self.report_by),
            // No `..default()`: a new field that is forgotten here does not compile.
            status_id: None,
            parent_ticket_id: None,
            private: None,
        }
    }
}

impl Act for TicketUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touch(world, &[self.ticket_id], &self.patch, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.update_ticket(self.ticket_id, &self.patch)
    }
}

impl Act for TicketsUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touch(world, few(&self.ticket_ids), &self.patch, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        if self.patch.private.is_some() {
            return Err(Refusal::invalid("private", words::ONE_TASK_AT_A_TIME));
        }
        for id in decider.distinct(&self.ticket_ids)? {
            decider.update_ticket(id, &self.patch)?;
        }
        Ok(())
    }

    fn tickets(&self) -> usize {
        self.ticket_ids.len()
    }

    /// The patch's bytes times the number of tickets may not exceed an event. Reading 700 tickets before refusing
    /// would cost a node more than the refusal saves.
    fn check_size(&self) -> Result<(), Refusal> {
        let tickets = self.ticket_ids.len();
        if tickets > 1 && limits::encoded(&self.patch).saturating_mul(tickets) > limits::EVENT_BYTES {
            return Err(limits::too_large());
        }
        Ok(())
    }
}

/// The tickets of a bulk command that are loaded. One more than the limit is enough to refuse the command.
pub(super) fn few(ids: &[TicketId]) -> &[TicketId] {
    &ids[..ids.len().min(limits::TICKETS_AN_EVENT + 1)]
}

fn touch(world: &World, ids: &[TicketId], patch: &TicketPatch, touches: &mut Touches) {
    touches.tickets.extend(ids);
    if let Some(parent) = patch.parent_ticket_id {
        touches.tickets.extend(parent);
        touches.tickets.extend(ids.iter().filter_map(|id| world.index.parent(*id)));
    }
}

impl Decider<'_> {
    fn update_ticket(&mut self, id: TicketId, patch: &TicketPatch) -> Result<(), Refusal> {
        let (mut scope, mut ticket) = self.ticket_for(Capability::EditTickets, id)?;
        if let Some(private) = patch.private
            && private != ticket.private
        {
            scope = self.change_scope(scope, &mut ticket, private)?;
        }
        self.patch_ticket(scope, &mut ticket, patch)?;
        self.save(scope, ticket);
        Ok(())
    }

    /// Moves a ticket between the workspace scope and its creator's personal scope: one delete, one create.
    fn change_scope(&mut self, from: ScopeId, ticket: &mut Ticket, private: bool) -> Result<ScopeId, Refusal> {
        self.decision.exact = true;
        self.one_home(from, self.world.scope())?;
        if private && ticket.created_user_id != self.by {
            return Err(Refusal::new(RefusalCode::Forbidden, words::ONLY_CREATOR_MAKES_PRIVATE).with_field("private"));
        }
        let attached = ticket.parent_ticket_id.is_some()
            || !ticket.subtasks_order.is_empty()
            || self.world.index.links_of(ticket.id).next().is_some();
        if attached {
            return Err(Refusal::new(RefusalCode::Conflict, words::DETACH_FIRST).with_field("private"));
        }
        let to = if private { personal_scope(self.world.workspace.id, self.by) } else { self.world.scope() };
        // Where a person may not make a ticket, they may not bring one either.
        self.allow(Capability::CreateTickets, to, ticket).map_err(|_| Refusal::forbidden())?;
        self.put(from, Write::delete(Entity::Ticket(Box::new(ticket.clone()))));
        ticket.private = private;
        ticket.number = self.next_number(to);
        ticket.updated_at = self.at;
        self.put(to, Write::create(Entity::Ticket(Box::new(ticket.clone()))));
        self.note_field(to, ticket.id, "private", json!(!private), json!(private));
        Ok(to)
    }
}
