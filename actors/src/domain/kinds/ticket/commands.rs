//! Making and editing tickets.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::{Priority, Ticket, durations, last_activity::set_last_activity};
use crate::domain::{
    capability::Capability,
    date::PlainDate,
    decider::{Act, Decider, Touches},
    entity::{ActivityKind, EntityKind},
    ids::{ComponentId, FixVersionId, LabelId, ListId, ScopeId, SprintId, StatusId, TaskTypeId, TicketId, UserId},
    kinds::{
        attribute::value::{FieldEdit, FieldPatch, FieldValues},
        patch::{SetPatch, cleared, given, present},
        subscription::mentions::{self, MentionedIn},
    },
    limits,
    refusal::{Refusal, RefusalCode},
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
    /// The values of attributes, by the attribute's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<FieldValues>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_type_id: Option<TaskTypeId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components_ids: Option<Vec<ComponentId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_versions_ids: Option<Vec<FixVersionId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprint_id: Option<SprintId>,
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
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub fields: Option<FieldPatch>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub task_type_id: Option<Option<TaskTypeId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub components_ids: Option<SetPatch<ComponentId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub fix_versions_ids: Option<SetPatch<FixVersionId>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub sprint_id: Option<Option<SprintId>>,
}

impl Act for TicketCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::CreateTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend(self.parent_ticket_id);
        if let Some(text) = &self.description {
            mentions::touch(world, self.ticket_id, text, touches);
        }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let world = decider.world;
        if world.index.get(self.ticket_id).is_some() {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("ticketId"));
        }
        let status = match self.status_id {
            Some(id) => decider.status(id, "statusId")?,
            None => decider.first_status()?,
        };
        let mut ticket = Ticket::blank(self.ticket_id, 0, status.id, decider.by, decider.at);
        ticket.private = self.private.unwrap_or(false);
        let lists = self.list_ids.as_deref().unwrap_or_default();
        for list in lists {
            decider.list_in_use(*list, "lists")?;
        }
        // A subtask in no list lives with its parent.
        let parent = self.parent_ticket_id.and_then(|parent| decider.visible(parent, "parentTicketId").ok());
        let scope = decider.home(&ticket, lists, parent.unwrap_or(world.scope()))?;
        ticket.number = decider.next_number(scope);
        ticket.description = Some(String::new());
        decider.allow(Capability::CreateTickets, scope, &ticket).map_err(|_| Refusal::forbidden())?;
        let fields = self.fields();
        decider.rely_on_linked(&fields);
        decider.change_fields(scope, &mut ticket, &fields)?;
        decider.keep_to_lists(&FieldValues::new(), &ticket)?;
        decider.fill_defaults(scope, &mut ticket);
        durations::enter_status(&mut ticket, &status, Some(decider.by), decider.at);
        decider.save(scope, ticket.clone());
        let activity = decider.note(scope, ticket.id, ActivityKind::CreatedAt, json!(null));
        set_last_activity(&mut ticket, activity, ActivityKind::CreatedAt, decider.by, decider.at);
        decider.save(scope, ticket.clone());
        let users = mentions::mentioned(world, ticket.description.as_deref().unwrap_or_default());
        decider.tell_mentioned(scope, &ticket, activity, &users, MentionedIn::Description);
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
            fields: self
                .fields
                .as_ref()
                .map(|values| values.iter().map(|(id, value)| (*id, Some(FieldEdit::Value(value.clone())))).collect()),
            task_type_id: Some(self.task_type_id),
            components_ids: added(&self.components_ids),
            fix_versions_ids: added(&self.fix_versions_ids),
            sprint_id: Some(self.sprint_id),
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
        if let Some(text) = &self.patch.description {
            mentions::touch(world, self.ticket_id, text, touches);
        }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.update_ticket(self.ticket_id, &self.patch)?;
        // An edit of several tickets at once mentions no person.
        if let (Some(text), Some(activity)) = (&self.patch.description, decider.description_activity(self.ticket_id)) {
            let (scope, ticket) = decider.ticket(self.ticket_id)?;
            let users = mentions::mentioned(decider.world, text);
            decider.tell_mentioned(scope, &ticket, activity, &users, MentionedIn::Description);
        }
        Ok(())
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
        let mut ids = decider.distinct(&self.ticket_ids)?;
        if self.patch.lists.is_some() {
            decider.room_for_moves(moving(decider.world, &ids, &self.patch).len())?;
            // A ticket moves to another home before its subtasks, because the subtasks move with it.
            ids.sort_by_key(|id| decider.world.index.depth(*id));
        }
        for id in ids {
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
    let moving = moving(world, ids, patch);
    let naming = world.index.naming(&moving);
    touches.tickets.extend(moving);
    touches.tickets.extend(naming);
    if let Some(parent) = patch.parent_ticket_id {
        touches.tickets.extend(parent);
        touches.tickets.extend(ids.iter().filter_map(|id| world.index.parent(*id)));
    }
}

/// The tickets that a patch may move into another home, with everything below them.
fn moving(world: &World, ids: &[TicketId], patch: &TicketPatch) -> Vec<TicketId> {
    let lists = |of: fn(&SetPatch<ListId>) -> &Vec<ListId>| patch.lists.as_ref().map(of).into_iter().flatten();
    let home = |list: &ListId| world.home_of(EntityKind::List, list.0);
    let moves = |id: &&TicketId| {
        let Some(scope) = world.index.get(**id).map(|entry| entry.scope) else { return false };
        let restricted = |to: ScopeId| world.scopes.is_list(to) || world.scopes.is_list(scope);
        let comes = lists(|set| &set.add).map(home).any(|to| to != scope && restricted(to));
        let leaves = world.scopes.is_list(scope) && lists(|set| &set.remove).map(home).any(|from| from == scope);
        patch.private.is_some() || comes || leaves
    };
    let roots: Vec<TicketId> = ids.iter().filter(moves).copied().collect();
    world.index.with_subtasks(&roots, limits::TICKETS_AN_EVENT + 1)
}

impl Decider<'_> {
    fn update_ticket(&mut self, id: TicketId, patch: &TicketPatch) -> Result<(), Refusal> {
        let (scope, mut ticket) = self.ticket_for(Capability::EditTickets, id)?;
        self.check_in_use(&ticket)?;
        let edits = patch.fields.is_some();
        let values = if edits { ticket.fields.clone() } else { FieldValues::new() };
        let Some((to, lists)) = self.new_home(scope, &ticket, patch)? else {
            self.patch_ticket(scope, &mut ticket, patch)?;
            self.keep_required(&values, &ticket)?;
            self.keep_in_list(scope, &mut ticket);
            if edits {
                self.keep_to_lists(&values, &ticket)?;
            }
            self.save(scope, ticket);
            return Ok(());
        };
        limits::grown("lists", ticket.lists.len(), lists.len(), limits::LISTS)?;
        if patch.parent_ticket_id.is_some_and(|parent| parent != ticket.parent_ticket_id) {
            // The old parent stays, and the new one is in the new home.
            self.set_parent(scope, &mut ticket, None)?;
        }
        let places = self.places_in(to, &ticket, &lists);
        let mut ticket = self.move_ticket(to, ticket, places)?;
        let rest = TicketPatch { lists: None, private: None, ..patch.clone() };
        let moved = if edits { ticket.fields.clone() } else { FieldValues::new() };
        self.patch_ticket(to, &mut ticket, &rest)?;
        self.keep_required(&values, &ticket)?;
        if edits {
            self.keep_to_lists(&moved, &ticket)?;
        }
        self.save(to, ticket);
        Ok(())
    }
}
