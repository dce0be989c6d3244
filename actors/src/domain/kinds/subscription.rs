//! What one person follows and has read of one ticket.
//!
//! A person follows a ticket without any row: as its creator, as an assignee, or because they have commented. A row
//! exists once there is something to store: a mention, a read mark, or a choice of the person.

pub mod commands;
pub mod mentions;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::domain::{
    date::Instant,
    entity::Ticket,
    ids::{ActivityId, SubscriptionId, TicketId, UserId},
};

/// Why a person follows a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// The person has subscribed by hand.
    Manual,
    /// A text has mentioned the person.
    Mention,
    /// The person has commented.
    Commented,
    /// The person has made the ticket.
    Created,
    /// The ticket is assigned to the person.
    #[serde(rename = "assigne")]
    Assignee,
}

/// A person's row about a ticket. It lives in the person's own scope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TicketSubscription {
    /// Derived from ticket and person: there is one row for both.
    pub id: SubscriptionId,
    pub ticket_id: TicketId,
    pub workspace_user_id: UserId,
    /// The reasons at the time of the last change, sorted.
    pub reasons: Vec<Reason>,
    /// An activity that stays unread until the person reads it, also if its number is read already: a mention, or the activity that the person marked as unread.
    pub first_unread_activity_id: Option<ActivityId>,
    pub last_read_activity_id: Option<ActivityId>,
    /// The number of that activity. Never falls.
    #[ts(type = "number")]
    pub last_read_number: i64,
    /// Done up to this number: the inbox shows the ticket again after the next activity.
    #[ts(type = "number | null")]
    pub done_number: Option<i64>,
    /// The inbox shows the ticket, but only a mention makes it unread.
    pub muted: bool,
    /// The inbox hides the ticket until a new mention clears this flag.
    pub unsubscribed: bool,
    /// The inbox hides the ticket until then.
    pub snoozed_until: Option<Instant>,
    pub created_at: Instant,
}

impl TicketSubscription {
    pub fn id_of(ticket: TicketId, user: UserId) -> SubscriptionId {
        SubscriptionId(Uuid::new_v5(&ticket.0, user.0.as_bytes()))
    }

    /// A row without any choice of the person.
    pub fn new(ticket: &Ticket, user: UserId, at: Instant) -> Self {
        let mut row = Self {
            id: Self::id_of(ticket.id, user),
            ticket_id: ticket.id,
            workspace_user_id: user,
            reasons: Vec::new(),
            first_unread_activity_id: None,
            last_read_activity_id: None,
            last_read_number: 0,
            done_number: None,
            muted: false,
            unsubscribed: false,
            snoozed_until: None,
            created_at: at,
        };
        row.add_reasons(ticket);
        row
    }

    /// Adds a reason, if it is new.
    pub fn add_reason(&mut self, reason: Reason) {
        if let Err(place) = self.reasons.binary_search(&reason) {
            self.reasons.insert(place, reason);
        }
    }

    /// Adds the reasons that the ticket itself gives.
    pub fn add_reasons(&mut self, ticket: &Ticket) {
        let user = self.workspace_user_id;
        for (reason, holds) in [
            (Reason::Commented, ticket.commented_by_user_ids.contains(&user)),
            (Reason::Created, ticket.created_user_id == user),
            (Reason::Assignee, ticket.assignees_ids.contains(&user)),
        ] {
            if holds {
                self.add_reason(reason);
            }
        }
    }
}
