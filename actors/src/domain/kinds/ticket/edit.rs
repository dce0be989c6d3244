//! How a ticket changes. Edits by people and imports share these checks.

use serde_json::json;

use super::{ListRank, Ticket, commands::TicketPatch, durations, last_activity::set_last_activity};
use crate::domain::{
    date::PlainDate,
    decider::Decider,
    entity::{ActivityKind, Entity, EntityKind, MemberState, Status},
    ids::{ActivityId, LabelId, ListId, ScopeId, TicketId, UserId},
    kinds::patch::SetPatch,
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

impl Decider<'_> {
    /// Applies a patch to a ticket and writes the ticket's history. The caller saves the ticket.
    ///
    /// # Errors
    /// The refusal of the first field that may not change so.
    pub(super) fn patch_ticket(
        &mut self,
        scope: ScopeId,
        ticket: &mut Ticket,
        patch: &TicketPatch,
    ) -> Result<(), Refusal> {
        let before = ticket.clone();
        self.rely_on_linked(patch);
        self.change_fields(scope, ticket, patch)?;
        self.note_changes(scope, &before, ticket);
        if let Some(parent) = patch.parent_ticket_id {
            self.set_parent(scope, ticket, parent)?;
        }
        if *ticket != before {
            ticket.updated_at = self.at;
        }
        Ok(())
    }

    /// Applies a patch to a ticket's own fields, without its history. The caller applies the parent and `private`, because
    /// these concern other tickets and scopes as well.
    ///
    /// # Errors
    /// The refusal of the first field that may not change so.
    pub(in crate::domain::kinds) fn change_fields(
        &self,
        scope: ScopeId,
        ticket: &mut Ticket,
        patch: &TicketPatch,
    ) -> Result<(), Refusal> {
        if let Some(title) = &patch.title {
            ticket.title = limits::line("title", title, limits::TITLE_CHARS)?;
        }
        if let Some(text) = &patch.description {
            let text = limits::prose("description", text, limits::DESCRIPTION_BYTES)?;
            let sum = limits::text_sum(&text);
            if sum != ticket.description_sum {
                ticket.description_sum = sum;
                ticket.description = Some(text);
            }
        }
        if let Some(status) = patch.status_id {
            let status = self.status(status, "statusId")?;
            if status.id != ticket.status_id {
                durations::enter_status(ticket, &status, Some(self.by), self.at);
            }
        }
        if let Some(set) = &patch.assignees_ids {
            self.change_assignees(scope, ticket, set)?;
        }
        if let Some(set) = &patch.labels {
            self.change_labels(ticket, set)?;
        }
        if let Some(set) = &patch.lists {
            self.change_lists(scope, ticket, set)?;
        }
        ticket.priority = patch.priority.unwrap_or(ticket.priority);
        ticket.start_date = patch.start_date.unwrap_or(ticket.start_date);
        if let Some(date) = patch.due_date.filter(|date| *date != ticket.due_date) {
            ticket.due_date = date;
            durations::settle(ticket);
        }
        if patch.start_date.is_some() || patch.due_date.is_some() {
            check_dates(ticket.start_date, ticket.due_date)?;
        }
        if let Some(user) = patch.report_by.filter(|user| *user != ticket.report_by) {
            if let Some(user) = user {
                self.check_person(scope, user, "reportBy")?;
            }
            ticket.report_by = user;
        }
        if let Some(values) = &patch.fields {
            self.change_values(scope, ticket, values)?;
        }
        self.change_records(ticket, patch)
    }

    /// Sets the task type, the components, the fix versions and the sprint of a ticket.
    fn change_records(&self, ticket: &mut Ticket, patch: &TicketPatch) -> Result<(), Refusal> {
        if let Some(task_type) = patch.task_type_id {
            if let Some(id) = task_type {
                self.task_type(id, "taskTypeId")?;
            }
            ticket.task_type_id = task_type;
        }
        if let Some(sprint) = patch.sprint_id {
            if let Some(id) = sprint {
                self.sprint(id, "sprintId")?;
            }
            ticket.sprint_id = sprint;
        }
        if let Some(set) = &patch.components_ids {
            for id in &set.add {
                self.component(*id, "componentsIds")?;
            }
            let before = ticket.components_ids.len();
            change_set(&mut ticket.components_ids, set);
            limits::grown("componentsIds", before, ticket.components_ids.len(), limits::COMPONENTS)?;
        }
        if let Some(set) = &patch.fix_versions_ids {
            for id in &set.add {
                self.fix_version(*id, "fixVersionsIds")?;
            }
            let before = ticket.fix_versions_ids.len();
            change_set(&mut ticket.fix_versions_ids, set);
            limits::grown("fixVersionsIds", before, ticket.fix_versions_ids.len(), limits::FIX_VERSIONS)?;
        }
        Ok(())
    }

    /// The entry of the history that this order has written for a changed description, if any.
    pub(super) fn description_activity(&self, ticket: TicketId) -> Option<ActivityId> {
        self.decision.writes.iter().rev().find_map(|(_, write)| match &write.after {
            Some(Entity::Activity(it)) if it.ticket_id == ticket && it.kind == ActivityKind::Description => Some(it.id),
            _ => None,
        })
    }

    /// Adds an entry to a ticket's history, and makes it the last activity if subscribers are notified of its kind.
    fn note_and_notify(&mut self, scope: ScopeId, ticket: &mut Ticket, kind: ActivityKind, data: serde_json::Value) {
        let activity = self.note(scope, ticket.id, kind, data);
        set_last_activity(ticket, activity, kind, self.by, self.at);
    }

    fn note_changes(&mut self, scope: ScopeId, before: &Ticket, after: &mut Ticket) {
        let id = after.id;
        if after.title != before.title {
            let change = json!({"from": before.title, "to": after.title});
            self.note_and_notify(scope, after, ActivityKind::NameChange, change);
        }
        if after.description_sum != before.description_sum {
            self.note(scope, id, ActivityKind::Description, json!(null));
        }
        if after.status_id != before.status_id {
            let change = json!({"from": before.status_id, "to": after.status_id});
            self.note_and_notify(scope, after, ActivityKind::StatusChange, change);
        }
        for (kind, change) in [
            (ActivityKind::AssigneeChange, difference(&before.assignees_ids, &after.assignees_ids)),
            (ActivityKind::ComponentsChange, difference(&before.components_ids, &after.components_ids)),
            (ActivityKind::FixVersionsChange, difference(&before.fix_versions_ids, &after.fix_versions_ids)),
        ] {
            let Some(change) = change else { continue };
            self.note_and_notify(scope, after, kind, change);
        }
        if let Some(mut change) = difference(&before.labels, &after.labels) {
            change["field"] = json!("labels");
            self.note(scope, id, ActivityKind::CustomFieldChange, change);
        }
        if let Some(change) = self.named_lists(scope, before, after) {
            self.note_lists(scope, id, change);
        }
        if after.priority != before.priority {
            self.note_field(scope, id, "priority", json!(before.priority), json!(after.priority));
        }
        if after.start_date != before.start_date {
            self.note_field(scope, id, "startDate", json!(before.start_date), json!(after.start_date));
        }
        if after.due_date != before.due_date {
            self.note_field(scope, id, "dueDate", json!(before.due_date), json!(after.due_date));
        }
        if after.report_by != before.report_by {
            self.note_reporter(scope, before, after);
        }
        if after.sprint_id != before.sprint_id {
            self.note_field(scope, id, "sprintId", json!(before.sprint_id), json!(after.sprint_id));
        }
        if after.task_type_id != before.task_type_id {
            let change = json!({"from": before.task_type_id, "to": after.task_type_id});
            self.note(scope, id, ActivityKind::TaskTypeChange, change);
        }
        self.note_values(scope, before, after);
    }

    pub(super) fn note_reporter(&mut self, scope: ScopeId, before: &Ticket, after: &Ticket) {
        let change = json!({"from": before.report_by, "to": after.report_by});
        self.note(scope, after.id, ActivityKind::CreatedUserIdChange, change);
    }

    /// Notes the lists that a ticket has joined and left.
    pub(super) fn note_lists(&mut self, scope: ScopeId, ticket: TicketId, change: serde_json::Value) {
        let several = ["added", "removed"].iter().any(|side| change[side].as_array().is_some_and(|it| it.len() > 1));
        let kind = if several { ActivityKind::MultipleListsChange } else { ActivityKind::ListsChange };
        self.note(scope, ticket, kind, change);
    }

    /// The lists that a ticket has joined and left, as its history names them: only open lists, and only if all who see the
    /// ticket may see the open lists. The history moves with the ticket.
    pub(super) fn named_lists(&self, scope: ScopeId, before: &Ticket, after: &Ticket) -> Option<serde_json::Value> {
        let is_named = |list: &ListId| {
            let lives_with_it = scope == self.world.scope() || after.private;
            lives_with_it && self.world.is_open(*list)
        };
        let lists = |ticket: &Ticket| ticket.lists.iter().map(|it| it.list_id).filter(is_named).collect::<Vec<_>>();
        difference(&lists(before), &lists(after))
    }

    fn change_assignees(&self, scope: ScopeId, ticket: &mut Ticket, set: &SetPatch<UserId>) -> Result<(), Refusal> {
        for user in &set.add {
            self.check_person(scope, *user, "assigneesIds")?;
        }
        let before = ticket.assignees_ids.len();
        change_set(&mut ticket.assignees_ids, set);
        limits::grown("assigneesIds", before, ticket.assignees_ids.len(), limits::ASSIGNEES)
    }

    fn change_labels(&self, ticket: &mut Ticket, set: &SetPatch<LabelId>) -> Result<(), Refusal> {
        for id in &set.add {
            let seen = self.world.tables.labels.contains_key(id) && self.world.shows(self.by, EntityKind::Label, id.0);
            if !seen {
                return Err(Refusal::not_found(words::no_label_with_id(&id.to_string())).with_field("labels"));
            }
        }
        let before = ticket.labels.len();
        change_set(&mut ticket.labels, set);
        limits::grown("labels", before, ticket.labels.len(), limits::LABELS)
    }

    fn change_lists(&self, scope: ScopeId, ticket: &mut Ticket, set: &SetPatch<ListId>) -> Result<(), Refusal> {
        let before = ticket.lists.len();
        ticket.lists.retain(|place| !set.remove.contains(&place.list_id));
        for list in &set.add {
            self.list(*list, "lists")?;
            if !ticket.lists.iter().any(|place| place.list_id == *list) {
                ticket.lists.push(ListRank { list_id: *list, rank: self.rank_last(scope, *list) });
            }
        }
        limits::grown("lists", before, ticket.lists.len(), limits::LISTS)
    }

    /// The rank after all tickets that the readers of `scope` see in a list, including the tickets that this order has
    /// placed, because the ranks of one event must differ.
    pub(super) fn rank_last(&self, scope: ScopeId, list: ListId) -> Rank {
        let scopes = self.world.ranked_with(scope, list);
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

    /// Tickets named by a bulk command, each once.
    ///
    /// # Errors
    /// `validation_failed` if none is named, or too many.
    pub(super) fn distinct(&self, ids: &[TicketId]) -> Result<Vec<TicketId>, Refusal> {
        if ids.is_empty() {
            return Err(Refusal::invalid("ticketIds", words::NO_TASK_NAMED));
        }
        limits::at_most("ticketIds", ids.len(), limits::TICKETS_AN_EVENT)?;
        let mut seen = std::collections::HashSet::new();
        Ok(ids.iter().copied().filter(|id| seen.insert(*id)).collect())
    }

    pub(in crate::domain::kinds) fn next_number(&self, scope: ScopeId) -> i64 {
        self.world.last_numbers.get(&self.world.numbering(scope)).copied().unwrap_or(0) + 1
    }

    pub(super) fn first_status(&self) -> Result<Status, Refusal> {
        let first = self.world.statuses_in_order().first().copied().cloned();
        first.ok_or_else(|| Refusal::new(RefusalCode::Conflict, words::NO_STATUS_IN_WORKSPACE))
    }

    /// Refuses a person who is no member, has left, or does not see the ticket.
    pub(super) fn check_person(&self, scope: ScopeId, user: UserId, field: &str) -> Result<(), Refusal> {
        if !self.is_member(user) {
            return Err(Refusal::not_found(words::NO_MEMBER).with_field(field));
        }
        if !self.may_be_named(scope, user) {
            return Err(Refusal::new(RefusalCode::Conflict, words::PERSON_DOES_NOT_SEE_TASK).with_field(field));
        }
        Ok(())
    }

    /// Whether a ticket of a scope may name a person. A private ticket may name every member, and so may every ticket of a
    /// workspace without commons, in which guests see nothing.
    pub(in crate::domain::kinds) fn may_be_named(&self, scope: ScopeId, user: UserId) -> bool {
        let is_shared = scope == self.world.scope() || self.world.scopes.is_list(scope);
        let checked = is_shared && self.world.scopes.commons.is_some();
        self.is_member(user) && (!checked || self.world.sight().will_follow(user, scope))
    }

    /// Whether a person is a member, or will be once they accept their invitation.
    pub(in crate::domain::kinds) fn is_member(&self, user: UserId) -> bool {
        self.world.tables.members.get(&user).is_some_and(|member| member.state != MemberState::Left)
    }
}

fn change_set<T: Copy + PartialEq>(set: &mut Vec<T>, patch: &SetPatch<T>) {
    set.retain(|known| !patch.remove.contains(known));
    for item in &patch.add {
        if !set.contains(item) {
            set.push(*item);
        }
    }
}

/// The members that a set gained and lost, as the history shows them; `None` if the set has not changed.
pub(super) fn difference<T: PartialEq + serde::Serialize>(before: &[T], after: &[T]) -> Option<serde_json::Value> {
    let only = |these: &[T], those: &[T]| json!(these.iter().filter(|it| !those.contains(it)).collect::<Vec<_>>());
    let (added, removed) = (only(after, before), only(before, after));
    let same = added == json!([]) && removed == json!([]);
    (!same).then(|| json!({"added": added, "removed": removed}))
}

pub(in crate::domain::kinds) fn check_dates(start: Option<PlainDate>, due: Option<PlainDate>) -> Result<(), Refusal> {
    match (start, due) {
        (Some(start), Some(due)) if due < start => Err(Refusal::invalid("dueDate", words::DUE_BEFORE_START)),
        _ => Ok(()),
    }
}
