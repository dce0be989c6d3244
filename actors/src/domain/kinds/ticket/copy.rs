//! Copies of tickets that the server makes.

use serde_json::json;

use super::{ListRank, Ticket, durations, last_activity::set_last_activity};
use crate::domain::{
    decider::Decider,
    entity::{ActivityKind, AttributeType},
    ids::{ScopeId, TicketId},
    limits,
    refusal::Refusal,
};

impl Decider<'_> {
    /// An open copy of a ticket in the same home, with its fields, labels, lists, people and values, and no comments,
    /// links or history. People who no longer see the home are left out. So are values of attributes that are deleted
    /// or belong to other lists. The copy has no dates, no parent, no rank and no number yet.
    pub(in crate::domain::kinds) fn copy_of(
        &self,
        scope: ScopeId,
        source: &Ticket,
        id: TicketId,
        text: String,
    ) -> Result<Ticket, Refusal> {
        // Named one by one, so that a new field does not compile until it is decided whether a copy has it.
        let Ticket {
            title,
            private,
            report_by,
            assignees_ids,
            labels,
            lists,
            priority,
            task_type_id,
            components_ids,
            fix_versions_ids,
            fields,
            id: _,
            number: _,
            description: _,
            description_sum: _,
            status_id: _,
            previous_status_id: _,
            created_user_id: _,
            parent_ticket_id: _,
            subtasks_order: _,
            start_date: _,
            due_date: _,
            completed: _,
            completed_at: _,
            completed_by_user_id: _,
            trashed_at: _,
            trashed_by_user_id: _,
            comments: _,
            commented_by_user_ids: _,
            completed_in: _,
            delayed_for: _,
            in_progress_for: _,
            in_progress_since: _,
            source: _,
            last_activity: _,
            sprint_id: _,
            created_at: _,
            updated_at: _,
        } = source;
        let status = self.first_status()?;
        let mut copy = Ticket::blank(id, 0, status.id, self.by, self.at);
        copy.private = *private;
        copy.title.clone_from(title);
        copy.description_sum = limits::text_sum(&text);
        copy.description = Some(text);
        copy.report_by = report_by.filter(|user| self.may_be_named(scope, *user));
        copy.assignees_ids.clone_from(assignees_ids);
        copy.assignees_ids.retain(|user| self.may_be_named(scope, *user));
        copy.labels.clone_from(labels);
        copy.lists.clone_from(lists);
        copy.priority = *priority;
        copy.task_type_id = *task_type_id;
        copy.components_ids.clone_from(components_ids);
        copy.fix_versions_ids.clone_from(fix_versions_ids);
        for (attribute, value) in fields {
            let known = self.world.tables.attributes.get(attribute).filter(|it| it.is_of(source.list_ids()));
            let value = match known.map(|it| it.value_type) {
                Some(AttributeType::Users) => value.with_people(|user| self.may_be_named(scope, user)),
                Some(_) => Some(value.clone()),
                None => None,
            };
            copy.fields.extend(value.map(|value| (*attribute, value)));
        }
        durations::enter_status(&mut copy, &status, Some(self.by), self.at);
        Ok(copy)
    }

    /// Makes copies, parents first. The parent of a copy is the copy of the original's parent. The first one gets the parent `above`.
    ///
    /// # Errors
    /// `too_many` if the parent has no room for another subtask.
    pub(in crate::domain::kinds) fn make_copies(
        &mut self,
        scope: ScopeId,
        copies: Vec<(Ticket, Option<TicketId>)>,
        above: Option<TicketId>,
    ) -> Result<(), Refusal> {
        let children: Vec<(TicketId, Option<TicketId>)> = copies.iter().map(|(it, parent)| (it.id, *parent)).collect();
        for (n, (mut copy, parent)) in copies.into_iter().enumerate() {
            copy.number = self.next_number(scope) + self.numbers;
            self.numbers += 1;
            copy.parent_ticket_id = parent;
            copy.subtasks_order =
                children.iter().filter(|(_, parent)| *parent == Some(copy.id)).map(|(id, _)| *id).collect();
            for place in &mut copy.lists {
                *place = ListRank { list_id: place.list_id, rank: self.rank_last(scope, place.list_id) };
            }
            self.save(scope, copy.clone());
            let activity = self.note(scope, copy.id, ActivityKind::CreatedAt, json!(null));
            set_last_activity(&mut copy, activity, ActivityKind::CreatedAt, self.by, self.at);
            self.save(scope, copy.clone());
            if n == 0 && above.is_some() {
                self.set_parent(scope, &mut copy, above)?;
                self.save(scope, copy);
            }
        }
        Ok(())
    }
}
