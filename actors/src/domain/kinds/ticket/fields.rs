//! The values of a ticket's attributes: how an edit changes them, and what the history says.

use serde_json::json;

use super::{Ticket, edit::difference};
use crate::domain::{
    decider::Decider,
    entity::{ActivityKind, AttributeType},
    ids::{AttributeId, LabelId, OptionId, ScopeId, TicketId, UserId},
    kinds::attribute::{
        edit::edited,
        value::{FieldPatch, FieldValue, FieldValues},
    },
    limits,
    refusal::Refusal,
};
use crate::words;

impl Decider<'_> {
    /// Applies edits of values to a ticket.
    ///
    /// # Errors
    /// `not_found` for an attribute or option that does not exist, `validation_failed` for a value of another type.
    pub(super) fn change_values(&self, scope: ScopeId, ticket: &mut Ticket, patch: &FieldPatch) -> Result<(), Refusal> {
        let before = ticket.fields.len();
        for (id, edit) in patch {
            let attribute = self.attribute(*id, "fields")?;
            let value = match edit {
                Some(edit) => edited(self.world, &attribute, ticket.fields.get(id), edit)?,
                None => None,
            };
            if attribute.value_type == AttributeType::Users {
                let had = ticket.fields.get(id).map(FieldValue::options).unwrap_or_default();
                let named = value.as_ref().map(FieldValue::options).unwrap_or_default();
                for user in named.iter().filter(|user| !had.contains(user)) {
                    self.check_person(scope, UserId(user.0), "fields")?;
                }
            }
            if attribute.value_type == AttributeType::LinkedTasks {
                self.check_linked(scope, ticket.id, ticket.fields.get(id), value.as_ref())?;
            }
            match value {
                Some(value) => ticket.fields.insert(*id, value),
                None => ticket.fields.remove(id),
            };
        }
        limits::grown("fields", before, ticket.fields.len(), limits::FIELDS)
    }

    /// Gives a new ticket the default of each attribute for which its command names no value (AT6). People who do not
    /// see the ticket are left out.
    pub(super) fn fill_defaults(&self, scope: ScopeId, ticket: &mut Ticket) {
        for attribute in self.world.tables.attributes.values() {
            if ticket.fields.contains_key(&attribute.id) || !attribute.is_of(ticket.list_ids()) {
                continue;
            }
            let value = match &attribute.default_value {
                Some(value) if attribute.value_type == AttributeType::Users => {
                    value.with_people(|user| self.may_be_named(scope, user))
                }
                value => value.clone(),
            };
            if let Some(value) = value {
                ticket.fields.insert(attribute.id, value);
            }
        }
    }

    /// Takes people who do not see the home `to` out of the values of a ticket that moves there (AT8).
    pub(super) fn keep_seeing_people(&self, to: ScopeId, ticket: &mut Ticket) {
        let sight = self.world.sight();
        let attributes = &self.world.tables.attributes;
        let is_of_people =
            |id: &AttributeId| attributes.get(id).is_some_and(|it| it.value_type == AttributeType::Users);
        let ids: Vec<AttributeId> = ticket.fields.keys().filter(|id| is_of_people(id)).copied().collect();
        for id in ids {
            let kept = ticket.fields.remove(&id);
            let kept = kept.and_then(|it| it.with_people(|user| user == self.by || sight.will_follow(user, to)));
            ticket.fields.extend(kept.map(|value| (id, value)));
        }
    }

    /// Removes values from a ticket that moves, if some readers of the new home may not see their attributes (AT13). A
    /// ticket that leaves a restricted list also loses the values of deleted attributes, because the database no longer
    /// knows whether such an attribute belonged to that list.
    pub(super) fn keep_known_values(&self, from: ScopeId, to: ScopeId, ticket: &mut Ticket) {
        let world = self.world;
        let private = ticket.private;
        ticket.fields.retain(|id, _| {
            if world.tables.attributes.contains_key(id) {
                self.may_name_attribute(to, private, *id)
            } else {
                !world.scopes.is_list(from)
            }
        });
    }

    /// Refuses an edit that sets a value of an attribute of other lists than the lists of the ticket (AT12). Values
    /// that the ticket already has stay.
    ///
    /// # Errors
    /// `validation_failed` with the name of the attribute.
    pub(super) fn keep_to_lists(&self, before: &FieldValues, ticket: &Ticket) -> Result<(), Refusal> {
        let new = ticket.fields.iter().filter(|(id, value)| before.get(id) != Some(value));
        let mut named = new.filter_map(|(id, _)| self.world.tables.attributes.get(id));
        match named.find(|it| !it.is_of(ticket.list_ids())) {
            Some(attribute) => Err(Refusal::invalid("fields", words::not_in_its_lists(&attribute.name))),
            None => Ok(()),
        }
    }

    /// Refuses an edit by a person that clears a required value (AT7). A ticket without the value stays as it is: it was
    /// made before the attribute was required, or with its title alone.
    ///
    /// # Errors
    /// `validation_failed` with the name of the attribute.
    pub(super) fn keep_required(&self, before: &FieldValues, ticket: &Ticket) -> Result<(), Refusal> {
        let gone = before.keys().filter(|id| !ticket.fields.contains_key(id));
        let mut cleared = gone.filter_map(|id| self.world.tables.attributes.get(id));
        match cleared.find(|it| it.required && it.is_of(ticket.list_ids())) {
            Some(attribute) => Err(Refusal::invalid("fields", words::value_required(&attribute.name))),
            None => Ok(()),
        }
    }

    /// Removes a deleted label from the values of a ticket, also from values of attributes that the person does not see or
    /// that are deleted (AT15).
    pub(super) fn take_label_from_values(&mut self, scope: ScopeId, ticket: &mut Ticket, label: LabelId) {
        let gone = OptionId(label.0);
        let values = ticket.fields.iter();
        let kept: FieldValues =
            values.filter_map(|(id, value)| Some((*id, value.with_options(|option| option != gone)?))).collect();
        if kept == ticket.fields {
            return;
        }
        let before = ticket.clone();
        ticket.fields = kept;
        ticket.updated_at = self.at;
        self.note_values(scope, &before, ticket);
    }

    /// What the history says of changed values.
    pub(super) fn note_values(&mut self, scope: ScopeId, before: &Ticket, after: &Ticket) {
        if before.fields == after.fields {
            return;
        }
        let changed: Vec<AttributeId> = before
            .fields
            .keys()
            .chain(after.fields.keys().filter(|id| !before.fields.contains_key(id)))
            .filter(|id| before.fields.get(id) != after.fields.get(id))
            .copied()
            .collect();
        for id in changed {
            let (old, new) = (before.fields.get(&id), after.fields.get(&id));
            let value_type = self.world.tables.attributes.get(&id).map(|it| it.value_type);
            // Some readers of the history may not see the attribute.
            if value_type.is_none() || !self.may_name_attribute(scope, after.private, id) {
                continue;
            }
            let is_set = value_type.is_some_and(AttributeType::is_set);
            let is_linked = value_type == Some(AttributeType::LinkedTasks);
            // The history of a ticket names no ticket of another home.
            let is_named = |it: &OptionId| !is_linked || self.scope_of(TicketId(it.0)) == Some(scope);
            let options = |value: Option<&FieldValue>| -> Vec<OptionId> {
                value.into_iter().flat_map(FieldValue::options).copied().filter(&is_named).collect()
            };
            if is_set && let Some(mut change) = difference(&options(old), &options(new)) {
                change["field"] = json!(id);
                self.note(scope, after.id, ActivityKind::CustomFieldChange, change);
            } else if !is_linked {
                self.note_field(scope, after.id, &id.to_string(), json!(old), json!(new));
            }
        }
    }
}
