//! The values of a ticket's attributes: how an edit changes them, and what the history says.

use serde_json::json;

use super::{Ticket, edit::difference};
use crate::domain::{
    decider::Decider,
    entity::{ActivityKind, AttributeType},
    ids::{AttributeId, ScopeId},
    kinds::attribute::{
        edit::edited,
        value::{FieldPatch, FieldValue},
    },
    limits,
    refusal::Refusal,
};

impl Decider<'_> {
    /// Applies edits of values to a ticket.
    ///
    /// # Errors
    /// `not_found` for an attribute or option that does not exist, `validation_failed` for a value of another type.
    pub(super) fn change_values(&self, ticket: &mut Ticket, patch: &FieldPatch) -> Result<(), Refusal> {
        let before = ticket.fields.len();
        for (id, edit) in patch {
            let attribute = self.attribute(*id, "fields")?;
            let value = match edit {
                Some(edit) => edited(self.world, &attribute, ticket.fields.get(id), edit)?,
                None => None,
            };
            match value {
                Some(value) => ticket.fields.insert(*id, value),
                None => ticket.fields.remove(id),
            };
        }
        limits::grown("fields", before, ticket.fields.len(), limits::FIELDS)
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
            let is_set =
                self.world.tables.attributes.get(&id).map(|it| it.value_type) == Some(AttributeType::MultiSelect);
            let options = |value: Option<&FieldValue>| value.map(|it| it.options().to_vec()).unwrap_or_default();
            if is_set && let Some(mut change) = difference(&options(old), &options(new)) {
                change["field"] = json!(id);
                self.note(scope, after.id, ActivityKind::CustomFieldChange, change);
            } else {
                self.note_field(scope, after.id, &id.to_string(), json!(old), json!(new));
            }
        }
    }
}
