//! What a person does with their own inbox. Only a mention changes the row of another person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Reason, TicketSubscription};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::{Act, Decider, Touches},
    entity::Entity,
    ids::{ActivityId, TicketId, UserId},
    kinds::patch::{given, present},
    refusal::Refusal,
    scope::personal_scope,
    world::World,
};
use crate::words;

/// Changes the person's subscription to a ticket, and makes the row if there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SubscriptionUpdate {
    pub ticket_id: TicketId,
    pub patch: SubscriptionPatch,
}

/// An absent field stays as it is; null clears a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct SubscriptionPatch {
    /// True subscribes by hand; false takes that reason away.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub manual: Option<bool>,
    /// Marks as unread from an activity on; null takes the mark away.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub first_unread_activity_id: Option<Option<ActivityId>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub last_read: Option<LastRead>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number | null")]
    pub done_number: Option<Option<i64>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub muted: Option<bool>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub unsubscribed: Option<bool>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub snoozed_until: Option<Option<Instant>>,
}

/// How far the person has read: the activity, and its number (`LastActivity::number`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LastRead {
    pub activity_id: ActivityId,
    #[ts(type = "number")]
    pub number: i64,
}

impl Act for SubscriptionUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn touch(&self, _: &World, by: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
        touches.subscriptions.push(TicketSubscription::id_of(self.ticket_id, by));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (_, ticket) = decider.ticket(self.ticket_id)?;
        let newest = ticket.last_activity.as_ref().map_or(0, |last| last.number);
        let before = decider.subscription(ticket.id, decider.by);
        let mut row = before.clone().unwrap_or_else(|| TicketSubscription::new(&ticket, decider.by, decider.at));
        let SubscriptionPatch {
            manual,
            first_unread_activity_id,
            last_read,
            done_number,
            muted,
            unsubscribed,
            snoozed_until,
        } = &self.patch;
        match manual {
            Some(true) => row.add_reason(Reason::Manual),
            Some(false) => row.reasons.retain(|reason| *reason != Reason::Manual),
            None => {}
        }
        if let Some(LastRead { activity_id, number }) = last_read {
            check_number("lastRead", *number, newest)?;
            // Another device of the person may have read further while this one was offline.
            if *number >= row.last_read_number {
                row.last_read_number = *number;
                row.last_read_activity_id = Some(*activity_id);
            }
            // A mention that this device had not seen stays unread.
            if *number == newest {
                row.first_unread_activity_id = None;
            }
        }
        if let Some(done) = done_number {
            check_number("doneNumber", done.unwrap_or(0), newest)?;
            row.done_number = *done;
        }
        row.first_unread_activity_id = first_unread_activity_id.unwrap_or(row.first_unread_activity_id);
        row.muted = muted.unwrap_or(row.muted);
        row.unsubscribed = unsubscribed.unwrap_or(row.unsubscribed);
        // The database keeps fewer digits than a client may send.
        row.snoozed_until = snoozed_until.map_or(row.snoozed_until, |until| until.map(|it| Instant::new(it.get())));
        row.add_reasons(&ticket);
        decider.save_subscription(before, row);
        Ok(())
    }
}

fn check_number(field: &str, number: i64, newest: i64) -> Result<(), Refusal> {
    if (0..=newest).contains(&number) {
        return Ok(());
    }
    Err(Refusal::invalid(field, words::NO_SUCH_ACTIVITY_NUMBER))
}

impl Decider<'_> {
    /// A person's row about a ticket, as this order has left it so far.
    pub(in crate::domain::kinds) fn subscription(&self, ticket: TicketId, user: UserId) -> Option<TicketSubscription> {
        let id = TicketSubscription::id_of(ticket, user);
        let written = self.decision.writes.iter().rev().find_map(|(_, write)| match &write.after {
            Some(Entity::TicketSubscription(row)) if row.id == id => Some(row),
            _ => None,
        });
        written.or_else(|| self.world.tables.subscriptions.get(&id)).cloned()
    }

    /// Writes a row into the scope of its person. The row was read before the commit, so any other event of that scope
    /// makes the decision stale.
    pub(in crate::domain::kinds) fn save_subscription(
        &mut self,
        before: Option<TicketSubscription>,
        after: TicketSubscription,
    ) {
        let scope = personal_scope(self.world.workspace.id, after.workspace_user_id);
        let write =
            Write { before: before.map(Entity::TicketSubscription), after: Some(Entity::TicketSubscription(after)) };
        if write.before != write.after {
            self.decision.relied.insert(scope);
            self.put(scope, write);
        }
    }
}
