//! Tickets: made, edited, put into the trash and back, deleted.

use std::collections::HashSet;

use serde_json::json;

use super::{Desk, Removal, Touches, history};
use crate::domain::{
    change::Write,
    command::{Command, NewTicket, SetPatch, TicketPatch},
    date::PlainDate,
    entity::{ActivityKind, Entity, ListRank, MemberState, Reaction, Ticket},
    ids::{LabelId, ListId, ScopeId, TicketId, UserId},
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
    world::{World, personal_scope},
};
use crate::words;

impl Desk<'_> {
    pub(super) fn create_ticket(&mut self, new: &NewTicket) -> Result<(), Refusal> {
        if self.world.index.get(new.ticket_id).is_some() {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("ticketId"));
        }
        let private = new.private.unwrap_or(false);
        let scope = if private { personal_scope(self.world.workspace.id, self.by) } else { self.world.scope() };
        let status = match new.status_id {
            Some(id) => self.status(id, "statusId")?,
            None => self.first_status()?,
        };
        let description = new.description.as_deref().unwrap_or_default();
        let description = limits::prose("description", description, limits::DESCRIPTION_BYTES)?;
        let mut ticket = Ticket {
            private,
            title: limits::line("title", &new.title, limits::TITLE_CHARS)?,
            description_sum: limits::text_sum(&description),
            description: Some(description),
            report_by: new.report_by,
            priority: new.priority,
            start_date: new.start_date,
            due_date: new.due_date,
            ..Ticket::blank(new.ticket_id, self.next_number(scope), status.id, self.by, self.at)
        };
        check_dates(ticket.start_date, ticket.due_date)?;
        if let Some(user) = new.report_by {
            self.known_member(user, "reportBy")?;
        }
        let add = |ids: &Option<Vec<_>>| ids.clone().unwrap_or_default();
        self.change_assignees(&mut ticket, &SetPatch { add: add(&new.assignees_ids), remove: Vec::new() })?;
        self.change_labels(&mut ticket, &SetPatch { add: new.labels.clone().unwrap_or_default(), remove: Vec::new() })?;
        self.change_lists(
            scope,
            &mut ticket,
            &SetPatch { add: new.list_ids.clone().unwrap_or_default(), remove: Vec::new() },
        )?;
        history::enter_status(&mut ticket, &status, Some(self.by), self.at);
        self.save(scope, ticket.clone());
        self.note(scope, ticket.id, ActivityKind::CreatedAt, json!(null));
        if new.parent_ticket_id.is_some() {
            self.set_parent(scope, &mut ticket, new.parent_ticket_id)?;
            self.save(scope, ticket);
        }
        Ok(())
    }

    pub(super) fn update_ticket(&mut self, id: TicketId, patch: &TicketPatch) -> Result<(), Refusal> {
        let (mut scope, mut ticket) = self.ticket(id)?;
        if let Some(private) = patch.private
            && private != ticket.private
        {
            scope = self.change_scope(scope, &mut ticket, private)?;
        }
        self.patch_ticket(scope, &mut ticket, patch)?;
        self.save(scope, ticket);
        Ok(())
    }

    pub(super) fn update_tickets(&mut self, ids: &[TicketId], patch: &TicketPatch) -> Result<(), Refusal> {
        if patch.private.is_some() {
            return Err(Refusal::invalid("private", words::ONE_TASK_AT_A_TIME));
        }
        for id in self.distinct(ids)? {
            self.update_ticket(id, patch)?;
        }
        Ok(())
    }

    pub(super) fn each(
        &mut self,
        ids: &[TicketId],
        act: fn(&mut Self, TicketId) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        for id in self.distinct(ids)? {
            act(self, id)?;
        }
        Ok(())
    }

    pub(super) fn distinct(&self, ids: &[TicketId]) -> Result<Vec<TicketId>, Refusal> {
        if ids.is_empty() {
            return Err(Refusal::invalid("ticketIds", words::NO_TASK_NAMED));
        }
        limits::at_most("ticketIds", ids.len(), limits::TICKETS_AN_EVENT)?;
        let mut seen = HashSet::new();
        Ok(ids.iter().copied().filter(|id| seen.insert(*id)).collect())
    }

    /// Applies a patch to a ticket in hand and leaves its traces in the history. The caller saves it.
    pub(super) fn patch_ticket(
        &mut self,
        scope: ScopeId,
        ticket: &mut Ticket,
        patch: &TicketPatch,
    ) -> Result<(), Refusal> {
        let before = ticket.clone();
        let id = ticket.id;
        if let Some(title) = &patch.title {
            ticket.title = limits::line("title", title, limits::TITLE_CHARS)?;
            if ticket.title != before.title {
                self.note(scope, id, ActivityKind::NameChange, json!({"from": before.title, "to": ticket.title}));
            }
        }
        if let Some(text) = &patch.description {
            let text = limits::prose("description", text, limits::DESCRIPTION_BYTES)?;
            let sum = limits::text_sum(&text);
            if sum != ticket.description_sum {
                ticket.description_sum = sum;
                ticket.description = Some(text);
                self.note(scope, id, ActivityKind::Description, json!(null));
            }
        }
        if let Some(status) = patch.status_id {
            let status = self.status(status, "statusId")?;
            if status.id != before.status_id {
                history::enter_status(ticket, &status, Some(self.by), self.at);
                self.note(scope, id, ActivityKind::StatusChange, json!({"from": before.status_id, "to": status.id}));
            }
        }
        if let Some(set) = &patch.assignees_ids {
            let data = self.change_assignees(ticket, set)?;
            self.note_set(scope, id, ActivityKind::AssigneeChange, None, data);
        }
        if let Some(set) = &patch.labels {
            let data = self.change_labels(ticket, set)?;
            self.note_set(scope, id, ActivityKind::CustomFieldChange, Some("labels"), data);
        }
        if let Some(set) = &patch.lists {
            let data = self.change_lists(scope, ticket, set)?;
            self.note_set(scope, id, ActivityKind::ListsChange, None, data);
        }
        if let Some(priority) = patch.priority
            && priority != before.priority
        {
            ticket.priority = priority;
            self.note_field(scope, id, "priority", json!(before.priority), json!(priority));
        }
        if let Some(date) = patch.start_date
            && date != before.start_date
        {
            ticket.start_date = date;
            self.note_field(scope, id, "startDate", json!(before.start_date), json!(date));
        }
        if let Some(date) = patch.due_date
            && date != before.due_date
        {
            ticket.due_date = date;
            history::settle_durations(ticket);
            self.note_field(scope, id, "dueDate", json!(before.due_date), json!(date));
        }
        if patch.start_date.is_some() || patch.due_date.is_some() {
            check_dates(ticket.start_date, ticket.due_date)?;
        }
        if let Some(user) = patch.report_by
            && user != before.report_by
        {
            if let Some(user) = user {
                self.known_member(user, "reportBy")?;
            }
            ticket.report_by = user;
            self.note_field(scope, id, "reportBy", json!(before.report_by), json!(user));
        }
        if let Some(parent) = patch.parent_ticket_id {
            self.set_parent(scope, ticket, parent)?;
        }
        if *ticket != before {
            ticket.updated_at = self.at;
        }
        Ok(())
    }

    fn change_assignees(&self, ticket: &mut Ticket, set: &SetPatch<UserId>) -> Result<Added<UserId>, Refusal> {
        for user in &set.add {
            self.known_member(*user, "assigneesIds")?;
        }
        let before = ticket.assignees_ids.len();
        let change = change_set(&mut ticket.assignees_ids, set);
        limits::grown("assigneesIds", before, ticket.assignees_ids.len(), limits::ASSIGNEES)?;
        Ok(change)
    }

    fn change_labels(&self, ticket: &mut Ticket, set: &SetPatch<LabelId>) -> Result<Added<LabelId>, Refusal> {
        if let Some(missing) = set.add.iter().find(|id| !self.world.labels.contains_key(id)) {
            return Err(Refusal::not_found(words::no_label_with_id(&missing.to_string())).with_field("labels"));
        }
        let before = ticket.labels.len();
        let change = change_set(&mut ticket.labels, set);
        limits::grown("labels", before, ticket.labels.len(), limits::LABELS)?;
        Ok(change)
    }

    fn change_lists(
        &self,
        scope: ScopeId,
        ticket: &mut Ticket,
        set: &SetPatch<ListId>,
    ) -> Result<Added<ListId>, Refusal> {
        let before = ticket.lists.len();
        let mut change = Added { added: Vec::new(), removed: Vec::new() };
        for list in &set.remove {
            let count = ticket.lists.len();
            ticket.lists.retain(|place| place.list_id != *list);
            if ticket.lists.len() < count {
                change.removed.push(*list);
            }
        }
        for list in &set.add {
            self.list(*list, "lists")?;
            if !ticket.lists.iter().any(|place| place.list_id == *list) {
                ticket.lists.push(ListRank { list_id: *list, rank: self.rank_last(scope, *list) });
                change.added.push(*list);
            }
        }
        limits::grown("lists", before, ticket.lists.len(), limits::LISTS)?;
        Ok(change)
    }

    /// The rank after all tickets that the readers of `scope` see in a list, including those that this order has
    /// placed: ranks of one event differ.
    fn rank_last(&self, scope: ScopeId, list: ListId) -> Rank {
        let scopes = self.world.ranked_with(scope);
        let own = self.decision.writes.iter().rev().find_map(|(at, write)| match &write.after {
            Some(Entity::Ticket(ticket)) if scopes.contains(at) => {
                ticket.lists.iter().find(|place| place.list_id == list).map(|place| &place.rank)
            }
            _ => None,
        });
        let last = self.world.index.rank_last(list, &scopes);
        match own {
            Some(own) if *own >= last => Rank::between(Some(own), None),
            _ => last,
        }
    }

    fn note_set<T: serde::Serialize>(
        &mut self,
        scope: ScopeId,
        ticket: TicketId,
        kind: ActivityKind,
        field: Option<&str>,
        change: Added<T>,
    ) {
        if change.added.is_empty() && change.removed.is_empty() {
            return;
        }
        let mut data = json!({"added": change.added, "removed": change.removed});
        if let Some(field) = field {
            data["field"] = json!(field);
        }
        self.note(scope, ticket, kind, data);
    }

    /// Moves a ticket between the workspace's scope and its person's own: gone from one, whole in the other.
    fn change_scope(&mut self, from: ScopeId, ticket: &mut Ticket, private: bool) -> Result<ScopeId, Refusal> {
        self.decision.exact = true;
        if private && ticket.created_user_id != self.by {
            return Err(Refusal::new(RefusalCode::Forbidden, words::ONLY_CREATOR_MAKES_PRIVATE).with_field("private"));
        }
        let hangs = ticket.parent_ticket_id.is_some()
            || !ticket.subtasks_order.is_empty()
            || self.world.index.links_of(ticket.id).next().is_some();
        if hangs {
            return Err(Refusal::new(RefusalCode::Conflict, words::DETACH_FIRST).with_field("private"));
        }
        let to = if private { personal_scope(self.world.workspace.id, self.by) } else { self.world.scope() };
        self.put(from, Write::delete(Entity::Ticket(Box::new(ticket.clone()))));
        ticket.private = private;
        ticket.number = self.next_number(to);
        ticket.updated_at = self.at;
        self.put(to, Write::create(Entity::Ticket(Box::new(ticket.clone()))));
        self.note_field(to, ticket.id, "private", json!(!private), json!(private));
        Ok(to)
    }

    pub(super) fn trash(&mut self, id: TicketId) -> Result<(), Refusal> {
        let (scope, mut ticket) = self.ticket(id)?;
        if ticket.trashed_at.is_none() {
            ticket.trashed_at = Some(self.at);
            ticket.trashed_by_user_id = Some(self.by);
            ticket.updated_at = self.at;
            self.save(scope, ticket);
            self.note(scope, id, ActivityKind::TaskTrashed, json!(null));
        }
        Ok(())
    }

    pub(super) fn restore(&mut self, id: TicketId) -> Result<(), Refusal> {
        let (scope, mut ticket) = self.ticket(id)?;
        if ticket.trashed_at.is_some() {
            ticket.trashed_at = None;
            ticket.trashed_by_user_id = None;
            ticket.updated_at = self.at;
            self.save(scope, ticket);
            self.note(scope, id, ActivityKind::TaskRestored, json!(null));
        }
        Ok(())
    }

    pub(super) fn delete_ticket(&mut self, id: TicketId) -> Result<(), Refusal> {
        let (scope, ticket) = self.ticket(id)?;
        if ticket.trashed_at.is_none() {
            return Err(Refusal::new(RefusalCode::Conflict, words::TRASH_FIRST));
        }
        self.decision.exact = true;
        for child in &ticket.subtasks_order {
            let (_, mut child) = self.ticket(*child)?;
            child.parent_ticket_id = None;
            child.updated_at = self.at;
            self.save(scope, child);
        }
        if let Some(parent) = ticket.parent_ticket_id {
            let (_, mut parent) = self.ticket(parent)?;
            parent.subtasks_order.retain(|child| *child != id);
            self.save(scope, parent);
        }
        for link in self.world.index.links_of(id).cloned().collect::<Vec<_>>() {
            self.put(scope, Write::delete(Entity::Link(link)));
        }
        self.put(scope, Write::delete(Entity::Ticket(Box::new(ticket))));
        Ok(())
    }

    pub(super) fn next_number(&self, scope: ScopeId) -> i64 {
        self.world.last_numbers.get(&scope).copied().unwrap_or(0) + 1
    }

    pub(super) fn first_status(&self) -> Result<crate::domain::entity::Status, Refusal> {
        let first = self.world.statuses_in_order().first().copied().cloned();
        first.ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NO_STATUS_IN_WORKSPACE))
    }

    fn known_member(&self, user: UserId, field: &str) -> Result<(), Refusal> {
        match self.world.members.get(&user) {
            Some(member) if member.state != MemberState::Left => Ok(()),
            _ => Err(Refusal::not_found(words::NO_MEMBER).with_field(field)),
        }
    }
}

struct Added<T> {
    added: Vec<T>,
    removed: Vec<T>,
}

fn change_set<T: Copy + PartialEq>(set: &mut Vec<T>, patch: &SetPatch<T>) -> Added<T> {
    let mut change = Added { added: Vec::new(), removed: Vec::new() };
    for item in &patch.remove {
        if let Some(place) = set.iter().position(|known| known == item) {
            set.remove(place);
            change.removed.push(*item);
        }
    }
    for item in &patch.add {
        if !set.contains(item) {
            set.push(*item);
            change.added.push(*item);
        }
    }
    change
}

pub(super) fn check_dates(start: Option<PlainDate>, due: Option<PlainDate>) -> Result<(), Refusal> {
    match (start, due) {
        (Some(start), Some(due)) if due < start => Err(Refusal::invalid("dueDate", words::DUE_BEFORE_START)),
        _ => Ok(()),
    }
}

/// The neighbours that a move gives new ranks.
fn making_room(
    world: &World,
    by: UserId,
    list: ListId,
    after: Option<TicketId>,
    moving: &[TicketId],
) -> impl Iterator<Item = TicketId> {
    let places = world.index.places_behind(list, &world.seen_by(by), after, moving);
    places.into_iter().flat_map(|places| places.neighbours).map(|(id, _)| id)
}

/// The tickets and activities that a client's command needs whole.
pub(super) fn touched(world: &World, by: UserId, command: &Command, touches: &mut Touches) {
    if let Some(removal) = Removal::of(command) {
        return removal.touched(world, by, touches);
    }
    let family = |id: TicketId| world.index.get(id).and_then(|entry| entry.parent);
    let tickets = &mut touches.tickets;
    match command {
        Command::TicketCreate(new) => tickets.extend(new.parent_ticket_id),
        Command::TicketUpdate { ticket_id, patch } => {
            tickets.push(*ticket_id);
            if let Some(parent) = patch.parent_ticket_id {
                tickets.extend(parent);
                tickets.extend(family(*ticket_id));
            }
        }
        Command::TicketsUpdate { ticket_ids, patch } => {
            tickets.extend(ticket_ids.iter().take(limits::TICKETS_AN_EVENT + 1));
            if let Some(parent) = patch.parent_ticket_id {
                tickets.extend(parent);
                tickets.extend(ticket_ids.iter().take(limits::TICKETS_AN_EVENT + 1).filter_map(|id| family(*id)));
            }
        }
        Command::TicketTrash { ticket_id } | Command::TicketRestore { ticket_id } => tickets.push(*ticket_id),
        Command::TicketMove { ticket_id, list_id, after } => {
            tickets.push(*ticket_id);
            tickets.extend(making_room(world, by, *list_id, *after, &[*ticket_id]));
        }
        Command::TicketsMove { ticket_ids, list_id, after } if ticket_ids.len() <= limits::TICKETS_AN_EVENT => {
            tickets.extend(ticket_ids);
            tickets.extend(making_room(world, by, *list_id, *after, ticket_ids));
        }
        Command::TicketDelete { ticket_id } => {
            tickets.push(*ticket_id);
            tickets.extend(family(*ticket_id));
            tickets
                .extend(world.index.tickets().filter(|(_, entry)| entry.parent == Some(*ticket_id)).map(|(id, _)| id));
        }
        Command::TicketsTrash { ticket_ids }
        | Command::TicketsRestore { ticket_ids }
        | Command::TicketsMove { ticket_ids, .. } => {
            tickets.extend(ticket_ids.iter().take(limits::TICKETS_AN_EVENT + 1))
        }
        Command::SubtaskMove { ticket_id, .. } => {
            tickets.push(*ticket_id);
            tickets.extend(family(*ticket_id));
        }
        Command::CommentCreate { comment_id, ticket_id, .. } => {
            tickets.push(*ticket_id);
            touches.activities.push(*comment_id);
        }
        Command::CommentUpdate { comment_id, .. } | Command::CommentDelete { comment_id } => {
            touches.activities.push(*comment_id)
        }
        Command::ReactionAdd { activity_id, emoji } | Command::ReactionRemove { activity_id, emoji } => {
            touches.activities.push(*activity_id);
            touches.reactions.push(Reaction::id_of(*activity_id, by, emoji.trim()));
        }
        _ => {}
    }
    // More tickets are refused by their number, and need not be loaded for that.
    tickets.truncate(limits::TICKETS_AN_EVENT * 2 + 2);
}
