//! What may be done to a recurrence: it is set and removed with the right to edit its ticket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{CountedFrom, Period, Recurrence};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::PlainDate,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{ScopeId, TicketId, UserId},
    limits,
    refusal::{Refusal, RefusalCode},
    scope::personal_scope,
    world::World,
};
use crate::words;

/// Makes a ticket repeat, or changes how it repeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct RecurrenceSet {
    pub ticket_id: TicketId,
    pub period: Period,
    pub interval: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekdays: Option<Vec<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month_day: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<i32>,
    pub counted_from: CountedFrom,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_on: Option<PlainDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct RecurrenceRemove {
    pub ticket_id: TicketId,
}

impl Act for RecurrenceSet {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, ticket) = decider.ticket_for(Capability::EditTickets, self.ticket_id)?;
        if ticket.trashed_at.is_some() {
            return Err(Refusal::new(RefusalCode::Conflict, words::RESTORE_FIRST));
        }
        if ticket.completed {
            return Err(Refusal::new(RefusalCode::Conflict, words::REOPEN_FIRST));
        }
        let known = decider.recurrence(ticket.id);
        let mut weekdays = self.weekdays.clone().unwrap_or_default();
        weekdays.sort_unstable();
        weekdays.dedup();
        let row = Recurrence {
            id: Recurrence::id_of(ticket.id),
            ticket_id: ticket.id,
            period: self.period,
            interval: self.interval,
            weekdays,
            month_day: self.month_day,
            nth: self.nth,
            counted_from: self.counted_from,
            ends_on: self.ends_on,
            times: self.times,
            occurrence: known.as_ref().map_or(1, |(_, it)| it.occurrence),
            created_user_id: known.as_ref().map_or(decider.by, |(_, it)| it.created_user_id),
            created_at: known.as_ref().map_or(decider.at, |(_, it)| it.created_at),
        };
        check(&row)?;
        match known {
            Some((home, before)) if home == scope => {
                decider.put_recurrence(scope, Write::update(Entity::Recurrence(before), Entity::Recurrence(row)));
            }
            // A node of an earlier version has moved the ticket and left the row behind.
            Some((home, before)) => {
                decider.put_recurrence(home, Write::delete(Entity::Recurrence(before)));
                decider.put_recurrence(scope, Write::create(Entity::Recurrence(row)));
            }
            None => {
                let all = decider.world.tables.recurrences.len();
                limits::room_for(all, limits::RECURRENCES)?;
                decider.put_recurrence(scope, Write::create(Entity::Recurrence(row)));
            }
        }
        Ok(())
    }
}

impl Act for RecurrenceRemove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (_, ticket) = decider.ticket_for(Capability::EditTickets, self.ticket_id)?;
        decider.delete_recurrence(ticket.id);
        Ok(())
    }
}

/// Refuses a rule that no calendar can follow.
fn check(rule: &Recurrence) -> Result<(), Refusal> {
    let within = |field: &str, value: i32, least: i32, most: i32| {
        let fits = (least..=most).contains(&value);
        if fits {
            Ok(())
        } else {
            Err(Refusal::invalid(
                field,
                words::whole_number_between(least.unsigned_abs() as usize, most.unsigned_abs() as usize),
            ))
        }
    };
    within("interval", rule.interval, 1, limits::RECURRENCE_INTERVAL)?;
    for day in &rule.weekdays {
        within("weekdays", *day, 1, 7)?;
    }
    if let Some(times) = rule.times {
        within("times", times, 1, limits::RECURRENCE_TIMES)?;
    }
    if let Some(day) = rule.month_day {
        within("monthDay", day, 1, 31)?;
    }
    if let Some(nth) = rule.nth
        && !matches!(nth, 1..=4 | -1)
    {
        return Err(Refusal::invalid("nth", words::WHICH_WEEKDAY));
    }
    let by_month = matches!(rule.period, Period::Month | Period::Year);
    let days = rule.weekdays.len();
    if rule.month_day.is_some() && (!by_month || rule.nth.is_some()) {
        return Err(Refusal::invalid("monthDay", words::NOT_OF_THIS_PERIOD));
    }
    if rule.nth.is_some() && (!by_month || days != 1) {
        return Err(Refusal::invalid("nth", words::NOT_OF_THIS_PERIOD));
    }
    if days > 0 && rule.period != Period::Week && rule.nth.is_none() {
        return Err(Refusal::invalid("weekdays", words::NOT_OF_THIS_PERIOD));
    }
    Ok(())
}

impl Decider<'_> {
    /// The recurrence of a ticket, with the scope of its row.
    pub(super) fn recurrence(&self, ticket: TicketId) -> Option<(ScopeId, Recurrence)> {
        let id = Recurrence::id_of(ticket);
        let row = self.world.tables.recurrences.get(&id)?.clone();
        Some((self.world.home_of(EntityKind::Recurrence, id.0), row))
    }

    /// Deletes the recurrence of a ticket, if there is one: with the ticket, or because it has moved on or ended.
    pub(in crate::domain::kinds) fn delete_recurrence(&mut self, ticket: TicketId) {
        if let Some((scope, row)) = self.recurrence(ticket) {
            self.put_recurrence(scope, Write::delete(Entity::Recurrence(row)));
        }
    }

    /// Brings the recurrence of a ticket to the ticket's new home.
    pub(in crate::domain::kinds) fn move_recurrence(&mut self, ticket: TicketId, to: ScopeId) {
        if let Some((from, row)) = self.recurrence(ticket).filter(|(from, _)| *from != to) {
            self.put_recurrence(from, Write::delete(Entity::Recurrence(row.clone())));
            self.put_recurrence(to, Write::create(Entity::Recurrence(row)));
        }
    }

    /// The person's own scope is not part of the configuration that every decision relies on.
    pub(super) fn put_recurrence(&mut self, scope: ScopeId, write: Write) {
        if scope == personal_scope(self.world.workspace.id, self.by) {
            self.decision.relied.insert(scope);
        }
        self.put(scope, write);
    }
}
