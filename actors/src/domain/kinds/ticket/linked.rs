//! Tickets as values of other tickets. The rule of links also holds for values: everybody who sees a ticket may see the
//! tickets that its values name. A ticket that is deleted, or that moves out of the sight of these people, is removed from
//! the values.

use super::{Ticket, commands::TicketPatch};
use crate::domain::{
    decider::Decider,
    entity::AttributeType,
    ids::{AttributeId, OptionId, ScopeId, TicketId},
    kinds::attribute::value::{FieldValue, FieldValues},
    limits,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

impl Decider<'_> {
    /// Notes that a decision relies on the homes of the tickets that a patch names in values.
    pub(in crate::domain::kinds) fn rely_on_linked(&mut self, patch: &TicketPatch) {
        let attributes = &self.world.tables.attributes;
        let is_linked =
            |id: &AttributeId| attributes.get(id).map(|it| it.value_type) == Some(AttributeType::LinkedTasks);
        self.decision.relies_on_scopes |=
            patch.fields.iter().flatten().any(|(id, edit)| edit.is_some() && is_linked(id));
    }

    /// Refuses tickets that a value may not name from now on. `before` is the value that the ticket has.
    ///
    /// # Errors
    /// `not_found` for a ticket out of the person's sight, `validation_failed`, `too_many`.
    pub(super) fn check_linked(
        &self,
        scope: ScopeId,
        ticket: TicketId,
        before: Option<&FieldValue>,
        after: Option<&FieldValue>,
    ) -> Result<(), Refusal> {
        let had = before.map(FieldValue::options).unwrap_or_default();
        let named = after.map(FieldValue::options).unwrap_or_default();
        let new: Vec<TicketId> = named.iter().filter(|id| !had.contains(id)).map(|id| TicketId(id.0)).collect();
        for other in &new {
            let home = self.visible(*other, "fields")?;
            if *other == ticket {
                return Err(Refusal::invalid("fields", words::LINKED_TO_ITSELF));
            }
            if !self.may_name(scope, home) {
                return Err(Refusal::invalid("fields", words::TASK_OF_OTHERS));
            }
        }
        self.room_to_name(ticket, &new)
    }

    /// Refuses a ticket that is a value of too many tickets already, of those that the person sees.
    fn room_to_name(&self, ticket: TicketId, new: &[TicketId]) -> Result<(), Refusal> {
        let index = &self.world.index;
        let seen =
            |id: &TicketId| *id != ticket && index.get(*id).is_some_and(|entry| self.world.sees(self.by, entry.scope));
        let naming: Vec<TicketId> = index.naming(new).into_iter().filter(seen).collect();
        if naming.len() < limits::NAMED_BY {
            return Ok(());
        }
        let names = |by: &TicketId, other: &TicketId| {
            index.get(*by).is_some_and(|entry| entry.options.iter().any(|(_, value)| value.0 == other.0))
        };
        let is_full = |other: &TicketId| naming.iter().filter(|by| names(by, other)).count() >= limits::NAMED_BY;
        if new.iter().any(is_full) {
            let message = words::linked_too_often(limits::NAMED_BY);
            return Err(Refusal::new(RefusalCode::TooMany, message).with_field("fields"));
        }
        Ok(())
    }

    /// Whether a ticket in one home may name a ticket in another: in its own home, or in the workspace's if it lives in a
    /// restricted list.
    pub(in crate::domain::kinds) fn may_name(&self, home: ScopeId, other: ScopeId) -> bool {
        home == other || (other == self.world.scope() && self.world.scopes.is_list(home))
    }

    /// Removes tickets from the values that may no longer name them, after this order has moved tickets. Writes no activity,
    /// because the history names no ticket of another home.
    ///
    /// # Errors
    /// `too_many` if the person must change more tickets than one event holds.
    pub(in crate::domain) fn settle_linked(&mut self) -> Result<(), Refusal> {
        let moved: Vec<TicketId> = self.moved.keys().copied().collect();
        let naming = self.world.index.naming(&moved);
        let stay = naming.into_iter().filter(|id| !self.moved.contains_key(id));
        let all: Vec<TicketId> = moved.iter().copied().chain(stay).collect();
        for id in all {
            let Some(scope) = self.scope_of(id) else { continue };
            let ticket = self.present_state_of(scope, id)?;
            let keep = |value: OptionId| self.scope_of(TicketId(value.0)).is_none_or(|home| self.may_name(scope, home));
            if let Some(ticket) = with_values(&ticket, keep) {
                self.save(scope, ticket);
            }
        }
        Ok(())
    }

    /// Removes a ticket that is deleted for good from the values of other tickets, also of tickets that the person does not
    /// see.
    ///
    /// # Errors
    /// As of [`Self::settle_linked`].
    pub(super) fn forget_linked(&mut self, gone: &Ticket) -> Result<(), Refusal> {
        // A ticket of a list that the person does not see may name the ticket.
        self.decision.moves = true;
        for id in self.world.index.naming(&[gone.id]) {
            let Some(scope) = self.scope_of(id).filter(|_| id != gone.id) else { continue };
            let ticket = self.present_state_of(scope, id)?;
            if let Some(ticket) = with_values(&ticket, |value| value.0 != gone.id.0) {
                self.save(scope, ticket);
            }
        }
        Ok(())
    }

    /// The present state of a ticket in this order, also if the person does not see the ticket.
    fn present_state_of(&self, scope: ScopeId, id: TicketId) -> Result<Ticket, Refusal> {
        if let Some(written) = self.written(id) {
            return Ok(written);
        }
        let ticket = self.world.tables.tickets.get(&id).map(|it| (**it).clone());
        ticket.ok_or_else(|| {
            // Too many tickets name the moved or deleted tickets, so not all of them were loaded.
            if self.world.sees(self.by, scope) {
                let most = limits::TICKETS_AN_EVENT;
                Refusal::new(RefusalCode::TooMany, words::used_by_too_many(most + 1, most))
            } else {
                Refusal::unavailable(100)
            }
        })
    }
}

/// The ticket with only the ids in its values that `keep` returns true for; `None` if nothing changes.
fn with_values(ticket: &Ticket, keep: impl Fn(OptionId) -> bool) -> Option<Ticket> {
    let fields: FieldValues =
        ticket.fields.iter().filter_map(|(id, value)| Some((*id, value.with_options(&keep)?))).collect();
    (fields != ticket.fields).then(|| Ticket { fields, ..ticket.clone() })
}
