//! The next ticket of a recurrence. The server's own step, after the ticket was completed.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use time::Duration;
use uuid::Uuid;

use super::{Period, Recurrence};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::PlainDate,
    decider::{Decider, Touches},
    entity::{Entity, Ticket},
    ids::TicketId,
    limits,
    refusal::Refusal,
    world::World,
};

/// Makes the next ticket of a recurrence whose ticket is completed, in the name of a person who may create tickets there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repeat {
    pub ticket_id: TicketId,
    /// The descriptions of the ticket and of those below it, which a world does not hold.
    pub texts: BTreeMap<TicketId, String>,
}

impl Repeat {
    pub(in crate::domain) fn touch(&self, world: &World, touches: &mut Touches) {
        touches.tickets.extend(self.tree(world));
        touches.tickets.extend(world.index.parent(self.ticket_id));
    }

    /// The ticket with what is below it, as much as one event may make.
    fn tree(&self, world: &World) -> Vec<TicketId> {
        world.index.with_subtasks(&[self.ticket_id], limits::TICKETS_AN_EVENT)
    }

    /// Decides nothing if the ticket is open again, in the trash, or repeats no more: a second run, on whichever node,
    /// finds that the recurrence has moved on (RC5).
    ///
    /// # Errors
    /// `not_found` or `forbidden` if the person may not create tickets there, `too_many`.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, ticket) = decider.ticket(self.ticket_id)?;
        decider.allow(Capability::CreateTickets, scope, &ticket)?;
        let Some((_, rule)) = decider.recurrence(ticket.id) else { return Ok(()) };
        let Some(completed) = ticket.completed_at.filter(|_| ticket.completed && ticket.trashed_at.is_none()) else {
            return Ok(());
        };
        decider.decision.relies_on_scopes = true;
        // The row may live in the scope of a restricted list, or in that of a person.
        decider.decision.relied.insert(scope);
        decider.delete_recurrence(ticket.id);
        let Some(due) = rule.next_due(ticket.due_date, PlainDate(completed.get().date())) else { return Ok(()) };
        let id = next_id(&ticket, &rule);
        if decider.world.index.get(id).is_some() {
            return Ok(());
        }
        let mut ids = HashMap::from([(ticket.id, id)]);
        let days = ticket.due_date.map(|before| due.0 - before.0);
        let mut copies = Vec::new();
        for source in self.tree(decider.world) {
            let (_, source) = decider.ticket(source).map_err(|_| Refusal::unavailable(100))?;
            let is_root = source.id == ticket.id;
            let parent = source.parent_ticket_id.and_then(|it| ids.get(&it).copied());
            // What is below a subtask in the trash stays behind as well.
            if !is_root && (source.trashed_at.is_some() || parent.is_none()) {
                continue;
            }
            let copy = if is_root { id } else { TicketId(Uuid::new_v5(&id.0, source.id.0.as_bytes())) };
            ids.insert(source.id, copy);
            let text = self.texts.get(&source.id).cloned().unwrap_or_default();
            let mut copy = decider.copy_of(scope, &source, copy, text)?;
            copy.start_date = days.and_then(|days| shifted(source.start_date, days));
            copy.due_date = if is_root { Some(due) } else { days.and_then(|days| shifted(source.due_date, days)) };
            copies.push((copy, if is_root { None } else { parent }));
        }
        decider.make_copies(scope, copies, ticket.parent_ticket_id)?;
        let next = Recurrence {
            id: Recurrence::id_of(id),
            ticket_id: id,
            occurrence: rule.occurrence + 1,
            // A month that is too short must not change the day of the months after it.
            month_day: rule.month_day.or_else(|| anchor(&rule, &ticket)),
            ..rule
        };
        decider.put_recurrence(scope, Write::create(Entity::Recurrence(next)));
        Ok(())
    }
}

/// The day of the month of the first due date.
fn anchor(rule: &Recurrence, ticket: &Ticket) -> Option<i32> {
    let by_day = matches!(rule.period, Period::Month | Period::Year) && rule.nth.is_none();
    let counts = rule.counted_from == super::CountedFrom::DueDate;
    ticket.due_date.filter(|_| by_day && counts).map(|due| i32::from(due.0.day()))
}

/// The id of the next ticket follows from this one and from the number of the occurrence.
fn next_id(ticket: &Ticket, rule: &Recurrence) -> TicketId {
    let name = format!("recurrence {} {}", rule.created_at.millis(), rule.occurrence);
    TicketId(Uuid::new_v5(&ticket.id.0, name.as_bytes()))
}

/// A date some days later; `None` if there is none, or if it leaves the calendar.
fn shifted(date: Option<PlainDate>, by: Duration) -> Option<PlainDate> {
    let day = date?.0.checked_add(by)?;
    PlainDate::YEARS.contains(&day.year()).then_some(PlainDate(day))
}
